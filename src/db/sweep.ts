import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from './client.ts'

const Gone = z.object({
  idempotency_keys: z.coerce.number(),
  invitations: z.coerce.number(),
  web_sessions: z.coerce.number(),
  oauth: z.record(z.string(), z.number()),
})

/**
 * Deletes what is of no use any more, a bounded number at a time, and gives how many of each: idempotency keys older
 * than 7 days, invitations that expired 30 days ago, expired sessions of the pages, and OAuth's expired codes, tokens and
 * requests, clients that registered and were not used within 24 hours, and those that have no connection left and were
 * not used for 30 days.
 */
export async function sweepOld(jobs: Database): Promise<Record<string, number>> {
  const [{ rows }] = await jobs.batch(
    (db) => [
      db.execute(
        sql`select app.sweep_idempotency_keys() as idempotency_keys, app.sweep_invitations() as invitations,
          app.sweep_web_sessions() as web_sessions, app.sweep_oauth() as oauth`,
      ),
    ],
    () => {},
  )
  const { oauth, ...others } = Gone.parse(rows[0])
  return { ...others, ...oauth }
}
