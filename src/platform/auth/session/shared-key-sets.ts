import * as z from 'zod'

const StoredKeySet = z.object({ fetchedAt: z.int(), text: z.string() })

type StoredKeySet = z.infer<typeof StoredKeySet>

/** Key sets shared by the isolates of a Cloudflare location, so that a cold isolate need not ask the provider. */
export type SharedKeySets = {
  readonly read: (jwksUri: string) => Promise<StoredKeySet | undefined>
  readonly write: (jwksUri: string, stored: StoredKeySet) => Promise<void>
}

/**
 * Uses `caches.default`. In plain workerd, which has none and may throw, reads find nothing. `epoch` is part of every cache
 * key, so raising `JWKS_EPOCH` discards everything stored.
 */
export function sharedKeySets(epoch: string): SharedKeySets {
  // `.invalid` never resolves (RFC 6761), so no fetch can write to these cache keys.
  const addressOf = (jwksUri: string) =>
    `https://key-sets.invalid/${encodeURIComponent(epoch)}/${encodeURIComponent(jwksUri)}`
  return {
    read: async (jwksUri) => {
      try {
        const found = await caches.default.match(addressOf(jwksUri))
        return found && StoredKeySet.safeParse(await found.json()).data
      } catch {
        return undefined
      }
    },
    write: async (jwksUri, stored) => {
      try {
        const headers = { 'cache-control': 'public, max-age=86400' }
        await caches.default.put(addressOf(jwksUri), Response.json(stored, { headers }))
      } catch {
        // The isolate still has its own copy.
      }
    },
  }
}
