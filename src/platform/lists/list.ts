import { type Column, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { countCap, type ListPage } from './page.ts'
import { asTable } from '../db/as-table.ts'
import {
  conditionsOf,
  type Filter,
  conditionNameOf,
  type NamedConditions,
  storesWithDays,
  toSql,
  conditionValues,
} from './conditions.ts'
import { keyset, placeValues, type Sort } from './keyset.ts'
import { type ValueOf, written } from '../db/prepared.ts'
import { typed } from '../db/selection.ts'

/** Counting search results stops here. Above that, the term is too common for the count to be useful. */
export const searchCap = 1_001

export type List = {
  /** Needs an index on (store_id, <time>, id), through which each store's rows are read in order. */
  readonly table: PgTable
  /** The column to order by. Default: created_at. */
  readonly time?: Column
  /** Another order. Cannot be combined with a search. */
  readonly sort?: Sort | undefined
  readonly page: ListPage
  readonly filter: Filter
  readonly conditions?: NamedConditions
  readonly search: string | undefined
  /** What a search reads, if not the table itself. */
  readonly searchIn?: 'public_products'
  /** Another condition. Cannot be combined with a search. */
  readonly where?: SQL
  /** The number of rows without search and filters, if it is known without counting. */
  readonly totalUnfiltered?: SQL
  /** Default: all stores that the caller may see. */
  readonly stores?: SQL
  /** A column of an index (store_id, <column>, <order>, id): the rows of several of its values are merged. */
  readonly merged?: string
  /** Sums of all rows that the filter finds, as columns of `counted`. Null without a filter, and for searches. */
  readonly sums?: Sums
}

/** What to add up of each row. */
export type Sums = Readonly<Record<string, SQL>>

/**
 * What a list selects from: `counted(total)`, and the page's rows under the table's own name, plus one row to see whether
 * there are more. If the page is empty, it returns one row of `counted` with an empty table. For several stores, it merges
 * the newest rows of each: one query over all stores would read them completely. `extend` adds columns to the rows.
 */
export function listFrom<T extends PgTable>(
  list: List & { readonly table: T },
  extend: (rows: SQL) => SQL = (rows) => rows,
) {
  const { counted, rows } = sourceOf(list)
  return { counted, rows: asTable(list.table, extend(rows)), cap: capOf(list) }
}

export type PageRow = { total: number; row: object | null }

export type Values = Readonly<Record<string, unknown>>

export const capOf = ({ search }: List) => (search === undefined ? countCap : searchCap)

/** Everything in the SQL of a list that comes from the request as a value. */
export function valuesOf({ page, filter, conditions, search }: List): Values {
  const found = conditionsOf(filter, conditions)
  return {
    ...placeValues(page),
    ascending: page.ascending,
    limit: page.limit + 1,
    offset: page.offset,
    take: page.offset + page.limit + 1,
    ...(search === undefined ? conditionValues(found) : { search, conditions: JSON.stringify(found) }),
  }
}

/** The rows of a page and the source of the count, as SQL. */
export const sourceOf = (list: List, value: ValueOf<Values> = written(valuesOf(list))) =>
  list.search === undefined ? newestRows(list, value) : searchRows(list, value)

/**
 * The stores s(id) with the conditions in their order. For several values of the merged column, or if `always`, there is a row
 * for each value, for a kind of channel one for each channel, and for a place one for each of its keys. `lead` begins the order of its rows: only the index that
 * begins with the column has them in it. So does the condition, because a column that must equal a value adds nothing to an
 * order.
 */
export function rangesOf(
  { filter, conditions: named, stores = sql`app.stores()`, merged }: List,
  value: ValueOf<Values>,
  always = false,
) {
  const conditions = conditionsOf(filter, named)
  const each = storesWithDays(stores, conditions, value)
  const where = toSql(conditions, value)
  const several =
    conditions.find(({ is }) => is === 'of_channel_kind' || is === 'of_place') ??
    conditions.find(
      ({ column, is, values = [] }) => column === merged && is === 'one_of' && (always || values.length > 1),
    )
  if (!several) return { each, where, lead: () => sql`` }
  const nth = conditions.indexOf(several)
  const values = sql.join(
    (several.values ?? []).map((_, at) => value(conditionNameOf(nth, at))),
    sql`, `,
  )
  const merge =
    several.is === 'of_channel_kind'
      ? sql`lateral (select c.id from channels as c where c.store_id = s.id and c.kind = ${values}) as b(value)`
      : several.is === 'of_place'
        ? sql`unnest(app.place_keys(null, ${values}::text)) as b(value)`
        : sql`unnest(array[${values}]::text[]) as b(value)`
  const column = sql.identifier(several.column)
  return {
    each: sql`(select s.*, b.value as merged from ${each} cross join ${merge} offset 0) as s`,
    where: where.with(nth, sql`${column} >= s.merged and ${column} <= s.merged`),
    lead: (descending: boolean) => sql`${column} ${descending ? sql`desc` : sql`asc`}, `,
  }
}

/** Whether a page takes so many rows of each store that it is refused if there are many stores. */
export const isDeep = ({ offset }: ListPage): boolean => offset > 200

/** How many rows to take from each store. */
export const takeOf = (page: ListPage, value: ValueOf<Values>): SQL =>
  isDeep(page) ? sql`app.taken(${value('take')}::int)` : value('take')

function newestRows(list: List, value: ValueOf<Values>) {
  const { table, page, time, sort, totalUnfiltered, sums } = list
  const { each, where: conditions, lead } = rangesOf(list, value)
  const where = sql.join([list.where ?? sql`true`, ...conditions], sql` and `)
  const found = (columns: SQL) =>
    sql`(select ${columns} from ${each} cross join lateral
          (select ${columns} from ${table} as t where store_id = s.id and ${where} limit ${countCap}) as one limit ${countCap}) as counted`
  const counted =
    totalUnfiltered && conditions.length === 0 && !list.where
      ? sql`(select least((${totalUnfiltered}), ${countCap})::bigint as total${noSums(sums)}) as counted`
      : sql`(select count(*) as total${sumColumns(sums, (addend) => sql`coalesce(sum(${addend}), 0)`)} from ${found(sums ? sql`*` : sql``)}) as counted`
  const { order, beyond } = keyset(page, sort ?? time, value)
  return {
    counted,
    rows: sql`
      select one.* from ${each} cross join lateral (
        select t.* from ${table} as t where store_id = s.id and ${where} and ${beyond}
        order by ${lead(sort?.index ? !page.ascending : page.ascending)}${order} limit ${takeOf(page, value)}
      ) as one
      order by ${order} limit ${value('limit')} offset ${value('offset')}`,
  }
}

/** Further columns, with a comma before each. */
export const sumColumns = (sums: Sums = {}, of: (addend: SQL, name: SQL) => SQL): SQL =>
  sql.join(
    Object.entries(sums).map(([name, addend]) => {
      const column = sql.identifier(name).getSQL()
      return sql`, ${of(addend, column)} as ${column}`
    }),
    sql``,
  )

const noSums = (sums: Sums | undefined) => sumColumns(sums, () => sql`null::numeric`)

function searchRows({ table, time, page, searchIn, sums }: List, value: ValueOf<Values>) {
  const { order } = keyset(page, time)
  const found = sql`app.search_page(
      ${searchIn ?? getTableName(table)}, ${value('search')}, ${value('conditions')}::jsonb, ${value('ascending')},
      ${value('after_at')}, ${value('after_id')}, ${value('limit')}, ${value('offset')}
    )`
  return {
    counted: sums ? sql`(select found.*${noSums(sums)} from ${found} as found) as counted` : sql`${found} as counted`,
    rows: sql`
      select one.* from unnest(counted.store_ids, counted.ids) as k(store_id, id) join ${table} as one using (store_id, id)
      order by ${order}`,
  }
}

/** The rows of the page and the count, from the result of selecting from `listFrom`. */
export const rowsOf = <Found extends PageRow>(found: readonly Found[]) => ({
  rows: found.flatMap(({ row }): NonNullable<Found['row']>[] => (row ? [row] : [])),
  total: found[0]?.total ?? 0,
})

/** The count column of such a selection. */
export const total = typed('bigint', sql`counted.total`.mapWith(Number))
