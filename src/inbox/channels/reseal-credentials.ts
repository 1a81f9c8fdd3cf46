import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Vault } from '../../auth/tokens/vault.ts'
import type { Database } from '../../db/client.ts'
import { channels } from '../../db/schema/inbox.ts'

const concurrency = 500

const Outdated = z.array(z.object({ id: z.string(), credentials: z.record(z.string(), z.string()) }))

type Resealing = { readonly database: Database; readonly jobs: Database; readonly vault: Vault }

/**
 * Seals with the current key what was sealed with the one before, and gives of how many channels: when it gives 0 the
 * previous key can go. What no key opens stays as it is.
 */
export async function resealCredentials({ database, jobs, vault }: Resealing): Promise<number> {
  const key = await vault.keyName()
  const [{ rows }] = await jobs.batch(
    (db) => [db.execute(sql`select app.channels_sealed_otherwise(${key}, ${concurrency}) as found`)],
    () => {},
  )
  let resealed = 0
  for (const { id, credentials } of Outdated.parse(rows[0]?.['found'])) {
    const anew = await resealedCredentials(credentials, id, vault)
    if (anew === null) continue
    await database.batch(
      (db) => [
        db.execute(sql`select app.enter_channel(${id})`),
        // Unless somebody changed them in between.
        db.execute(sql`update ${channels} set credentials = ${JSON.stringify(anew)}::jsonb
          where store_id = app.store() and id = ${id} and credentials = ${JSON.stringify(credentials)}::jsonb`),
      ],
      () => {},
    )
    resealed += 1
  }
  return resealed
}

async function resealedCredentials(credentials: Record<string, string>, id: string, vault: Vault) {
  const anew: Record<string, string> = {}
  for (const [name, sealed] of Object.entries(credentials)) {
    const secret = await vault.open(sealed, id)
    if (secret === null) return null
    anew[name] = await vault.seal(secret, id)
  }
  return anew
}
