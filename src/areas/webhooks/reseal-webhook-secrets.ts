import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Vault } from '../../platform/auth/tokens/vault.ts'
import type { Database } from '../../platform/db/client.ts'
import { webhooks } from '../../platform/db/schema/webhooks.ts'
import { JobFailed } from '../../platform/jobs/job.ts'

const maxWebhooks = 500

const Outdated = z.array(
  z.object({ store_id: z.string(), id: z.string(), secret: z.string(), previous_secret: z.string().nullable() }),
)

type Dependencies = { readonly database: Database; readonly jobs: Database; readonly vault: Vault }

/** The same for the secrets of webhooks as resealCredentials does for channels. */
export async function resealWebhookSecrets({ database, jobs, vault }: Dependencies): Promise<number> {
  const { previous } = await vault.keyNames()
  if (previous === null) return 0
  const [{ rows }] = await jobs.batch(
    (db) => [db.execute(sql`select app.webhooks_sealed_with(${previous}, ${maxWebhooks}) as found`)],
    () => {},
  )
  const failed = new Map<string, unknown>()
  let done = 0
  for (const { store_id, id, ...sealed } of Outdated.parse(rows[0]?.['found'])) {
    // What cannot be decrypted stays as it is.
    const resealed = async (text: string) => {
      const secret = await vault.open(text, id)
      return secret === null ? text : vault.seal(secret, id)
    }
    const newSecret = await resealed(sealed.secret)
    const newPrevious = sealed.previous_secret && (await resealed(sealed.previous_secret))
    try {
      await database.batch(
        (db) => [
          db.execute(sql`select app.enter_webhooks(array[${store_id}]::uuid[])`),
          // Only if it has not changed since it was read.
          db.execute(sql`update ${webhooks} set secret = ${newSecret}, previous_secret = ${newPrevious}
            where store_id = app.store() and id = ${id} and secret = ${sealed.secret}`),
        ],
        () => {},
      )
      done += 1
    } catch (error) {
      failed.set(store_id, error)
    }
  }
  if (failed.size > 0) throw new JobFailed(done, failed)
  return done
}
