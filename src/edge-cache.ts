/** A text kept for a while, and when it was put there (milliseconds of the epoch). */
export type Kept = { readonly text: string; readonly at: number }

const maxCharacters = 4_000_000

// In an isolate that has no Cache API, such as plain workerd's: public data only, the oldest given up first.
const own = new Map<string, Kept>()
let ownCharacters = 0
let withoutCache = false

/** On the Cache API of one Cloudflare location, which all its isolates share; what is kept may be gone at any time. */
async function onCache<T>(work: (cache: Cache) => Promise<T>, otherwise: () => T): Promise<T> {
  if (!withoutCache) {
    try {
      return await work(caches.default)
    } catch {
      withoutCache = true
    }
  }
  return otherwise()
}

/** `key` is a path of one's own making, in which every part that came from outside is encoded. */
const addressOf = (key: string) => `https://edge-cache.invalid/${key}`

const keptAt = 'x-kept-at'

/** What is kept under the key, if it is no older than so many seconds. */
export async function recall(key: string, seconds: number): Promise<Kept | undefined> {
  const kept = await onCache(
    async (cache) => {
      const found = await cache.match(addressOf(key))
      return found && { text: await found.text(), at: Number(found.headers.get(keptAt)) }
    },
    () => own.get(key),
  )
  return kept && Date.now() - kept.at < seconds * 1000 ? kept : undefined
}

export async function keep(key: string, { text, at }: Kept, seconds: number): Promise<void> {
  const headers = { 'cache-control': `public, max-age=${seconds}`, [keptAt]: String(at) }
  await onCache(
    (cache) => cache.put(addressOf(key), new Response(text, { headers })),
    () => keepLocally(key, { text, at }),
  )
}

/** Here alone: other locations keep theirs until it is too old. */
export async function drop(key: string): Promise<void> {
  await onCache(
    (cache) => cache.delete(addressOf(key)),
    () => dropOwn(key),
  )
}

function keepLocally(key: string, kept: Kept): void {
  dropOwn(key)
  own.set(key, kept)
  ownCharacters += key.length + kept.text.length
  for (const oldest of own.keys()) {
    if (ownCharacters <= maxCharacters) return
    dropOwn(oldest)
  }
}

function dropOwn(key: string): boolean {
  ownCharacters -= key.length + (own.get(key)?.text.length ?? -key.length)
  return own.delete(key)
}
