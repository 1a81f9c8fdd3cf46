import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Bucket } from '../../platform/outside/bucket.ts'
import type { Database } from '../../platform/db/client.ts'
import { eachStore } from '../../platform/jobs/each-store.ts'
import { hourBudgetMs } from '../../platform/jobs/store-jobs.ts'

// R2 deletes at most 1,000 files at once.
const batchSize = 500

const Claimed = z.array(z.object({ store_id: z.guid(), id: z.guid(), path: z.string() }))

/**
 * Deletes files that nothing has used for a day, and what interrupted uploads and deletions left behind. Returns how many. A
 * file is deleted before its row, so that every file in the bucket has a row.
 */
export const sweepMedia = (jobs: Database, bucket: Bucket): Promise<number> =>
  eachStore(jobs, 'delete_media', (store) => deleteUnused(jobs, bucket, store), hourBudgetMs)

async function deleteUnused(jobs: Database, bucket: Bucket, store: string): Promise<number> {
  const [{ rows }] = await jobs.batch(
    (db) => [db.execute(sql`select store_id, id, path from app.claim_media_of(${store}, ${batchSize})`)],
    () => {},
  )
  const files = Claimed.parse(rows)
  if (files.length === 0) return 0
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
  return files.length
}
