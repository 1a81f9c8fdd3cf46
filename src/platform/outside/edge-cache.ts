/** A cached text, and when it was cached (epoch milliseconds). */
export type Cached = { readonly text: string; readonly at: number }

const maxCharacters = 4_000_000

// For isolates without the Cache API, such as plain workerd. Public data only; the oldest entries are evicted first.
const local = new Map<string, Cached>()
let localCharacters = 0
let hasNoCacheApi = false

/** Uses the Cache API, which the isolates of one Cloudflare location share. It may evict entries at any time. */
async function withCache<T>(work: (cache: Cache) => Promise<T>, fallback: () => T): Promise<T> {
  if (!hasNoCacheApi) {
    try {
      return await work(caches.default)
    } catch {
      hasNoCacheApi = true
    }
  }
  return fallback()
}

/** `key` is a path. The caller encodes every part that comes from a request. */
const addressOf = (key: string) => `https://edge-cache.invalid/${key}`

const cachedAtHeader = 'x-cached-at'

/** The text cached under the key, if it is younger than `seconds`. */
export async function readCache(key: string, seconds: number): Promise<Cached | undefined> {
  const cached = await withCache(
    async (cache) => {
      const found = await cache.match(addressOf(key))
      return found && { text: await found.text(), at: Number(found.headers.get(cachedAtHeader)) }
    },
    () => local.get(key),
  )
  return cached && Date.now() - cached.at < seconds * 1000 ? cached : undefined
}

export async function writeCache(key: string, { text, at }: Cached, seconds: number): Promise<void> {
  const headers = { 'cache-control': `public, max-age=${seconds}`, [cachedAtHeader]: String(at) }
  await withCache(
    (cache) => cache.put(addressOf(key), new Response(text, { headers })),
    () => writeLocal(key, { text, at }),
  )
}

/** Deletes from this location only. Other locations keep their copy until it expires. */
export async function deleteCached(key: string): Promise<void> {
  await withCache(
    (cache) => cache.delete(addressOf(key)),
    () => deleteLocal(key),
  )
}

function writeLocal(key: string, cached: Cached): void {
  deleteLocal(key)
  local.set(key, cached)
  localCharacters += key.length + cached.text.length
  for (const oldest of local.keys()) {
    if (localCharacters <= maxCharacters) return
    deleteLocal(oldest)
  }
}

function deleteLocal(key: string): boolean {
  localCharacters -= key.length + (local.get(key)?.text.length ?? -key.length)
  return local.delete(key)
}
