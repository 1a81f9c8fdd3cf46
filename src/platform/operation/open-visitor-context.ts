import type { Trace, Visitor, VisitorContext } from './context.ts'
import type { Database, Db, Results, Statement } from '../db/client.ts'
import { Refusal } from '../db/failure.ts'
import { keyReused } from './idempotency-key.ts'
import { type Refusals, refusedBy } from './refusals.ts'
import { countIn, lastOf, noteQueued, selectQueued, sendRead } from './send.ts'

export const openVisitorContext = (
  { database, deployment, trace, language }: Visitor,
  refusals: Refusals,
): VisitorContext => ({
  deployment,
  language,
  read: (entered, query, values) =>
    sendRead(database, trace, entered, query, values).catch((error: unknown) => {
      throw explainToVisitor(error, refusals)
    }),
  call: (statements) =>
    send(database, trace, statements).catch((error: unknown) => {
      throw explainToVisitor(error, refusals)
    }),
})

async function send<const T extends readonly [Statement, ...Statement[]]>(
  database: Database,
  trace: Trace,
  statements: (db: Db) => T,
): Promise<Results<T>> {
  const results = await database.batch((db) => [...statements(db), selectQueued(db)] as const, countIn(trace))
  noteQueued(trace, lastOf(results).rows[0]?.store)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the results without that of the last statement
  return results.slice(0, -1) as Results<T>
}

function explainToVisitor(error: unknown, refusals: Refusals): unknown {
  if (error instanceof Refusal && error.code === 'idempotency_key_reused') return keyReused()
  return refusedBy(error, refusals) ?? error
}
