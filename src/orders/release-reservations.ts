import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../db/client.ts'

const maxRounds = 20
const roundSize = 500

/** Forgets the hashed addresses of more than an hour ago. */
export const sweepShopperAddresses = (database: Database) =>
  database.batch(
    (db) => [db.execute(sql`select app.sweep_shopper_addresses()`)],
    () => {},
  )

/** Releases the stock of shoppers' orders that nobody confirmed in time, and gives how many. */
export async function releaseReservations(database: Database): Promise<number> {
  let released = 0
  for (let round = 0; round < maxRounds; round++) {
    const [{ rows }] = await database.batch(
      (db) => [db.execute(sql`select app.release_reservations(${roundSize}) as released`)],
      () => {},
    )
    const count = z.coerce.number().parse(rows[0]?.['released'])
    released += count
    if (count < roundSize) break
  }
  return released
}
