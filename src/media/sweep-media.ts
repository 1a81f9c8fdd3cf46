import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../db/client.ts'
import type { Bucket } from '../bucket.ts'

// R2 deletes at most 1,000 files at once.
const batchSize = 500
const maxBatches = 20

const Claimed = z.array(z.object({ store_id: z.guid(), id: z.guid(), path: z.string() }))

/**
 * Deletes files that nothing has used for a day, and what interrupted uploads and deletions left behind. Returns how many. A
 * file is deleted before its row, so that every file in the bucket has a row.
 */
export async function sweepMedia(jobs: Database, bucket: Bucket): Promise<number> {
  let deleted = 0
  for (let batch = 0; batch < maxBatches; batch++) {
    const [{ rows }] = await jobs.batch(
      (db) => [db.execute(sql`select store_id, id, path from app.claim_media(${batchSize})`)],
      () => {},
    )
    const files = Claimed.parse(rows)
    if (files.length === 0) break
    await bucket.delete(files.map(({ path }) => path.slice(1)))
    const arrayOf = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`
    await jobs.batch(
      (db) => [
        db.execute(
          sql`select app.forget_media(${arrayOf(files.map(({ store_id }) => store_id))}, ${arrayOf(files.map(({ id }) => id))})`,
        ),
      ],
      () => {},
    )
    deleted += files.length
    if (files.length < batchSize) break
  }
  return deleted
}
