import pg from 'pg'

export type Pools = ReturnType<typeof createPools>

/** One pool a connection string, whatever `application_name` it carries: that is the tag of who is asking. */
export function createPools(poolSize: number) {
  const pools = new Map<string, pg.Pool>()
  const targets = new Map<string, { url: string; tag: string }>()

  /** Throws TypeError where it is not a URL. */
  function target(connectionString: string) {
    const known = targets.get(connectionString)
    if (known) return known
    const url = new URL(connectionString)
    const tag = url.searchParams.get('application_name') ?? ''
    url.searchParams.delete('application_name')
    const found = { url: url.href, tag }
    targets.set(connectionString, found)
    return found
  }

  /** `own` sets the pool of one tag apart from everybody else's. */
  function pool(url: string, own?: { tag: string; size: number }): pg.Pool {
    const key = own ? `${own.tag} ${own.size} ${url}` : url
    const known = pools.get(key)
    if (known) return known
    const created = new pg.Pool({
      connectionString: url,
      application_name: 'neon-endpoint',
      max: own?.size ?? poolSize,
      idleTimeoutMillis: own ? 2000 : 0,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      pipeline: true,
      // Values travel as Postgres writes them.
      types: { getTypeParser: () => (value: unknown) => value },
    })
    // A lost connection shows in the request that runs on it; one that idles is replaced by the next.
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
