import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../db/client.ts'

const maxBatches = 20
const batchSize = 500

/** Deletes hashed shopper addresses older than an hour. */
export const sweepShopperAddresses = (database: Database) =>
  database.batch(
    (db) => [db.execute(sql`select app.sweep_shopper_addresses()`)],
    () => {},
  )

/** Releases the stock of shoppers' orders that were not confirmed in time. Returns the number of orders. */
export async function releaseReservations(database: Database): Promise<number> {
  let released = 0
  for (let batch = 0; batch < maxBatches; batch++) {
    const [{ rows }] = await database.batch(
      (db) => [db.execute(sql`select app.release_reservations(${batchSize}) as released`)],
      () => {},
    )
    const count = z.coerce.number().parse(rows[0]?.['released'])
    released += count
    if (count < batchSize) break
  }
  return released
}
