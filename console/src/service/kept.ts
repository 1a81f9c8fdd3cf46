// What this browser keeps: the store that a person looked at last, and what they typed. Gone when they sign out.
const prefix = 'console '

function read(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key)
  } catch {
    // Without storage, nothing is kept.
    return null
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(prefix + key)
    else localStorage.setItem(prefix + key, value)
  } catch {
    // As above.
  }
}

export const lastStore = { get: () => read('store'), set: (slug: string) => write('store', slug) }

type Draft = Readonly<Record<string, string>>

/** What a person typed into a form, until it is sent. */
export const draftOf = (person: string, form: string) => {
  const key = `draft ${person} ${form}`
  return {
    get: (): Draft => textsIn(read(key) ?? '{}'),
    set: (draft: Draft) => write(key, JSON.stringify(draft)),
    clear: () => write(key, null),
  }
}

/**
 * The idempotency key for what a form sends, and what else the request had with it. Sent again after a lost answer, the same
 * input is done once, also if the thing has changed by it; other input is another attempt.
 */
export const attemptOf = (person: string, form: string) => {
  const kept = draftOf(person, `${form} attempt`)
  const attemptAt = (input: object, version = '') => {
    const text = JSON.stringify(input)
    const last = kept.get()
    const key = last['input'] === text ? last['key'] : undefined
    if (key !== undefined) return { key, version: last['version'] ?? '' }
    const next = { key: crypto.randomUUID(), version }
    kept.set({ input: text, ...next })
    return next
  }
  /** Forgets an attempt for another version, whose answer was lost. Whether there was one. */
  const beginAt = (version: string): boolean => {
    const isLost = kept.get()['key'] !== undefined && kept.get()['version'] !== version
    if (isLost) kept.clear()
    return isLost
  }
  return { attemptAt, beginAt, keyFor: (input: object): string => attemptAt(input).key, clear: kept.clear }
}

/** A view of a list that a person keeps: its name, and the query of its address. */
export type OwnView = { readonly name: string; readonly query: string }

/** A person's own views of a list of a store. */
export const ownViewsOf = (person: string, store: string, list: string) => {
  const key = `views ${person} ${store} ${list}`
  return {
    get: (): readonly OwnView[] => Object.entries(textsIn(read(key) ?? '{}')).map(([name, query]) => ({ name, query })),
    set: (views: readonly OwnView[]) =>
      write(key, JSON.stringify(Object.fromEntries(views.map(({ name, query }) => [name, query])))),
  }
}

/** The texts of a JSON object. Of anything else none: an older version, or another script, may have written it. */
function textsIn(json: string): Draft {
  try {
    const kept: unknown = JSON.parse(json)
    return Object.fromEntries(
      Object.entries(typeof kept === 'object' ? (kept ?? {}) : {}).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    )
  } catch {
    return {}
  }
}

export function forgetAll(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // As above.
  }
}
