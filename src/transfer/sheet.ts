import { csvLineEnd, writeCsv } from './csv.ts'
import type { Kind } from './kinds.ts'

export type Column<Of> = {
  readonly name: string
  /** Absent: an import takes the column, an export does not have it. */
  readonly write?: (of: Of) => string
  /** Absent: an export has the column, an import passes over it. */
  readonly into?: { readonly field: string; readonly kind: Kind<never> }
}

/**
 * How things of one kind stand in a table: one line a thing, or one line a part of it (an order's items, a product's
 * variants) with what is the thing's own repeated. Names and order of the columns are part of the interface.
 */
export type Sheet<Whole, Part = never> = {
  readonly columns: readonly Column<Whole>[]
  /** Fields that the thing has as JSON and that an import passes over: what the service decides by itself. */
  readonly ignoredFields: readonly string[]
  readonly parts?: {
    readonly field: string
    readonly of: (whole: Whole) => readonly Part[]
    readonly columns: readonly Column<Part>[]
    readonly ignoredFields: readonly string[]
  }
  /** Columns that say which thing a line is of; the first that is not empty counts. */
  readonly identity: readonly string[]
}

/** A column of exports that imports read into `field`. */
export const column = <Of, Value>(
  name: string,
  kind: Kind<Value>,
  of: (row: Of) => Value,
  field = name,
): Column<Of> => ({ name, write: (row) => kind.write(of(row)), into: { field, kind } })

/** A column of exports alone: what the service decides by itself. */
export const shown = <Of, Value>(name: string, kind: Kind<Value>, of: (row: Of) => Value): Column<Of> => ({
  name,
  write: (row) => kind.write(of(row)),
})

/** A column of imports alone. */
export const taken = <Value>(name: string, kind: Kind<Value>, field = name): Column<unknown> => ({
  name,
  into: { field, kind },
})

const written = <Of>(columns: readonly Column<Of>[]) =>
  columns.flatMap(({ name, write }) => (write ? [{ name, write }] : []))

export function headerOf<Whole, Part>({ columns, parts }: Sheet<Whole, Part>): string {
  const names = [...written(columns), ...written(parts?.columns ?? [])].map(({ name }) => name)
  return writeCsv(names) + csvLineEnd
}

/** The lines of one thing. */
export function linesOf<Whole, Part>({ columns, parts }: Sheet<Whole, Part>, whole: Whole): string {
  const cells = written(columns).map(({ write }) => write(whole))
  if (!parts) return writeCsv(cells) + csvLineEnd
  const partColumns = written(parts.columns)
  return parts
    .of(whole)
    .map((part) => writeCsv([...cells, ...partColumns.map(({ write }) => write(part))]) + csvLineEnd)
    .join('')
}
