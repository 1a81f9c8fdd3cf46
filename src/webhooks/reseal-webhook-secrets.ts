import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Vault } from '../auth/tokens/vault.ts'
import type { Database } from '../db/client.ts'
import { webhooks } from '../db/schema/webhooks.ts'

const maxWebhooks = 500

const Outdated = z.array(
  z.object({ store_id: z.string(), id: z.string(), secret: z.string(), previous_secret: z.string().nullable() }),
)

type Dependencies = { readonly database: Database; readonly jobs: Database; readonly vault: Vault }

/** The same for the secrets of webhooks as resealCredentials does for channels. */
export async function resealWebhookSecrets({ database, jobs, vault }: Dependencies): Promise<number> {
  const key = await vault.keyName()
  const [{ rows }] = await jobs.batch(
    (db) => [db.execute(sql`select app.webhooks_sealed_otherwise(${key}, ${maxWebhooks}) as found`)],
    () => {},
  )
  let resealed = 0
  for (const { store_id, id, ...sealed } of Outdated.parse(rows[0]?.['found'])) {
    const secret = await vault.open(sealed.secret, id)
    if (secret === null) continue
    const previous = sealed.previous_secret === null ? null : await vault.open(sealed.previous_secret, id)
    const [newSecret, newPrevious] = [await vault.seal(secret, id), previous && (await vault.seal(previous, id))]
    await database.batch(
      (db) => [
        db.execute(sql`select app.enter_webhooks(array[${store_id}]::uuid[])`),
        // Only if it has not changed since it was read.
        db.execute(sql`update ${webhooks} set secret = ${newSecret}, previous_secret = ${newPrevious}
          where store_id = app.store() and id = ${id} and secret = ${sealed.secret}`),
      ],
      () => {},
    )
    resealed += 1
  }
  return resealed
}
