import type { CellType } from './cell-types.ts'
import type { ColumnsElsewhere } from './columns-elsewhere.ts'
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

/** A column of the parts of an entity. */
export type PartColumn<Part> = { readonly part: Column<Part> }

/**
 * The columns of a CSV file of orders, products or customers. An entity has one line, or one line for each of its parts
 * (the items of an order, the variants of a product), which then repeats the entity's own columns, except large ones. Names and
 * order of the columns are part of the public interface.
 */
export type Sheet<Entity, Part = never> = {
  readonly columns: readonly (Column<Entity> | PartColumn<Part>)[]
  /** Fields of the JSON form that the service sets itself. Imports ignore them. */
  readonly ignoredFields: readonly string[]
  readonly parts?: {
    readonly field: string
    readonly of: (entity: Entity) => readonly Part[]
    readonly ignoredFields: readonly string[]
  }
  /** Columns that identify the entity of a line. The first one that is not empty decides. */
  readonly identity: readonly string[]
  /** A file without this column creates nothing: its lines can also name only a part that exists, such as a variant by its SKU. */
  readonly neededToCreate?: string
  /** Names of columns in other systems, for hints. */
  readonly elsewhere?: ColumnsElsewhere
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

/** Columns of the parts, in this place among those of the entity. */
export const ofParts = <Part>(...columns: readonly Column<Part>[]): readonly PartColumn<Part>[] =>
  columns.map((part) => ({ part }))

/** The columns of a part. */
export const partColumns = <Entity, Part>({ columns }: Sheet<Entity, Part>): readonly Column<Part>[] =>
  columns.flatMap((of) => ('part' in of ? [of.part] : []))

/** The columns that imports read. */
export const importedColumns = <Source>(columns: readonly Column<Source>[]) => columns.filter(({ target }) => target)

/** The columns of the entity itself. */
export const entityColumns = <Entity, Part>({ columns }: Sheet<Entity, Part>): readonly Column<Entity>[] =>
  columns.flatMap((of) => ('part' in of ? [] : [of]))

export const headerOf = <Entity, Part>({ columns }: Sheet<Entity, Part>): string =>
  writeCsv(columns.map((of) => ('part' in of ? of.part : of)).flatMap(({ name, write }) => (write ? [name] : []))) +
  csvLineEnd

/** The lines of one entity, one at a time: all of them together can be large. */
export function* linesOf<Entity, Part>({ columns, parts }: Sheet<Entity, Part>, entity: Entity): Generator<string> {
  const cells = columns.flatMap((of): ((nth: number, part: Part | undefined) => string)[] => {
    if ('part' in of) {
      const { write } = of.part
      return write ? [(_, part) => (part === undefined ? '' : writeCsv([write(part)]))] : []
    }
    if (!of.write) return []
    // Written once for all lines: a product has up to 250.
    const own = writeCsv([of.write(entity)])
    return [(nth) => (of.once && nth > 0 ? '' : own)]
  })
  for (const [nth, part] of (parts?.of(entity) ?? [undefined]).entries())
    yield cells.map((cell) => cell(nth, part)).join(',') + csvLineEnd
}
