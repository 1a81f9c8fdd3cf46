import type { CellType } from './cell-types.ts'
import { csvLineEnd, writeCsv } from './csv.ts'

export type Column<Source> = {
  readonly name: string
  /** Absent: exports do not have this column. */
  readonly write?: (source: Source) => string
  /** Exports fill it only in the first line of an entity. */
  readonly once?: true
  /** The field that an import reads the column into. Absent: imports ignore the column. */
  readonly target?: { readonly field: string; readonly type: CellType<never> }
}

/**
 * The columns of a CSV file of orders, products or customers. An entity has one line, or one line for each of its parts
 * (the items of an order, the variants of a product), which then repeats the entity's own columns, except large ones. Names and
 * order of the columns are part of the public interface.
 */
export type Sheet<Entity, Part = never> = {
  readonly columns: readonly Column<Entity>[]
  /** Columns that were added later. They come last, so that the positions of the others stay as they are. */
  readonly laterColumns?: readonly Column<Entity>[]
  /** Fields of the JSON form that the service sets itself. Imports ignore them. */
  readonly ignoredFields: readonly string[]
  readonly parts?: {
    readonly field: string
    readonly of: (entity: Entity) => readonly Part[]
    readonly columns: readonly Column<Part>[]
    readonly laterColumns?: readonly Column<Part>[]
    readonly ignoredFields: readonly string[]
  }
  /** Columns of the entity that were added after those of its parts. */
  readonly lastColumns?: readonly Column<Entity>[]
  /** Columns that identify the entity of a line. The first one that is not empty decides. */
  readonly identity: readonly string[]
}

/** A column that exports write and imports read into `field`. */
export const column = <Source, Value>(
  name: string,
  type: CellType<Value>,
  valueOf: (source: Source) => Value,
  field = name,
): Column<Source> => ({ name, write: (source) => type.write(valueOf(source)), target: { field, type } })

/** A column that the service sets itself: exports write it, imports ignore it. */
export const exportOnly = <Source, Value>(
  name: string,
  type: CellType<Value>,
  valueOf: (source: Source) => Value,
): Column<Source> => ({ name, write: (source) => type.write(valueOf(source)) })

export const importOnly = <Value>(name: string, type: CellType<Value>, field = name): Column<unknown> => ({
  name,
  target: { field, type },
})

/** A column of an entity that can be large. Only the first of its lines has it. */
export const once = <Source>(of: Column<Source>): Column<Source> => ({ ...of, once: true })

const exportedOf = <Source>(columns: readonly Column<Source>[]) =>
  columns.flatMap(({ name, write, once: isOnce }) => (write ? [{ name, write, isOnce }] : []))

/** The columns of a part. */
export const partColumns = <Entity, Part>({ parts }: Sheet<Entity, Part>) => [
  ...(parts?.columns ?? []),
  ...(parts?.laterColumns ?? []),
]

/** The columns of the entity itself. */
export const entityColumns = <Entity, Part>({ columns, laterColumns = [], lastColumns = [] }: Sheet<Entity, Part>) => [
  ...columns,
  ...laterColumns,
  ...lastColumns,
]

export function headerOf<Entity, Part>({
  columns,
  laterColumns = [],
  parts,
  lastColumns = [],
}: Sheet<Entity, Part>): string {
  const exported = [
    ...exportedOf(columns),
    ...exportedOf(parts?.columns ?? []),
    ...exportedOf(laterColumns),
    ...exportedOf(parts?.laterColumns ?? []),
    ...exportedOf(lastColumns),
  ]
  return writeCsv(exported.map(({ name }) => name)) + csvLineEnd
}

/** The lines of one entity, one at a time: all of them together can be large. */
export function* linesOf<Entity, Part>(
  { columns, laterColumns = [], parts, lastColumns = [] }: Sheet<Entity, Part>,
  entity: Entity,
): Generator<string> {
  const cellsOf = <Source>(of: readonly Column<Source>[], source: Source) =>
    exportedOf(of).map(({ write }) => write(source))
  const [own, ownLater, last] = [cellsOf(columns, entity), cellsOf(laterColumns, entity), cellsOf(lastColumns, entity)]
  if (!parts) {
    yield writeCsv([...own, ...ownLater, ...last]) + csvLineEnd
    return
  }
  const repeated = (of: readonly Column<Entity>[], cells: readonly string[]) =>
    exportedOf(of).map(({ isOnce }, at) => (isOnce ? '' : (cells[at] ?? '')))
  const following = (cells: readonly string[]) => cells.map((cell) => `,${writeCsv([cell])}`).join('')
  let [before, after] = [writeCsv(own), following(ownLater)]
  for (const [nth, part] of parts.of(entity).entries()) {
    yield `${before},${writeCsv(cellsOf(parts.columns, part))}${after}${following([...cellsOf(parts.laterColumns ?? [], part), ...last])}${csvLineEnd}`
    // Written once for all further lines: a product has up to 250.
    if (nth === 0) [before, after] = [writeCsv(repeated(columns, own)), following(repeated(laterColumns, ownLater))]
  }
}
