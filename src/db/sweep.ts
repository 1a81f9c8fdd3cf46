import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from './client.ts'

const Gone = z.object({
  idempotency_keys: z.coerce.number(),
  invitations: z.coerce.number(),
  oauth: z.record(z.string(), z.number()),
})

/**
 * Deletes what is of no use any more, a bounded number at a time, and gives how many of each: idempotency keys older
 * than 7 days, invitations that ran out 30 days ago, and OAuth's expired codes, tokens and requests and the clients that
 * registered and were never used.
 */
export async function sweepOld(jobs: Database): Promise<Record<string, number>> {
  const [{ rows }] = await jobs.batch(
    (db) => [
      db.execute(
        sql`select app.sweep_idempotency_keys() as idempotency_keys, app.sweep_invitations() as invitations, app.sweep_oauth() as oauth`,
      ),
    ],
    () => {},
  )
  const { idempotency_keys, invitations, oauth } = Gone.parse(rows[0])
  return { idempotency_keys, invitations, ...oauth }
}
