import { deleteCached, writeCache, readCache, type Cached } from '../../../platform/outside/edge-cache.ts'
import { StorefrontMoved } from './visit.ts'

/** How long a Cloudflare location may serve published content and visible products from its cache, in seconds. */
export const maxAgeSeconds = { content: 30, catalogue: 15 } as const

export type Public = { readonly edition: string; readonly body: unknown }

// Bodies are cached under the edition of the storefront (its store and public version), which has an entry of its own.
// Deleting that entry invalidates all bodies without a list of them. The slug is part of the key because bodies contain it.
// The entry of a former slug holds the current slug instead of an edition.
const movedPrefix = 'moved to '
const editionKey = (slug: string) => keyOf(['edition', slug])
const bodyKey = (slug: string, edition: string, resource: readonly string[]) =>
  keyOf(['body', slug, edition, ...resource])

// The prefix keeps a part from being `..`, which would lead to another store's entries.
const keyOf = (parts: readonly string[]) =>
  ['storefronts', ...parts.map((part) => `=${encodeURIComponent(part)}`)].join('/')

/**
 * Returns a public response as JSON text, from this location's cache or else from the database. `resource` identifies it
 * within the store. Throws `StorefrontMoved`, which is cached as well.
 */
export async function cached(
  slug: string,
  resource: readonly string[],
  seconds: number,
  read: () => Promise<Public>,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Cached> {
  const current = await readCache(editionKey(slug), maxAgeSeconds.content)
  if (current?.text.startsWith(movedPrefix)) throw new StorefrontMoved(current.text.slice(movedPrefix.length))
  const found = current && (await readCache(bodyKey(slug, current.text, resource), seconds))
  if (found) return found
  const at = Date.now()
  const { edition, body } = await read().catch((error: unknown) => {
    if (error instanceof StorefrontMoved)
      waitUntil(writeCache(editionKey(slug), { text: `${movedPrefix}${error.slug}`, at }, maxAgeSeconds.content))
    throw error
  })
  const entry = { text: JSON.stringify(body), at }
  waitUntil(
    Promise.all([
      writeCache(editionKey(slug), { text: edition, at }, maxAgeSeconds.content),
      writeCache(bodyKey(slug, edition, resource), entry, seconds),
    ]),
  )
  return entry
}

/** Invalidates the cache of this location. Other locations follow when their entries expire. */
export const invalidateStorefront = (slug: string): Promise<void> => deleteCached(editionKey(slug))
