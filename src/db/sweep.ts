import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from './client.ts'

const Deleted = z.object({
  idempotency_keys: z.coerce.number(),
  invitations: z.coerce.number(),
  web_sessions: z.coerce.number(),
  webhook_deliveries: z.coerce.number(),
  oauth: z.record(z.string(), z.number()),
})

/**
 * Deletes old rows, a bounded number at a time, and returns the counts: idempotency keys after 7 days, invitations 30 days
 * after they expire, expired sessions of the web pages, deliveries of webhooks after 30 days, expired OAuth codes, tokens and
 * requests, OAuth clients that were not used within 24 hours of registration, and OAuth clients without a connection that were
 * not used for 30 days.
 */
export async function sweepOld(jobs: Database): Promise<Record<string, number>> {
  const [{ rows }] = await jobs.batch(
    (db) => [
      db.execute(
        sql`select app.sweep_idempotency_keys() as idempotency_keys, app.sweep_invitations() as invitations,
          app.sweep_web_sessions() as web_sessions, app.sweep_webhooks() as webhook_deliveries,
          app.sweep_oauth() as oauth`,
      ),
    ],
    () => {},
  )
  const { oauth, ...others } = Deleted.parse(rows[0])
  return { ...others, ...oauth }
}
