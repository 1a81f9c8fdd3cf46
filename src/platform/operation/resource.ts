import { and, type Column, eq, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import * as z from 'zod'
import type { Scope } from '../auth/tokens/scopes.ts'
import { inOpenStore, inVisibleStores, lockVersion, storeOf, storeOfDeleted } from '../db/in-stores.ts'
import { query, type ValueOf } from '../db/prepared.ts'
import type { Selection } from '../db/selection.ts'
import { notFound, refused } from '../errors/errors.ts'
import type { Db, Statement } from '../db/client.ts'
import type { Caller, Context, Read } from './context.ts'
import { changedNames, expectNoVersion, ExpectedVersion, isEmptyChange, operation } from './operation.ts'
import type { Refusals } from './refusals.ts'

/** What is alike in operations on a small resource of a store: reading one by its id, changing and deleting it. */
type Resource<Shape extends z.ZodRawShape, Output extends z.ZodObject, Row extends object> = {
  /** In the names of operations and of events. */
  readonly name: string
  readonly table: PgTable & { readonly id: Column; readonly storeId: Column; readonly version: Column }
  readonly scope: { readonly read: Scope; readonly write: Scope }
  /** The only field that says which one: `{ discount_id: id('discount') }`. */
  readonly id: Shape
  readonly output: Output
  readonly selected: Selection<Row>
  /** What else is true of those that there are. */
  readonly exists?: SQL | undefined
  readonly toOutput: (row: Row, caller: Caller) => z.output<Output>
}

/** The row that a write has deleted, as its result. */
const deleted = sql`current_setting('app.deleted', true)::jsonb`

export function resource<Shape extends z.ZodRawShape, Output extends z.ZodObject, Row extends object>({
  name,
  table,
  scope,
  id,
  output,
  selected,
  exists,
  toOutput,
}: Resource<Shape, Output, Row>) {
  const [key = ''] = Object.keys(id)
  const kind = name.replaceAll('_', ' ')
  const Given = z.object({ id: z.string(), expected_version: ExpectedVersion })
  const givenIn = (input: object) => Given.parse({ ...input, id: new Map(Object.entries(input)).get(key) })

  const byId = query(
    selected,
    (value: ValueOf<{ readonly id: string }>) =>
      sql`from ${table} where ${and(inVisibleStores(table.storeId), eq(table.id, value('id')), exists)}`,
  )

  const get = operation(
    { name: `get_${name}`, scope: scope.read, input: z.strictObject(id), output },
    async ({ caller, read }, input) => {
      const [row] = await read(byId, { id: givenIn(input).id })
      if (!row) throw notFound(kind)
      return toOutput(row, caller)
    },
  )

  /** An operation that deletes one and returns it. `before` refuses. `result` makes the result of the deleted row. */
  const deletion = (more: {
    readonly read: Read<Row>
    readonly before?: (id: string) => SQL
    readonly result?: (row: SQL) => SQL
    readonly refusals?: Refusals
  }) =>
    operation(
      {
        name: `delete_${name}`,
        scope: scope.write,
        input: z.strictObject({ ...id, expected_version: ExpectedVersion }),
        output,
        refusals: more.refusals ?? {},
      },
      async ({ caller, write }, input) => {
        const { id: of, expected_version } = givenIn(input)
        const row = await write({
          store: storeOfDeleted(table, of, `${name}.deleted`),
          statements: (db) => [
            db.execute(lockVersion(table, of, expected_version)),
            ...(more.before ? [db.execute(more.before(of))] : []),
            db
              .delete(table)
              .where(and(inOpenStore(table.storeId), eq(table.id, of)))
              .returning({ kept: sql`set_config('app.deleted', to_jsonb(${table})::text, true)` }),
            db.execute(sql`select app.record_event(${`${name}.deleted`}, ${of})`),
          ],
          result: more.result?.(deleted) ?? deleted,
          read: more.read,
        })
        return toOutput(row, caller)
      },
    )

  /** Changes the resource with this id, and records which fields. Without any, nothing happens. */
  const change = <Saved extends object>(
    { write }: Pick<Context, 'write'>,
    of: string,
    expectedVersion: number | undefined,
    changes: object,
    {
      save,
      changed = changedNames(changes),
      ...stored
    }: {
      readonly save: (db: Db) => Statement
      readonly changed?: readonly string[]
      readonly result: SQL
      readonly read: Read<Saved>
    },
  ) =>
    write({
      store: storeOf(table, of),
      statements: (db) => [
        db.execute(lockVersion(table, of, expectedVersion)),
        ...(isEmptyChange(changes)
          ? []
          : [
              save(db),
              db.execute(sql`select app.record_event(${`${name}.updated`}, ${of}, ${JSON.stringify({ changed })})`),
            ]),
      ],
      ...stored,
    })

  /** Refuses to save a new one without the field that it needs. */
  function neededForNew<Value>(field: string, value: Value | undefined, expectedVersion: number | undefined): Value {
    expectNoVersion(expectedVersion)
    if (value === undefined)
      throw refused('invalid_input', [
        { pointer: `/${field}`, code: 'required', detail: `${field} is required for a new ${kind}.` },
      ])
    return value
  }

  return { get, deletion, change, neededForNew }
}
