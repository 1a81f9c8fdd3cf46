import { type SQL, sql } from 'drizzle-orm'
import { type RecentSignIn, SignInNeeded } from './auth/sign-in/sign-in-needed.ts'
import type { Scope } from './auth/tokens/scopes.ts'
import type { Caller, Context, Trace, Visitor, VisitorContext, Write } from './context.ts'
import type { Count, Database, Db, Results, Statement } from './db/client.ts'
import { Refusal } from './db/failure.ts'
import { elementsOf, type Entrance, type Query } from './db/prepared.ts'
import { readStatement, textOf } from './db/read-statement.ts'
import { dialect, type Selection } from './db/selection.ts'
import { writeStatement } from './db/write-statement.ts'
import { idempotencyKeys } from './db/schema/idempotency-keys.ts'
import { contextOf } from './enter-context.ts'
import { keyReused, requestHash } from './idempotency-key.ts'
import { anyRefusal } from './any-refusal.ts'
import { type Refusals, refusedBy } from './refusals.ts'
import { storeRefusals } from './store-refusals.ts'

export const openVisitorContext = ({ database, deployment, trace }: Visitor, refusals: Refusals): VisitorContext => ({
  deployment,
  read: (entered, query, values) =>
    sendRead(database, trace, entered, query, values).catch((error: unknown) => {
      throw explainToVisitor(error, refusals)
    }),
  call: (statements) =>
    database.batch(statements, countIn(trace)).catch((error: unknown) => {
      throw explainToVisitor(error, refusals)
    }),
})

function explainToVisitor(error: unknown, refusals: Refusals): unknown {
  if (error instanceof Refusal && error.code === 'idempotency_key_reused') return keyReused()
  return refusedBy(error, refusals) ?? error
}

const countIn =
  (trace: Trace): Count =>
  (ms) => {
    trace.roundTrips += 1
    trace.databaseMs += ms
  }

async function sendRead<Row, Values>(
  database: Database,
  trace: Trace,
  entered: Entrance,
  query: Query<Row, Values>,
  values: Values,
): Promise<Row[]> {
  const { text, params } = readStatement(entered, query, values)
  return (await database.query(text, params, countIn(trace))).map(query.selected.toRow)
}

type Opening = {
  readonly name: string
  readonly scope: Scope
  readonly recentSignIn: RecentSignIn | null
  readonly refusals: Refusals
}

export function openContext({ name, scope, recentSignIn, refusals }: Opening, caller: Caller, input: unknown): Context {
  const { database, idempotencyKey, trace } = caller

  async function send<const T extends readonly Statement[]>(
    required: Scope,
    statements: (db: Db) => T,
    storeId = caller.storeId,
  ): Promise<Results<T>> {
    const enter = sql`select ${sql.join([...contextOf({ ...caller, storeId }, required, recentSignIn).calls()], sql`, `)}`
    try {
      const [, ...results] = await database.batch((db) => [db.execute(enter), ...statements(db)], countIn(trace))
      return results
    } catch (error) {
      throw signInNeeded(error) ?? error
    }
  }

  async function sendWrite<Row>(selected: Selection<Row>, result: SQL, storeId = caller.storeId): Promise<Row[]> {
    const { text, params } = writeStatement(contextOf({ ...caller, storeId }, scope, recentSignIn), selected, result)
    try {
      return (await database.query(text, params, countIn(trace))).map(selected.toRow)
    } catch (error) {
      throw signInNeeded(error) ?? error
    }
  }

  async function keyOf() {
    // What the response includes does not make it another request.
    const { include: _include, ...hashed } = Object(input)
    return sql`${name}, ${idempotencyKey.value}, ${await requestHash(idempotencyKey, hashed)}`
  }

  function explain(error: unknown): unknown {
    const known = refusedBy(error, { ...storeRefusals, ...refusals })
    return known ?? (error instanceof Refusal ? anyRefusal(error, scope, caller.credential.kind) : error)
  }

  return {
    caller,
    async run(statements) {
      try {
        return await send(scope, statements)
      } catch (error) {
        throw explain(error)
      }
    },
    async read(query, values) {
      try {
        return await sendRead(database, trace, contextOf(caller, scope, recentSignIn), query, values)
      } catch (error) {
        throw signInNeeded(error) ?? explain(error)
      }
    },
    async write(work) {
      const key = await keyOf()
      let rows
      try {
        rows =
          'selected' in work
            ? await sendWrite(work.selected, work.call(key))
            : lastOf(await send(scope, (db) => writeStatements(db, work, key)))
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'replay')) throw explain(error)
        const stored = sql`(select k.result from ${idempotencyKeys} k where k.store_id = ${error.detail}
          and k.caller = app.caller() and k.operation = ${name} and k.key = ${idempotencyKey.value})`
        // In any store of the caller: the write may have created a store, which is not the selected one.
        rows =
          'selected' in work
            ? await sendWrite(work.selected, stored, null)
            : lastOf(await send(scope, (db) => [work.read(db, stored)], null))
        trace.replayed = true
      }
      return firstOf(rows)
    },
    async writeInParts(procedure) {
      const calls = contextOf(caller, scope, recentSignIn).calls()
      const call = procedure(sql`array[${elementsOf(calls)}]`, await keyOf())
      const { sql: text, params } = dialect.sqlToQuery(call)
      try {
        return firstOf(await database.query(text, params.map(textOf), countIn(trace)))
      } catch (error) {
        throw signInNeeded(error) ?? explain(error)
      }
    },
  }
}

function signInNeeded(error: unknown): SignInNeeded | undefined {
  if (!(error instanceof Refusal)) return undefined
  return error.code === 'signed_out' || error.code === 'sign_in_again' ? new SignInNeeded(error.code) : undefined
}

const writeStatements = <Row extends object>(
  db: Db,
  work: Exclude<Write<Row>, { readonly selected: unknown }>,
  key: SQL,
) =>
  'call' in work
    ? ([work.read(db, work.call(key))] as const)
    : ([
        db.execute(sql`select app.begin_write(${work.store}, ${key})`),
        ...work.statements(db),
        work.read(db, sql`app.finish_write(${key}, ${work.result})`),
      ] as const)

const lastOf = <T>(results: readonly [...unknown[], T]): T =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript cannot index a tuple from its end
  results[results.length - 1] as T

function firstOf<Row extends object>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('a write returned no row')
  return row
}
