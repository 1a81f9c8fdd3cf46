import { and, eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { RecentSignIn } from '../auth/sign-in/sign-in-needed.ts'
import type { Scope } from '../auth/tokens/scopes.ts'
import { inVisibleStores } from '../db/in-stores.ts'
import type { Selection } from '../db/selection.ts'
import { newId } from '../values/ids.ts'
import { deletionOf } from './deletion-of.ts'
import type { Caller, Read } from './context.ts'
import { changedNames, operation } from './operation.ts'
import type { Reference } from '../references/reference.ts'
import { finderOf } from './read-one.ts'
import type { Refusals } from './refusals.ts'
import { oneIn, type ResourceTable, type Step, writesTo } from './writes-to.ts'

type Resource<
  Key extends string,
  Output extends z.ZodObject,
  Row extends object,
  SavedOutput extends z.ZodObject,
  SavedRow extends Row,
> = {
  /** In the names of operations and of events. */
  readonly name: string
  readonly table: ResourceTable
  readonly scope: { readonly read: Scope; readonly write: Scope }
  /** The name and the type of the field that says which one. */
  readonly key: Key
  readonly id: Readonly<Record<Key, z.ZodType<Reference>>>
  /** What a deletion takes, if that is less: repeated, a name could be that of another one. */
  readonly idAlone?: Readonly<Record<Key, z.ZodType<Reference>>>
  readonly output: Output
  readonly selected: Selection<Row>
  /** What else is true of those that there are. */
  readonly exists?: SQL | undefined
  /** What else is true of those that the caller may read. Default: that they exist. */
  readonly readable?: SQL | undefined
  readonly toOutput: (row: Row, caller: Caller) => z.output<Output>
  /** The results of creating and changing. */
  readonly saved: {
    readonly output: SavedOutput
    readonly read: Read<SavedRow>
    /** The result: the row of the open store with this id. Default: as stored. */
    readonly json?: (id: Reference) => SQL
    readonly toOutput: (row: SavedRow, caller: Caller) => z.output<SavedOutput>
  }
  /** Comes before every other statement of a write. */
  readonly first?: SQL
}

type Steps = readonly Step[] | Promise<readonly Step[]>

type Of<Id> = { readonly id: Id; readonly caller: Caller }

/** What operations on a small resource of a store have alike: reading one by its id, creating, changing and deleting it. */
export function resource<
  Key extends string,
  Output extends z.ZodObject,
  Row extends object,
  SavedOutput extends z.ZodObject,
  SavedRow extends Row,
>({
  name,
  table,
  scope,
  key,
  id: idField,
  idAlone = idField,
  output,
  selected,
  exists,
  readable = exists,
  toOutput,
  saved,
  first,
}: Resource<Key, Output, Row, SavedOutput, SavedRow>) {
  const writes = writesTo({ name, table, exists, first, ...saved })
  const { isOne, rowOf, recorded, written, changeOne } = writes

  const find = finderOf(
    selected,
    name,
    (id) => sql`from ${table} where ${and(inVisibleStores(table.storeId), eq(table.id, id), readable)}`,
  )

  const get = operation(
    { name: `get_${name}`, scope: scope.read, input: z.strictObject(idField), output },
    async (context, input) => toOutput(await find(context, oneIn(input, key).id), context.caller),
  )

  /** An operation that creates one. */
  const creation = <Input extends z.ZodType>({
    save,
    ...definition
  }: {
    readonly input: Input
    readonly refusals?: Refusals
    readonly save: (fields: z.output<Input>, of: Of<string>) => Steps
  }) =>
    operation(
      { name: `create_${name}`, scope: scope.write, output: saved.output, ...definition },
      async (context, input) => {
        const id = newId()
        const steps = [...(await save(input, { id, caller: context.caller })), sql`select ${recorded('created', id)}`]
        const row = await written(context, { store: sql`app.only_store()`, steps, result: rowOf(id) })
        return saved.toOutput(row, context.caller)
      },
    )

  /** An operation that changes one, and records which fields. Without any, nothing happens. */
  const change = <
    Input extends z.ZodType<Readonly<Record<Key, Reference>> & { readonly expected_version?: number | undefined }>,
  >({
    before,
    save,
    told = (changed) => ({ changed }),
    ...definition
  }: {
    readonly input: Input
    readonly refusals?: Refusals
    readonly recentSignIn?: (input: z.output<Input>) => RecentSignIn | null
    /** Statements that come before its row is locked. */
    readonly before?: (changes: Omit<z.output<Input>, Key | 'expected_version'>) => readonly Step[]
    readonly save: (
      changes: Omit<z.output<Input>, Key | 'expected_version'>,
      of: Of<Reference> & { isOne: SQL | undefined },
    ) => Steps
    /** What the event says of the changed fields. Default: their names. */
    readonly told?: (changed: readonly string[]) => object
  }) =>
    operation(
      { name: `update_${name}`, scope: scope.write, output: saved.output, ...definition },
      async (context, input) => {
        const { [key]: id, expected_version, ...changes } = input
        const names = changedNames(changes)
        const of = { id, isOne: isOne(id), caller: context.caller }
        const steps =
          names.length === 0 ? [] : [...(await save(changes, of)), sql`select ${recorded('updated', id, told(names))}`]
        const row = await changeOne(context, { id, expected_version, before: before?.(changes) }, steps)
        return saved.toOutput(row, context.caller)
      },
    )

  const deletion = deletionOf({ name, table, scope: scope.write, key, id: idAlone, output, toOutput }, writes)

  return { get, isOne, changeOne, creation, change, deletion }
}
