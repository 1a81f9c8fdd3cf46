import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Control, createControl, type Fault } from './control.ts'
import { errorAnswer, NeonError } from './error.ts'
import { createPools, type Pools } from './pools.ts'
import { type NeonRequest, readRequest } from './request.ts'
import { isTraceable, runTraced, type Trace } from './trace.ts'
import { type Result, resultBody, runTransaction } from './transaction.ts'

export type NeonEndpoint = { url: string; close(): Promise<void> }

type Options = {
  port: number
  /** Connections to Postgres, for each connection string. */
  poolSize: number
  /** Closes a connection that is idle for so long, because databases come and go. By default, connections are kept. */
  idleMs?: number
  /** How long a request waits for a connection. */
  maxWaitMs?: number
  /** Serves `/control/<tag>`, where the tag is the connection string's `application_name`. */
  control?: boolean
  /** Serves `/trace`: POST begins to trace what each request does, DELETE ends it and returns the traces. */
  traces?: boolean
  /** Delays every request, to simulate the distance to the database. */
  delayMs?: number
}

type Answer = { status: number; body: string }

const maxBytes = 10 * 1024 * 1024

/** Neon's SQL over HTTP in front of any PostgreSQL, for `neonConfig.fetchEndpoint`. */
export async function startNeonEndpoint({
  port,
  poolSize,
  idleMs = 0,
  maxWaitMs = 10_000,
  control,
  traces = false,
  delayMs = 0,
}: Options): Promise<NeonEndpoint> {
  const pools = createPools(poolSize, idleMs, maxWaitMs)
  const controls = control ? createControl() : undefined
  const tracing = traces ? {} : undefined
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    serve(request, response, { pools, control: controls, tracing, delayMs }).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}/sql`,
    async close() {
      server.close()
      server.closeAllConnections()
      await pools.close()
    },
  }
}

type Parts = {
  pools: Pools
  control: Control | undefined
  /** Of all requests since the trace began. */
  tracing: { traces?: Trace[] } | undefined
  delayMs: number
}

async function serve(request: IncomingMessage, response: ServerResponse, parts: Parts) {
  const { method = '', url = '' } = request
  if (method === 'POST' && url === '/sql') {
    const answer = await sql(request, parts)
    return answer ? reply(response, answer) : void response.destroy()
  }
  if (parts.control && url.startsWith('/control/')) {
    const tag = decodeURIComponent(url.slice('/control/'.length))
    return reply(response, parts.control.answer(method, tag, await text(request)))
  }
  if (parts.tracing && url === '/trace') {
    const { traces = [] } = parts.tracing
    if (method === 'POST') parts.tracing.traces = []
    else delete parts.tracing.traces
    return reply(response, { status: 200, body: JSON.stringify(traces) })
  }
  reply(response, { status: 404, body: '' })
}

function reply(response: ServerResponse, { status, body }: Answer) {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

/** Returns undefined if the connection is to be dropped without an answer. */
async function sql(
  incoming: IncomingMessage,
  { pools, control, tracing, delayMs }: Parts,
): Promise<Answer | undefined> {
  try {
    const request = await readRequest(incoming)
    const { url, tag } = target(pools, request.connectionString)
    control?.record(tag, request.queries)
    const fault = control?.nextFault(tag)
    const faults = control?.faults(tag)
    const waitMs = delayMs + (faults?.delay_ms ?? 0)
    if (waitMs > 0) await sleep(waitMs)
    if (fault === 'down' || fault === 'drop_before') return undefined
    if (fault === 'http_500') throw new NeonError(500, 'Control plane request failed')

    const size = faults?.pool_size
    const pool = pools.pool(url, size === undefined ? undefined : { tag, size })
    const body = answerBody(request, await run(pool, request, fault, tracing?.traces))
    if (body.length > maxBytes) throw new NeonError(507, `response is too large (max is ${maxBytes} bytes)`)
    return fault === 'lose_reply_after_commit' ? undefined : { status: 200, body }
  } catch (error) {
    return errorAnswer(error)
  }
}

function target(pools: Pools, connectionString: string) {
  try {
    return pools.target(connectionString)
  } catch {
    throw new NeonError(400, 'failed to parse the connection string')
  }
}

async function run(pool: pg.Pool, request: NeonRequest, fault: Fault | undefined, traces?: Trace[]): Promise<Result[]> {
  const client = await connect(pool)
  let broken = true
  try {
    const results = await (fault === 'kill_backend'
      ? runAndKill(pool, client, request)
      : traces && isTraceable(request)
        ? runTraced(client, request, traces)
        : runTransaction(client, request))
    // A statement of the caller may have left a transaction open.
    broken = fault === 'kill_backend' || client.getTransactionStatus() !== 'I'
    return results
  } catch (error) {
    broken = !(error instanceof pg.DatabaseError) || error.severity !== 'ERROR'
    throw error
  } finally {
    client.release(broken)
  }
}

async function connect(pool: pg.Pool) {
  try {
    return await pool.connect()
  } catch (error) {
    // Neon's proxy passes on what Postgres answers, but checks passwords itself.
    if (error instanceof pg.DatabaseError && error.code !== '28P01') throw error
    throw new NeonError(500, error instanceof Error ? error.message : 'could not connect to the database')
  }
}

/** Runs a request and terminates its backend: for half of the batches just before COMMIT, otherwise at any time. */
async function runAndKill(pool: pg.Pool, client: pg.PoolClient, request: NeonRequest): Promise<Result[]> {
  const { rows } = await client.query<{ pid: string }>('select pg_backend_pid() as pid')
  const killer = new pg.Client({ connectionString: pool.options.connectionString })
  await killer.connect()
  const kill = async () => void (await killer.query('select pg_terminate_backend($1, 1000)', [rows[0]?.pid]))
  try {
    if (request.begin !== undefined && Math.random() < 0.5) return await runTransaction(client, request, kill)
    const [outcome] = await Promise.allSettled([runTransaction(client, request), kill()])
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  } finally {
    await killer.end()
  }
}

function answerBody({ begin, arrayMode }: NeonRequest, results: Result[]): string {
  const bodies = results.map((result) => resultBody(result, arrayMode))
  return JSON.stringify(begin === undefined ? bodies[0] : { results: bodies })
}
