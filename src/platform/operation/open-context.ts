import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { type RecentSignIn, SignInNeeded } from '../auth/sign-in/sign-in-needed.ts'
import type { Scope } from '../auth/tokens/scopes.ts'
import type { Db, Results, Statement } from '../db/client.ts'
import { Refusal } from '../db/failure.ts'
import { elementsOf, type Entrance } from '../db/prepared.ts'
import { textOf } from '../db/read-statement.ts'
import { idempotencyKeys } from '../db/schema/idempotency-keys.ts'
import { dialect, type Selection } from '../db/selection.ts'
import { writeStatement } from '../db/write-statement.ts'
import type { Filtered } from '../references/filter.ts'
import { namesIn } from '../references/reference.ts'
import { anyRefusal } from './any-refusal.ts'
import { type Caller, type Context, isPerson, type Write } from './context.ts'
import { contextOf, withFilters, withNames } from './enter-context.ts'
import { requestHash } from './idempotency-key.ts'
import { refusal, type Refusals, refusedBy, type TranslatedRefusals } from './refusals.ts'
import { countIn, lastOf, noteQueued, selectQueued, sendRead } from './send.ts'
import { filterRefusals, referenceRefusals } from './shared-refusals.ts'

const Choice = z.object({ id: z.string(), slug: z.string(), name: z.string() })

/** Refusals of a request that does not say which of the caller's stores it is about. */
const whichStoreRefusals = {
  store_required: refusal(
    'store_required',
    { stores: z.array(Choice) },
    {
      en: ({ stores }) =>
        stores.length === 0
          ? 'You do not belong to a store yet. Create one with POST /api/stores.'
          : 'You belong to several stores. Choose one with the X-Store-Id header.',
      ar: ({ stores }) =>
        stores.length === 0 ? 'ليس لديك متجر بعد. أنشئ متجرًا أولًا.' : 'لديك أكثر من متجر. اختر واحدًا منها.',
    },
  ),
} as const satisfies TranslatedRefusals

type Opening = {
  readonly name: string
  readonly scope: Scope
  readonly recentSignIn: RecentSignIn | null
  readonly refusals: Refusals
  readonly filters: readonly Filtered[]
}

export function openContext(
  { name, scope, recentSignIn, refusals, filters }: Opening,
  caller: Caller,
  input: unknown,
): Context {
  const { database, idempotencyKey, trace } = caller
  const names = namesIn(input).filter((named) => !filters.some(({ given }) => given === named))
  const enter = (required: Scope) => withFilters(withNames(contextOf(caller, required, recentSignIn), names), filters)

  async function send<const T extends readonly Statement[]>(
    required: Scope,
    statements: (db: Db) => T,
    entered: Entrance = enter(required),
  ): Promise<Results<T>> {
    const opened = sql`select ${sql.join([...entered.calls()], sql`, `)}`
    try {
      const [, ...results] = await database.batch((db) => [db.execute(opened), ...statements(db)], countIn(trace))
      return results
    } catch (error) {
      throw signInNeeded(error) ?? error
    }
  }

  async function sendWrite<Row>(selected: Selection<Row>, result: SQL, entered: Entrance): Promise<Row[]> {
    const { text, params } = writeStatement(entered, selected, result)
    try {
      const rows = await database.query(text, params, countIn(trace))
      noteQueued(trace, rows[0]?.at(-1))
      return rows.map(selected.toRow)
    } catch (error) {
      throw signInNeeded(error) ?? error
    }
  }

  async function sendStatements<Row extends object>(
    work: Exclude<Write<Row>, Selected>,
    key: SQL,
    entered: Entrance,
  ): Promise<Row[]> {
    const results = await send(scope, (db) => [...writeStatements(db, work, key), selectQueued(db)] as const, entered)
    noteQueued(trace, lastOf(results).rows[0]?.store)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript cannot index a tuple from its end
    return results.at(-2) as Row[]
  }

  async function keyOf() {
    // What the response includes does not make it another request.
    const { include: _include, ...hashed } = Object(input)
    return sql`${name}, ${idempotencyKey.value}, ${await requestHash(idempotencyKey, hashed)}`
  }

  function explain(error: unknown): unknown {
    const known = refusedBy(error, { ...whichStoreRefusals, ...referenceRefusals, ...filterRefusals, ...refusals })
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
        return await sendRead(database, trace, enter(scope), query, values)
      } catch (error) {
        throw signInNeeded(error) ?? explain(error)
      }
    },
    async write(work) {
      const key = await keyOf()
      const entered = withNames(contextOf(caller, scope, recentSignIn), names, key)
      let rows
      try {
        rows =
          'selected' in work
            ? await sendWrite(work.selected, work.call(key), entered)
            : await sendStatements(work, key, entered)
      } catch (error) {
        if (!(error instanceof Refusal && error.code === 'replay')) throw explain(error)
        const stored = sql`(select k.result from ${idempotencyKeys} k where k.store_id = ${error.detail}
          and k.caller = app.caller() and k.operation = ${name} and k.key = ${idempotencyKey.value})`
        // In any store of the caller: the write may have created a store, which is not the selected one.
        const anywhere = contextOf({ ...caller, storeId: null }, scope, recentSignIn)
        rows =
          'selected' in work
            ? await sendWrite(work.selected, stored, anywhere)
            : lastOf(await send(scope, (db) => [work.read(db, stored)], anywhere))
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

type Selected = { readonly selected: unknown }

const writeStatements = <Row extends object>(db: Db, work: Exclude<Write<Row>, Selected>, key: SQL) =>
  'call' in work
    ? ([work.read(db, work.call(key))] as const)
    : ([
        db.execute(sql`select app.begin_write(${work.store}, ${key})`),
        ...work.statements(db),
        work.read(db, sql`app.finish_write(${key}, ${work.result})`),
      ] as const)

function firstOf<Row extends object>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('a write returned no row')
  return row
}

/** Refuses an API key or a session that is not valid, for requests that reach no operation. One round trip. */
export async function expectValidCredential(caller: Caller): Promise<void> {
  const scope = isPerson(caller.credential) ? 'account' : 'stores:read'
  await openContext({ name: 'check_credential', scope, recentSignIn: null, refusals: {}, filters: [] }, caller, {}).run(
    () => [],
  )
}
