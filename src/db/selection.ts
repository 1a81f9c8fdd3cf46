import { Column, is, SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'

/** An expression of a selection. Its type is named because the database lists the columns of a prepared query by type. */
export const typed = <T>(type: SqlType, expression: SQL<T>): Typed<T> => Object.assign(expression, { sqlType: type })

type SqlType = 'bigint' | 'boolean' | 'integer' | 'jsonb' | 'smallint' | 'text' | 'timestamptz' | 'uuid'

export type Typed<T> = SQL<T> & { readonly sqlType: SqlType }

type Field = Column | Typed<unknown>

type Group = Readonly<Record<string, Field>>

/** Fields, and groups of them. A group is null in a row if its first field is: then a left join found nothing for it. */
type Fields = Readonly<Record<string, Field | Group>>

type ValueOf<F> =
  F extends Typed<infer T>
    ? T
    : F extends Column
      ? F['_']['notNull'] extends true
        ? F['_']['data']
        : F['_']['data'] | null
      : never

type RowOf<S> = {
  -readonly [Name in keyof S]: S[Name] extends Field
    ? ValueOf<S[Name]>
    : { -readonly [Inner in keyof S[Name]]: ValueOf<S[Name][Inner]> } | null
}

type Text = string | null

/** What a prepared query selects. */
export type Selection<Row> = {
  /** The list between SELECT and FROM. */
  readonly list: string
  /** The same columns with their types, for `AS rows (…)`. */
  readonly columns: string
  readonly toRow: (values: readonly Text[]) => Row
}

export const dialect = new PgDialect()

/** Works out once what every row of a query needs. */
export function selection<const S extends Fields>(fields: S): Selection<RowOf<S>> {
  const groups = Object.entries(fields).map(([name, field]) => ({
    name,
    isGroup: !isField(field),
    fields: Object.entries(isField(field) ? { [name]: field } : field).map(([key, each]) => ({
      key,
      ...readingOf(each),
    })),
  }))
  const all = groups.flatMap((group) => group.fields)

  function toRow(values: readonly Text[]) {
    const row: Record<string, unknown> = {}
    let at = 0
    for (const { name, isGroup, fields: own } of groups) {
      const target: Record<string, unknown> = isGroup ? {} : row
      const isMissing = isGroup && (values[at] ?? null) === null
      for (const { key, decode } of own) {
        const value = values[at++] ?? null
        if (!isMissing) target[key] = value === null || decode === null ? value : decode(value)
      }
      if (isGroup) row[name] = isMissing ? null : target
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its fields are those of S, read by their types
    return row as RowOf<S>
  }

  return {
    list: all.map(({ text }) => text).join(', '),
    columns: all.map(({ type }, at) => `c${at} ${type}`).join(', '),
    toRow,
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
      return (text) => text === 't'
    case 'smallint':
    case 'integer':
    case 'bigint':
      return Number
    case 'timestamptz':
      return (text) => new Date(text)
    case 'jsonb':
      return JSON.parse
    default:
      if (!column) throw new Error(`no decoder for ${type}`)
      return (text) => column.mapFromDriverValue(text)
  }
}
