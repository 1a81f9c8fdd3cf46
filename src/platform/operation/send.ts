import { sql } from 'drizzle-orm'
import type { Trace } from './context.ts'
import type { Count, Database, Db } from '../db/client.ts'
import type { Entrance, Query } from '../db/prepared.ts'
import { readStatement } from '../db/read-statement.ts'
import { queuedFor } from '../db/write-statement.ts'

// What contexts with and without a credential have in common.

export const countIn =
  (trace: Trace): Count =>
  (ms, failure) => {
    trace.roundTrips += 1
    trace.databaseMs += ms
    if (failure) (trace.failures ??= []).push({ ms, failure })
  }

export async function sendRead<Row, Values>(
  database: Database,
  trace: Trace,
  entered: Entrance,
  query: Query<Row, Values>,
  values: Values,
): Promise<Row[]> {
  const { text, params } = readStatement(entered, query, values)
  return (await database.query(text, params, countIn(trace))).map(query.selected.toRow)
}

/** The last statement of a batch that writes. */
export const selectQueued = (db: Db) => db.execute<{ store: string | null }>(sql`select ${queuedFor} as store`)

export function noteQueued(trace: Trace, store: string | null | undefined): void {
  if (store) trace.queuedFor = store
}

export const lastOf = <T>(results: readonly [...unknown[], T]): T =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript cannot index a tuple from its end
  results[results.length - 1] as T
