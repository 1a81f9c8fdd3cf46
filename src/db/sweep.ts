import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/** Deletes idempotency keys older than 7 days, a bounded number at a time. Gives how many. */
export async function sweepIdempotencyKeys(database: Database): Promise<number> {
  const [{ rows }] = await database.batch(
    (db) => [db.execute<{ gone: string }>(sql`select app.sweep_idempotency_keys() as gone`)],
    () => {},
  )
  return Number(rows[0]?.gone ?? 0)
}
