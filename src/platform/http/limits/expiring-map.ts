const maxEntries = 10_000

/** In-memory entries that expire. If there are too many, the oldest are evicted first. */
export type ExpiringMap<Value> = {
  readonly get: (key: string) => Value | undefined
  readonly set: (key: string, value: Value, ms: number) => void
  /** Changes the value without extending its lifetime. */
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
      // Deleted first, so that it moves to the end.
      entries.delete(key)
      entries.set(key, { value, until: Date.now() + ms })
      const [oldest] = entries.keys()
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    },
  }
}

/** One value per environment object. A deployed isolate has only one environment; tests have many. */
export function perEnvironment<Value extends object>(create: () => Value): (env: object) => Value {
  const values = new WeakMap<object, Value>()
  return (env) => {
    const value = values.get(env) ?? create()
    values.set(env, value)
    return value
  }
}
