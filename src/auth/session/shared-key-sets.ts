import * as z from 'zod'

const StoredKeySet = z.object({ fetchedAt: z.int(), text: z.string() })

type StoredKeySet = z.infer<typeof StoredKeySet>

/** Key sets shared by the isolates of one Cloudflare location, so that a cold one need not ask the provider. */
export type SharedKeySets = {
  readonly read: (jwksUri: string) => Promise<StoredKeySet | undefined>
  readonly write: (jwksUri: string, stored: StoredKeySet) => Promise<void>
}

/**
 * On `caches.default`. Plain workerd has none (even touching it may throw): reads then find nothing.
 * `epoch` is part of every address: raising `JWKS_EPOCH` abandons all that is stored.
 */
export function sharedKeySets(epoch: string): SharedKeySets {
  // `.invalid` never resolves (RFC 6761), so no fetch can put anything under these addresses.
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
        // The isolate's own copy serves on.
      }
    },
  }
}
