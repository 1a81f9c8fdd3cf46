import pg from 'pg'
import type { NeonRequest, Query } from './request.ts'

export type Result = pg.QueryArrayResult<unknown[]>

/** Allows only one statement per query, as on Neon. Missing in pg's types. */
type ExtendedQuery = pg.QueryArrayConfig<unknown[]> & { queryMode: 'extended' }

/** Runs after all statements have been answered and before COMMIT is sent. */
export type BeforeCommit = () => Promise<void>

/** Runs the statements of a request in one transaction and throws the first error. */
export async function runTransaction(
  client: pg.Client,
  { queries, begin }: NeonRequest,
  beforeCommit?: BeforeCommit,
): Promise<Result[]> {
  const [only] = queries
  if (begin === undefined) return only ? [await send(client, only)] : []

  // Everything is sent at once. After an error, the rest fails with 25P02 and COMMIT rolls back, as if we had stopped.
  // One write for all of it is one system call, and wakes PostgreSQL once.
  const { stream } = client.connection
  stream.cork()
  const began = client.query(begin)
  const sent = queries.map((query) => send(client, query))
  if (beforeCommit) {
    stream.uncork()
    await Promise.allSettled([began, ...sent])
    await beforeCommit()
  }
  const committed = client.query('commit')
  if (!beforeCommit) stream.uncork()
  const [first, last, ...outcomes] = await Promise.allSettled([began, committed, ...sent])

  if (first.status === 'rejected') throw first.reason
  const results: Result[] = []
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') throw outcome.reason
    results.push(outcome.value)
  }
  if (last.status === 'rejected') throw last.reason
  if (last.value.command !== 'COMMIT') throw new Error('the transaction was rolled back')
  return results
}

export function send(client: pg.Client, { query, params }: Query) {
  const statement: ExtendedQuery = { text: query, values: params, rowMode: 'array', queryMode: 'extended' }
  return client.query<unknown[], unknown[]>(statement)
}

/** One statement's part of the response. */
export function resultBody({ command, rowCount, rows, fields }: Result, arrayMode: boolean) {
  const resultRows = arrayMode
    ? rows
    : rows.map((row) => Object.fromEntries(fields.map(({ name }, index) => [name, row[index]])))
  return { command, rowCount, rows: resultRows, fields, rowAsArray: arrayMode }
}
