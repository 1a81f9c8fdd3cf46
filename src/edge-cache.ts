/** A cached text, and when it was stored (milliseconds since the epoch). */
export type CachedText = { readonly text: string; readonly at: number }

const maxCharacters = 4_000_000

// Used where there is no Cache API, as in plain workerd. Holds public data only, and drops the oldest entries first.
const local = new Map<string, CachedText>()
let localCharacters = 0
let hasCacheApi = true

/** Uses the Cache API of this Cloudflare location, which all isolates there share. Entries can disappear at any time. */
async function withCache<T>(work: (cache: Cache) => Promise<T>, fallback: () => T): Promise<T> {
  if (hasCacheApi) {
    try {
      return await work(caches.default)
    } catch {
      hasCacheApi = false
    }
  }
  return fallback()
}

/** `key` is a path in which the caller has encoded every part that came from a request. */
const urlOf = (key: string) => `https://edge-cache.invalid/${key}`

const storedAtHeader = 'x-stored-at'

/** The entry of the key, unless it is older than `seconds`. */
export async function recall(key: string, seconds: number): Promise<CachedText | undefined> {
  const entry = await withCache(
    async (cache) => {
      const found = await cache.match(urlOf(key))
      return found && { text: await found.text(), at: Number(found.headers.get(storedAtHeader)) }
    },
    () => local.get(key),
  )
  return entry && Date.now() - entry.at < seconds * 1000 ? entry : undefined
}

export async function keep(key: string, { text, at }: CachedText, seconds: number): Promise<void> {
  const headers = { 'cache-control': `public, max-age=${seconds}`, [storedAtHeader]: String(at) }
  await withCache(
    (cache) => cache.put(urlOf(key), new Response(text, { headers })),
    () => keepLocally(key, { text, at }),
  )
}

/** Affects this location only. Other locations keep their entries until they expire. */
export async function drop(key: string): Promise<void> {
  await withCache(
    (cache) => cache.delete(urlOf(key)),
    () => dropLocally(key),
  )
}

function keepLocally(key: string, entry: CachedText): void {
  dropLocally(key)
  local.set(key, entry)
  localCharacters += key.length + entry.text.length
  for (const oldest of local.keys()) {
    if (localCharacters <= maxCharacters) return
    dropLocally(oldest)
  }
}

function dropLocally(key: string): boolean {
  localCharacters -= key.length + (local.get(key)?.text.length ?? -key.length)
  return local.delete(key)
}
