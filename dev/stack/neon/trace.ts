import type pg from 'pg'
import { z } from 'zod'
import type { NeonRequest } from './request.ts'
import { type Result, send } from './transaction.ts'

const Functions = z.array(z.object({ name: z.string(), calls: z.int(), total_ms: z.number(), own_ms: z.number() }))

const Tables = z.array(
  z.object({ name: z.string(), read: z.int(), inserted: z.int(), updated: z.int(), deleted: z.int() }),
)

/** What a transaction did: its statements, the functions that it called, and the rows of each table. */
export const Trace = z.object({
  statements: z.array(z.string()),
  ms: z.number(),
  refused: z.boolean(),
  functions: Functions,
  tables: Tables,
})
export type Trace = z.infer<typeof Trace>

// The transaction's own counts. PostgreSQL counts functions with track_functions = all, but not those that it inlines.
const functions = `
  select coalesce(json_agg(f order by f.total_ms desc, f.name), '[]') from (
    select schemaname || '.' || funcname as name, calls, total_time as total_ms, self_time as own_ms
      from pg_stat_xact_user_functions) as f`
const tables = `
  select coalesce(json_agg(t order by t.name), '[]') from (
    select relname as name, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read,
           n_tup_ins as inserted, n_tup_upd as updated, n_tup_del as deleted from pg_stat_xact_user_tables) as t
   where t.read + t.inserted + t.updated + t.deleted > 0`

/** A procedure commits by itself. */
export const isTraceable = ({ queries }: NeonRequest): boolean =>
  !queries.some(({ query }) => /^\s*call\b/i.test(query))

/** Runs a request like runTransaction, one statement after the other, and adds what it did to `traces`, also if it is refused. */
export async function runTraced(
  client: pg.Client,
  { queries, begin }: NeonRequest,
  traces: Trace[],
): Promise<Result[]> {
  // Otherwise the counts of earlier transactions are among them.
  await client.query('select pg_stat_force_next_flush()')
  await client.query(begin ?? 'begin')
  await client.query('savepoint traced')
  const started = performance.now()
  const sent = (async () => {
    const results: Result[] = []
    for (const query of queries) results.push(await send(client, query))
    return results
  })()
  const [{ status }] = await Promise.allSettled([sent])
  const ms = performance.now() - started
  const refused = status === 'rejected'
  if (refused) await client.query('rollback to savepoint traced')
  const read = async (query: string) => {
    const { rows } = await send(client, { query, params: [] })
    return JSON.parse(String(rows[0]?.[0]))
  }
  traces.push({
    statements: queries.map(({ query }) => query),
    ms,
    refused,
    functions: Functions.parse(await read(functions)),
    tables: Tables.parse(await read(tables)),
  })
  await client.query(refused ? 'rollback' : 'commit')
  return sent
}
