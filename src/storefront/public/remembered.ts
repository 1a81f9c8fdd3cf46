import { type Cached, deleteCached, readCache, writeCache } from '../../edge-cache.ts'
import { StorefrontMoved } from './visit.ts'

/** How long a location may go on with what it has read, in seconds: what was published, and what is on sale. */
export const freshFor = { content: 30, catalogue: 15 } as const

export type Public = { readonly edition: string; readonly body: unknown }

// What is kept of a storefront is kept under its edition (of which store, and which version of it is public), which is
// kept by itself: forgetting which edition that is forgets all of it, without a list of what there was. Under the slug
// as well, as that is part of what is shown.
// Under a former slug, where the store is now.
const movedTo = 'moved to '
const editionKey = (slug: string) => keyOf(['edition', slug])
const bodyKey = (slug: string, edition: string, what: readonly string[]) => keyOf(['body', slug, edition, ...what])

// No part of a path that begins so is `..`, which would lead to somebody else's.
const keyOf = (parts: readonly string[]) =>
  ['storefronts', ...parts.map((part) => `=${encodeURIComponent(part)}`)].join('/')

/**
 * A public answer as JSON text, from this location's cache or else read and kept there. `what` names it among the
 * store's. Throws `StorefrontMoved`, which is kept as well.
 */
export async function remembered(
  slug: string,
  what: readonly string[],
  seconds: number,
  read: () => Promise<Public>,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Cached> {
  const current = await readCache(editionKey(slug), freshFor.content)
  if (current?.text.startsWith(movedTo)) throw new StorefrontMoved(current.text.slice(movedTo.length))
  const found = current && (await readCache(bodyKey(slug, current.text, what), seconds))
  if (found) return found
  const at = Date.now()
  const { edition, body } = await read().catch((error: unknown) => {
    if (error instanceof StorefrontMoved)
      waitUntil(writeCache(editionKey(slug), { text: `${movedTo}${error.slug}`, at }, freshFor.content))
    throw error
  })
  const kept = { text: JSON.stringify(body), at }
  waitUntil(
    Promise.all([
      writeCache(editionKey(slug), { text: edition, at }, freshFor.content),
      writeCache(bodyKey(slug, edition, what), kept, seconds),
    ]),
  )
  return kept
}

/** Has the next visitor here see what is public now; elsewhere it takes until what is kept is too old. */
export const forgetStorefront = (slug: string): Promise<void> => deleteCached(editionKey(slug))
