import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Scope } from '../auth/tokens/scopes.ts'
import type { Db, Statement } from '../db/client.ts'
import { lockVersion, storeOf, storeOfDeleted } from '../db/in-stores.ts'
import type { Caller } from './context.ts'
import type { Reference } from '../references/reference.ts'
import { ExpectedVersion, operation } from './operation.ts'
import type { Refusals } from './refusals.ts'
import { oneIn, type ResourceTable, type writesTo } from './writes-to.ts'

/** The row that a write has deleted, as its result. */
const deletedRow = sql`current_setting('app.deleted', true)::jsonb`

type Deleted<Key extends string, Output extends z.ZodObject, Row extends object> = {
  readonly name: string
  readonly table: ResourceTable
  readonly scope: Scope
  readonly key: Key
  readonly id: Readonly<Record<Key, z.ZodType<Reference>>>
  readonly output: Output
  readonly toOutput: (row: Row, caller: Caller) => z.output<Output>
}

type Deletion = {
  readonly verb?: 'delete' | 'remove'
  /** Refuses the deletion, if it must. */
  readonly before?: (id: Reference) => SQL
  readonly refusals?: Refusals
} & (Kept | Gone)

/** The row stays. Deleting it again changes nothing. */
type Kept = {
  /** Marks `isOne` as deleted, and returns `recorded`, which records the event. */
  readonly keep: (db: Db, isOne: SQL | undefined, recorded: SQL) => Statement
  /** Which rows the caller may delete, including those already deleted. */
  readonly visible: SQL
  readonly result?: never
}

type Gone = {
  readonly keep?: never
  readonly visible?: never
  /** Makes the result of the deleted row. */
  readonly result?: (row: SQL) => SQL
}

/** Makes operations that delete one and return it. */
export const deletionOf =
  <Key extends string, Output extends z.ZodObject, Row extends object>(
    { name, table, scope, key, id: idField, output, toOutput }: Deleted<Key, Output, Row>,
    { isOne, rowOf, recorded, written }: ReturnType<typeof writesTo<Row>>,
  ) =>
  ({ verb = 'delete', before, keep, visible, result = (row) => row, refusals = {} }: Deletion = {}) =>
    operation(
      {
        name: `${verb}_${name}`,
        scope,
        input: z.strictObject({ ...idField, expected_version: ExpectedVersion }),
        output,
        refusals,
      },
      async (context, input) => {
        const { id, expected_version } = oneIn(input, key)
        const event = recorded(`${verb}d`, id)
        const remove = (db: Db) =>
          keep
            ? keep(db, isOne(id), event)
            : db
                .delete(table)
                .where(isOne(id))
                .returning({ kept: sql`set_config('app.deleted', to_jsonb(${table})::text, true)`, event })
        const row = await written(context, {
          store: keep ? storeOf(table, id, visible) : storeOfDeleted(table, id, `${name}.${verb}d`),
          steps: [lockVersion(table, id, expected_version, visible), ...(before ? [before(id)] : []), remove],
          result: keep ? rowOf(id) : result(deletedRow),
        })
        return toOutput(row, context.caller)
      },
    )
