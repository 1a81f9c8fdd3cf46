import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Vault } from '../../auth/tokens/vault.ts'
import type { Database } from '../../db/client.ts'
import { channels } from '../../db/schema/inbox.ts'

const maxChannels = 500

const Outdated = z.array(z.object({ id: z.string(), credentials: z.record(z.string(), z.string()) }))

type Dependencies = { readonly database: Database; readonly jobs: Database; readonly vault: Vault }

/**
 * Encrypts credentials with the current key that are encrypted with the previous one, and returns the number of channels.
 * Once it returns 0, the previous key can be removed. Credentials that no key decrypts stay unchanged.
 */
export async function resealCredentials({ database, jobs, vault }: Dependencies): Promise<number> {
  const key = await vault.keyName()
  const [{ rows }] = await jobs.batch(
    (db) => [db.execute(sql`select app.channels_sealed_otherwise(${key}, ${maxChannels}) as found`)],
    () => {},
  )
  let resealed = 0
  for (const { id, credentials } of Outdated.parse(rows[0]?.['found'])) {
    const updated = await resealedWith(vault, credentials, id)
    if (updated === null) continue
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
  }
  return resealed
}

/** Null if one of the credentials cannot be decrypted. */
async function resealedWith(vault: Vault, credentials: Record<string, string>, id: string) {
  const updated: Record<string, string> = {}
  for (const [name, sealed] of Object.entries(credentials)) {
    const secret = await vault.open(sealed, id)
    if (secret === null) return null
    updated[name] = await vault.seal(secret, id)
  }
  return updated
}
