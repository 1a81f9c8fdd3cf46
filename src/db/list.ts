import { type Column, getTableName, SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { countCap, type Page } from '../page.ts'
import { asTable } from './as-table.ts'
import { conditionsOf, type Filter, type NamedConditions, storesWithDays, toSql } from './conditions.ts'
import { type Selection, typed } from './selection.ts'

/** Counting search results stops here. Above that, the term is too common for the count to be useful. */
const searchCap = 1_001

export type List = {
  /** Needs an index on (store_id, <time>, id), through which each store's rows are read in order. */
  readonly table: PgTable
  /** The column to order by. Default: created_at. */
  readonly time?: Column
  readonly page: Page
  readonly filter: Filter
  readonly conditions?: NamedConditions
  readonly search: string | undefined
  /** What a search looks through, if not the table as it is. */
  readonly searchIn?: 'public_products'
  /** A further condition. Not together with a search. */
  readonly where?: SQL
  /** The number of rows without search and filters, if it is known without counting. */
  readonly totalUnfiltered?: SQL
  /** Default: all stores that the caller may see. */
  readonly stores?: SQL
}

/**
 * What a list selects from: `counted(total)`, and the page's rows under the table's own name, plus one row to see whether
 * there are more. If the page is empty, it returns one row of `counted` with an empty table. For several stores, it merges
 * the newest rows of each: one query over all stores would read them completely.
 */
export function listFrom<T extends PgTable>(list: List & { readonly table: T }) {
  const { rows, ...rest } = sourceOf(list)
  return { ...rest, rows: asTable(list.table, rows) }
}

/** Reads a page of a list in its order, through `Context.read`. `cap`: where counting its rows stops. */
export async function readList<Found extends PageRow>(
  read: (selected: Selection<Found>, from: SQL) => Promise<Found[]>,
  selected: Selection<Found>,
  list: List,
) {
  const { column, direction } = keyset(list.page, list.time)
  const { counted, rows, cap } = listFrom(list)
  const found = await read(
    selected,
    sql`from ${counted} left join lateral ${rows} on true
      order by ${list.table}.${column} ${direction}, ${list.table}.id ${direction}`,
  )
  return { ...rowsOf(found), cap, first: found[0] }
}

type PageRow = { total: number; row: object | null }

/** The rows of a page and the source of the count, as SQL. */
export const sourceOf = (list: List) => (list.search === undefined ? newestRows(list) : searchRows(list, list.search))

function newestRows({ table, time, page, totalUnfiltered, stores = sql`app.stores()`, ...list }: List) {
  const conditions = conditionsOf(list.filter, list.conditions)
  const each = storesWithDays(stores, conditions)
  const where = sql.join([list.where ?? sql`true`, ...conditions.map(toSql)], sql` and `)
  const total =
    totalUnfiltered && conditions.length === 0 && !list.where
      ? sql`least((${totalUnfiltered}), ${countCap})`
      : sql`least((select count(*) from ${each} cross join lateral
          (select from ${table} where store_id = s.id and ${where} limit ${countCap}) as one), ${countCap})`
  const { column, direction, beyond } = keyset(page, time)
  const take = page.offset + page.limit + 1
  return {
    cap: countCap,
    counted: sql`(select (${total})::bigint as total) as counted`,
    rows: sql`
      select one.* from ${each} cross join lateral (
        select * from ${table} where store_id = s.id and ${where} and ${beyond}
        order by ${column} ${direction}, id ${direction} limit ${take}
      ) as one
      order by ${column} ${direction}, id ${direction} limit ${page.limit + 1} offset ${page.offset}`,
  }
}

function searchRows({ table, time, page, filter, conditions, searchIn }: List, search: string) {
  const { column, direction } = keyset(page, time)
  return {
    cap: searchCap,
    counted: sql`app.search_page(
      ${searchIn ?? getTableName(table)}, ${search}, ${JSON.stringify(conditionsOf(filter, conditions))}::jsonb, ${page.ascending},
      ${page.after?.time.toISOString() ?? null}, ${page.after?.id ?? null}, ${page.limit + 1}, ${page.offset}
    ) as counted`,
    rows: sql`
      select one.* from unnest(counted.store_ids, counted.ids) as k(store_id, id) join ${table} as one using (store_id, id)
      order by one.${column} ${direction}, one.id ${direction}`,
  }
}

/** The condition and order of a page, by a time column and id. */
export function keyset({ after, ascending }: Page, time?: Column) {
  const column = sql.identifier(time?.name ?? 'created_at')
  const direction = ascending ? sql`asc` : sql`desc`
  const beyond = after
    ? sql`(${column}, id) ${ascending ? sql`>` : sql`<`} (${after.time.toISOString()}::timestamptz, ${after.id}::uuid)`
    : sql`true`
  return { column, direction, beyond }
}

/** The rows of the page and the count, from the result of selecting from `listFrom`. */
export const rowsOf = <Found extends PageRow>(found: readonly Found[]) => ({
  rows: found.flatMap(({ row }): NonNullable<Found['row']>[] => (row ? [row] : [])),
  total: found[0]?.total ?? 0,
})

/** The count column of such a selection. */
export const total = typed('bigint', sql`counted.total`.mapWith(Number))
