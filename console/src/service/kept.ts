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
    get(): Draft {
      const kept: unknown = JSON.parse(read(key) ?? '{}')
      return Object.fromEntries(
        Object.entries(Object(kept)).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      )
    },
    set: (draft: Draft) => write(key, JSON.stringify(draft)),
    clear: () => write(key, null),
  }
}

export function forgetAll(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // As above.
  }
}
