import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../db/client.ts'

/** Disables the webhooks whose API keys have expired, in a limited number of stores, and returns how many stores. */
export async function disableExpiredWebhooks(jobs: Database): Promise<number> {
  const [{ rows }] = await jobs.batch(
    (db) => [db.execute(sql`select app.disable_expired_webhooks() as stores`)],
    () => {},
  )
  return z.coerce.number().parse(rows[0]?.['stores'])
}
