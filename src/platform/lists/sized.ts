import { type SQL, sql } from 'drizzle-orm'
import { query, type Query, type ValueOf } from '../db/prepared.ts'
import type { Selection } from '../db/selection.ts'

/**
 * A page ends where its rows exceed this, as text. Neon refuses answers over 10 MB, and writing rows as JSON strings can double
 * their size. No single row is larger.
 */
const maxBytes = 4_000_000

/** Whether rows are missing at the end of a page, because it would have been too large. */
export type Cut = { readonly isCut: boolean }

/** The same for a list that is not prepared: its rows, with `is_cut`. */
export const sizedRows = (rows: SQL): SQL => sql`
  select *, nth < found and next_bytes > ${maxBytes} as is_cut from (
    select measured.*, lead(bytes) over () as next_bytes, row_number() over () as nth, count(*) over () as found from (
      select one.*, sum(octet_length(one::text)) over (rows unbounded preceding) as bytes from (${rows}) as one
    ) as measured
  ) as sized where nth = 1 or bytes <= ${maxBytes}`

/** Of the rows of `sizedRows`. Null on an empty page. */
export const isCutColumn = sql<boolean | null>`is_cut`

/** Of the rows of such a query. */
export const isCut = (rows: readonly { readonly isCut: boolean | null }[]): boolean => rows.at(-1)?.isCut === true

/** Columns of other types are small. */
const largeTypes = ['json', 'jsonb', 'text']

/** A query of a list, whose rows end where they exceed the size. `from` has their order. */
export function sizedQuery<Row extends object, Values extends Readonly<Record<string, unknown>>>(
  selected: Selection<Row>,
  from: (value: ValueOf<Values>) => SQL,
): Query<Row & Cut, Values> {
  const columns = [...selected.columns.matchAll(/(?:^|, )(c\d+) (\w+)/g)]
  const names = columns.map(([, name]) => name).join(', ')
  const bytes = columns
    .filter(([, , type = '']) => largeTypes.includes(type))
    .map(([, name]) => `coalesce(octet_length(${name}::text), 0)`)
  // JSON becomes text once, to be measured and sent. OFFSET 0: or else the planner would do it twice.
  const texts = columns.map(([, name, type = '']) => (type.startsWith('json') ? `${name}::text` : name)).join(', ')
  return query(
    {
      list: `${names}, nth < found and next_bytes > ${maxBytes}`,
      array: `to_json(array[${columns.map(([, name]) => `${name}::text`).join(', ')}])`,
      columns: `${selected.columns.replaceAll(/\bjsonb?\b/g, 'text')}, c${columns.length} boolean`,
      toRow: (values) => ({ ...selected.toRow(values), isCut: (values[columns.length] ?? 'f').startsWith('t') }),
    },
    // Windows without an order keep that of the rows.
    (value) => sql`from (
      select measured.*, lead(bytes) over () as next_bytes, row_number() over () as nth, count(*) over () as found from (
        select shown.*, sum(${sql.raw(bytes.join(' + ') || '0')}) over (rows unbounded preceding) as bytes
          from (select ${sql.raw(texts)} from (select ${sql.raw(selected.list)} ${from(value)}) as found(${sql.raw(names)}) offset 0)
            as shown(${sql.raw(names)})
      ) as measured
    ) as sized where nth = 1 or bytes <= ${sql.raw(String(maxBytes))}`,
  )
}
