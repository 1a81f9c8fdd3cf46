import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Vault } from '../../../platform/auth/tokens/vault.ts'
import type { Database } from '../../../platform/db/client.ts'
import { channels } from '../../../platform/db/schema/inbox.ts'
import { JobFailed } from '../../../platform/jobs/job.ts'

const maxChannels = 500

const Outdated = z.array(
  z.object({ store_id: z.string(), id: z.string(), credentials: z.record(z.string(), z.string()) }),
)

type Dependencies = { readonly database: Database; readonly jobs: Database; readonly vault: Vault }

/** Encrypts credentials with the current key that are encrypted with the previous one, and returns the number of channels. */
export async function resealCredentials({ database, jobs, vault }: Dependencies): Promise<number> {
  const { previous } = await vault.keyNames()
  if (previous === null) return 0
  const [{ rows }] = await jobs.batch(
    (db) => [db.execute(sql`select app.channels_sealed_with(${previous}, ${maxChannels}) as found`)],
    () => {},
  )
  const failed = new Map<string, unknown>()
  let resealed = 0
  for (const { store_id, id, credentials } of Outdated.parse(rows[0]?.['found'])) {
    const updated = await resealedWith(vault, credentials, id)
    try {
      await database.batch(
        (db) => [
          db.execute(sql`select app.enter_channel(${id})`),
          // Only if they have not changed since they were read.
          db.execute(sql`update ${channels} set credentials = ${JSON.stringify(updated)}::jsonb
            where store_id = app.store() and id = ${id} and credentials = ${JSON.stringify(credentials)}::jsonb`),
        ],
        () => {},
      )
      resealed += 1
    } catch (error) {
      failed.set(store_id, error)
    }
  }
  if (failed.size > 0) throw new JobFailed(resealed, failed)
  return resealed
}

/** What cannot be decrypted stays as it is. */
async function resealedWith(vault: Vault, credentials: Record<string, string>, id: string) {
  const updated: Record<string, string> = {}
  for (const [name, sealed] of Object.entries(credentials)) {
    const secret = await vault.open(sealed, id)
    updated[name] = secret === null ? sealed : await vault.seal(secret, id)
  }
  return updated
}
