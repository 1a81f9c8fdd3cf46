import { and, type Column, eq, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import * as z from 'zod'
import type { Db, Statement } from '../db/client.ts'
import { inOpenStore, lockVersion, storeOf } from '../db/in-stores.ts'
import { Named, type Reference } from '../references/reference.ts'
import type { Context, Read } from './context.ts'
import { ExpectedVersion } from './operation.ts'

export type ResourceTable = PgTable & { readonly id: Column; readonly storeId: Column; readonly version: Column }

export type Writes<Row extends object> = {
  /** In the names of events. */
  readonly name: string
  readonly table: ResourceTable
  /** What else is true of those that there are. */
  readonly exists?: SQL | undefined
  /** Comes before every other statement. */
  readonly first?: SQL | undefined
  readonly read: Read<Row>
  /** The result: the row of the open store with this id. Default: as stored. */
  readonly json?: ((id: Reference) => SQL) | undefined
}

/** A statement of a write, or a function that builds one, which must not throw: what the input alone decides is refused before. */
export type Step = SQL | ((db: Db) => Statement)

type One = {
  readonly id: Reference
  readonly expected_version: number | undefined
  /** Statements that come before its row is locked. */
  readonly before?: readonly Step[] | undefined
  readonly result?: SQL
}

const One = z.object({ id: z.union([z.string(), z.instanceof(Named)]), expected_version: ExpectedVersion })

/** Which one an input is about. */
export const oneIn = (input: object, key: string): z.output<typeof One> =>
  One.parse({ ...input, id: new Map(Object.entries(input)).get(key) })

/** How the operations on a resource write. */
export function writesTo<Row extends object>({ name, table, exists, first, read, json }: Writes<Row>) {
  const isOne = (id: Reference): SQL | undefined => and(inOpenStore(table.storeId), eq(table.id, id), exists)

  const rowOf =
    json ??
    ((id: Reference) =>
      sql`(select to_jsonb(${table}) from ${table} where ${inOpenStore(table.storeId)} and ${table.id} = ${id})`)

  const recorded = (done: string, id: Reference, data: object = {}): SQL =>
    sql`app.record_event(${`${name}.${done}`}, ${id}, ${JSON.stringify(data)}::jsonb)`

  const written = (
    { write }: Pick<Context, 'write'>,
    { store, steps, result }: { readonly store: SQL; readonly steps: readonly Step[]; readonly result: SQL },
  ) =>
    write({
      store,
      statements: (db) =>
        [...(first ? [first] : []), ...steps].map((step) => (typeof step === 'function' ? step(db) : db.execute(step))),
      result,
      read,
    })

  /** Locks the one with this id, refuses if it no longer has the version that the caller read, and then takes the steps. */
  const changeOne = (
    context: Pick<Context, 'write'>,
    { id, expected_version, before = [], result = rowOf(id) }: One,
    steps: readonly Step[],
  ) =>
    written(context, {
      store: storeOf(table, id, exists),
      steps: [...before, lockVersion(table, id, expected_version, exists), ...steps],
      result,
    })

  return { isOne, rowOf, recorded, written, changeOne }
}
