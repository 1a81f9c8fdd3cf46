import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../db/client.ts'

const maxBatches = 1_000
const batchSize = 20

/** Counts what each store sold in the last 90 days, once a day. Returns the number of stores. */
export async function countBestSellers(database: Database): Promise<number> {
  let counted = 0
  for (let batch = 0; batch < maxBatches; batch++) {
    const [{ rows }] = await database.batch(
      (db) => [db.execute(sql`select app.count_best_sellers(${batchSize}) as counted`)],
      () => {},
    )
    const count = z.coerce.number().parse(rows[0]?.['counted'])
    counted += count
    if (count < batchSize) break
  }
  return counted
}
