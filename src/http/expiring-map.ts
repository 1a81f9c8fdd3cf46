const maxEntries = 10_000

/** What an isolate keeps in memory for a while. Of too many entries, those go first that were set longest ago. */
export type ExpiringMap<Value> = {
  readonly get: (key: string) => Value | undefined
  readonly set: (key: string, value: Value, ms: number) => void
  /** Keeps the time at which it ends. */
  readonly update: (key: string, value: Value) => void
  readonly delete: (key: string) => void
}

export function expiringMap<Value>(): ExpiringMap<Value> {
  const entries = new Map<string, { value: Value; until: number }>()
  const current = (key: string) => {
    const entry = entries.get(key)
    return entry !== undefined && entry.until > Date.now() ? entry : undefined
  }
  return {
    get: (key) => current(key)?.value,
    delete: (key) => void entries.delete(key),
    update(key, value) {
      const entry = current(key)
      if (entry) entry.value = value
    },
    set(key, value, ms) {
      // Removed first, so that it goes to the end.
      entries.delete(key)
      entries.set(key, { value, until: Date.now() + ms })
      const [oldest] = entries.keys()
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    },
  }
}

/** One value for each environment of the Worker, of which an isolate has one: what is in it, the isolate has seen itself. */
export function perEnvironment<Value extends object>(make: () => Value): (env: object) => Value {
  const made = new WeakMap<object, Value>()
  return (env) => {
    const value = made.get(env) ?? make()
    made.set(env, value)
    return value
  }
}
