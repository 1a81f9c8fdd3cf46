import { type Column, getTableName, SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { countCap, type Page } from '../page.ts'
import { asTable } from './as-table.ts'
import { conditionsOf, type Filter, type NamedConditions, storesWithDays, toSql } from './conditions.ts'

/** Rows of a search are counted so far: a term that more rows hold is too common for its count to say anything. */
const searchCap = 1_001

export type List = {
  /** Every store's rows are read in their order through the index on (store_id, <time>, id). */
  readonly table: PgTable
  /** The column that they are ordered by. Default: created_at. */
  readonly time?: Column
  readonly page: Page
  readonly filter: Filter
  readonly conditions?: NamedConditions
  readonly search: string | undefined
  /** A further condition. Not together with a search. */
  readonly where?: SQL
  /** How many rows there are without search and filters, where that is known without counting them. */
  readonly totalUnfiltered?: SQL
  /** Default: all that the door let the caller see. */
  readonly stores?: SQL
}

/**
 * What a list selects from: `counted(total)`, and the page's rows under the table's own name, one more than the page
 * has. One row of `counted` with an empty table where the page is empty. Over several stores the newest of each are
 * merged: asking for all the stores at once would read them whole.
 */
export function listFrom<T extends PgTable>(list: List & { readonly table: T }) {
  const { rows, ...rest } = sourceOf(list)
  return { ...rest, rows: asTable(list.table, rows) }
}

/** As SQL: the rows of a page, and what they and the count come from. */
export const sourceOf = (list: List) => (list.search === undefined ? newest(list) : found(list, list.search))

function newest({ table, time, page, totalUnfiltered, stores = sql`app.stores()`, ...list }: List) {
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
    counted: sql`(select ${total} as total) as counted`,
    rows: sql`
      select one.* from ${each} cross join lateral (
        select * from ${table} where store_id = s.id and ${where} and ${beyond}
        order by ${column} ${direction}, id ${direction} limit ${take}
      ) as one
      order by ${column} ${direction}, id ${direction} limit ${page.limit + 1} offset ${page.offset}`,
  }
}

function found({ table, time, page, filter, conditions }: List, search: string) {
  const { column, direction } = keyset(page, time)
  return {
    cap: searchCap,
    counted: sql`app.search_page(
      ${getTableName(table)}, ${search}, ${JSON.stringify(conditionsOf(filter, conditions))}::jsonb, ${page.ascending},
      ${page.after?.time.toISOString() ?? null}, ${page.after?.id ?? null}, ${page.limit + 1}, ${page.offset}
    ) as counted`,
    rows: sql`
      select one.* from unnest(counted.store_ids, counted.ids) as k(store_id, id) join ${table} as one using (store_id, id)
      order by one.${column} ${direction}, one.id ${direction}`,
  }
}

/** The condition and direction of a page, on a column of time and id. */
export function keyset({ after, ascending }: Page, time?: Column) {
  const column = sql.identifier(time?.name ?? 'created_at')
  const direction = ascending ? sql`asc` : sql`desc`
  const beyond = after
    ? sql`(${column}, id) ${ascending ? sql`>` : sql`<`} (${after.time.toISOString()}::timestamptz, ${after.id}::uuid)`
    : sql`true`
  return { column, direction, beyond }
}

/** The page's rows and the count out of what a selection from `listFrom` gave. */
export function rowsOf<Row>(found: readonly { total: number; row: Row | null }[]): { rows: Row[]; total: number } {
  return { rows: found.flatMap(({ row }) => row ?? []), total: found[0]?.total ?? 0 }
}

/** The selection's column of the count. */
export const total = sql`counted.total`.mapWith(Number)
