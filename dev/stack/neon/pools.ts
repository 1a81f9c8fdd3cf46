import pg from 'pg'

export type Pools = ReturnType<typeof createPools>

/**
 * One pool per connection string, ignoring its `application_name`, which is the caller's tag. A connection that is idle for
 * `idleMs` is closed; 0 keeps it. A request waits up to `maxWaitMs` for one.
 */
export function createPools(poolSize: number, idleMs: number, maxWaitMs: number) {
  const pools = new Map<string, pg.Pool>()
  const targets = new Map<string, { url: string; tag: string }>()

  /** Throws a TypeError if it is not a URL. */
  function target(connectionString: string) {
    const known = targets.get(connectionString)
    if (known) return known
    const url = new URL(connectionString)
    const tag = url.searchParams.get('application_name') ?? ''
    url.searchParams.delete('application_name')
    const parsed = { url: url.href, tag }
    targets.set(connectionString, parsed)
    return parsed
  }

  /** `own` gives one tag a separate pool. */
  function pool(url: string, own?: { tag: string; size: number }): pg.Pool {
    const key = own ? `${own.tag} ${own.size} ${url}` : url
    const known = pools.get(key)
    if (known) return known
    const created = new pg.Pool({
      connectionString: url,
      application_name: 'neon-endpoint',
      max: own?.size ?? poolSize,
      idleTimeoutMillis: own ? 2000 : idleMs,
      connectionTimeoutMillis: maxWaitMs,
      keepAlive: true,
      pipeline: true,
      // Values are sent as PostgreSQL formats them.
      types: { getTypeParser: () => (value: unknown) => value },
    })
    // A lost connection fails the request that uses it. An idle one is replaced.
    created.on('error', () => {})
    created.on('connect', (client) => void client.on('error', () => {}))
    pools.set(key, created)
    return created
  }

  async function close() {
    await Promise.all([...pools.values()].map((each) => each.end()))
  }

  return { target, pool, close }
}
