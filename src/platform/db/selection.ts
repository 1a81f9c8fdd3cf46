import { Column, is, SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { isoOfText } from '../values/row-time.ts'

/** The row of a Drizzle query that selects these columns. */
export type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'

/** An expression of a selection. Its type is named because the database lists the columns of a prepared query by type. */
export const typed = <T>(type: SqlType, expression: SQL<T>): Typed<T> => Object.assign(expression, { sqlType: type })

type SqlType = 'bigint' | 'boolean' | 'integer' | 'json' | 'jsonb' | 'smallint' | 'text' | 'timestamptz' | 'uuid'

export type Typed<T> = SQL<T> & { readonly sqlType: SqlType }

type Field = Column | Typed<unknown>

type Group = Readonly<Record<string, Field>>

/** Fields, and groups of them. A group is null in a row if its first field is: then a left join found nothing for it. */
type SelectionFields = Readonly<Record<string, Field | Group>>

type ValueOf<F> =
  F extends Typed<infer T>
    ? T
    : F extends Column
      ? F['_']['notNull'] extends true
        ? DataOf<F>
        : DataOf<F> | null
      : never

/** Times are read as RFC 3339, which is what responses contain. */
type DataOf<F extends Column> = F['_']['data'] extends Date ? string : F['_']['data']

export type RowOf<S> = {
  -readonly [Name in keyof S]: S[Name] extends Field
    ? ValueOf<S[Name]>
    : { -readonly [Inner in keyof S[Name]]: ValueOf<S[Name][Inner]> } | null
}

type Text = string | null

/** What a prepared query selects. */
export type Selection<Row> = {
  /** The list between SELECT and FROM. */
  readonly list: string
  /** The same as one JSON array of texts. */
  readonly array: string
  /** The same columns with their types, for `AS rows (…)`. */
  readonly columns: string
  readonly toRow: (values: readonly Text[]) => Row
}

export const dialect = new PgDialect()

/** Works out once what every row of a query needs. */
export function selection<const S extends SelectionFields>(fields: S): Selection<RowOf<S>> {
  const columns: { readonly text: string; readonly type: string }[] = []
  const columnReader = (field: Field): Reader => {
    const { decode, ...column } = readingOf(field)
    const at = columns.push(column) - 1
    return (values) => {
      const value = values[at] ?? null
      return value === null || decode === null ? value : decode(value)
    }
  }
  const groupReader = (group: Group): Reader => {
    const first = columns.length
    const read = rowReader(Object.entries(group).map(([key, field]) => ({ key, read: columnReader(field) })))
    return (values) => ((values[first] ?? null) === null ? null : read(values))
  }
  const toRow = rowReader(
    Object.entries(fields).map(([key, field]) => ({
      key,
      read: isField(field) ? columnReader(field) : groupReader(field),
    })),
  )
  return {
    list: columns.map(({ text }) => text).join(', '),
    array: `to_json(array[${columns.map(({ text }) => `(${text})::text`).join(', ')}])`,
    columns: columns.map(({ type }, at) => `c${at} ${type}`).join(', '),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its fields are those of S, read by their types
    toRow: (values) => toRow(values) as RowOf<S>,
  }
}

type Reader = (values: readonly Text[]) => unknown

function rowReader(fields: readonly { readonly key: string; readonly read: Reader }[]): Reader {
  // V8 copies an object several times faster than it adds so many fields to an empty one.
  const empty: Readonly<Record<string, unknown>> = Object.fromEntries(fields.map(({ key }) => [key, null]))
  return (values) => {
    const row: Record<string, unknown> = { ...empty }
    for (const { key, read } of fields) row[key] = read(values)
    return row
  }
}

const isField = (field: Field | Group): field is Field => is(field, Column) || is(field, SQL)

/** How a field is selected and read. `decode`: null where the text is the value. */
function readingOf(field: Field) {
  if (!is(field, Column)) {
    const { sql, params } = dialect.sqlToQuery(field)
    if (params.length > 0) throw new Error('an expression of a selection takes no parameters')
    return { text: sql, type: field.sqlType, decode: decoderOf(field.sqlType, null) }
  }
  // Without the precision, which the values have anyway.
  const type = field.getSQLType().replace(/^timestamp.* with time zone$/, 'timestamptz')
  return { text: dialect.sqlToQuery(field.getSQL()).sql, type, decode: decoderOf(type, field) }
}

type Decode = (text: string) => unknown

function decoderOf(type: string, column: Column | null): Decode | null {
  switch (type) {
    case 'uuid':
    case 'text':
      return null
    case 'boolean':
      // An `array` has the whole word.
      return (text) => text === 't' || text === 'true'
    case 'smallint':
    case 'integer':
    case 'bigint':
      return Number
    case 'timestamptz':
      return isoOfText
    case 'json':
    case 'jsonb':
      return JSON.parse
    default:
      if (!column) throw new Error(`no decoder for ${type}`)
      return (text) => column.mapFromDriverValue(text)
  }
}
