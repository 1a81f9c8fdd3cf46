import { type Column, getTableName, SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { countCap, type Page } from '../page.ts'
import { isDay } from '../text.ts'
import { asTable } from './as-table.ts'

/** Counting search results stops here. Above that, the term is too common for the count to be useful. */
const searchCap = 1_001

export type List = {
  /** Needs an index on (store_id, <time>, id), through which each store's rows are read in order. */
  readonly table: PgTable
  /** The column to order by. Default: created_at. */
  readonly time?: Column
  readonly page: Page
  /**
   * Column -> value or values; undefined means no filter. `created_from` and `created_to` bound created_at: a date means that
   * day in each store's time zone, and `created_to` includes it.
   */
  readonly filter: Readonly<Record<string, string | string[] | SQL | undefined>>
  /** Not together with a filter that is an SQL expression. */
  readonly search: string | undefined
  /** Conditions for filters that are not columns. app.search implements the same filters. */
  readonly conditions?: Readonly<Record<string, (value: string) => SQL>>
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

/** The rows of a page and the source of the count, as SQL. */
export const sourceOf = (list: List) => (list.search === undefined ? newestRows(list) : searchRows(list, list.search))

function newestRows({
  table,
  time,
  page,
  filter,
  conditions: custom,
  totalUnfiltered,
  stores = sql`app.stores()`,
}: List) {
  const conditions = conditionsOf(filter, custom)
  const each = storesWithDays(stores, filter)
  const where = sql.join([sql`true`, ...conditions], sql` and `)
  const total =
    totalUnfiltered && conditions.length === 0
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

function searchRows({ table, time, page, filter }: List, search: string) {
  const { column, direction } = keyset(page, time)
  return {
    cap: searchCap,
    counted: sql`app.search(
      ${getTableName(table)}, ${search}, ${JSON.stringify(filter)}::jsonb, ${page.ascending},
      ${page.after?.time.toISOString() ?? null}, ${page.after?.id ?? null}, ${page.limit + 1}, ${page.offset}
    ) as counted`,
    rows: sql`
      select one.* from unnest(counted.store_ids, counted.ids) as k(store_id, id) join ${table} as one using (store_id, id)
      order by one.${column} ${direction}, one.id ${direction}`,
  }
}

function conditionsOf(filter: List['filter'], custom: List['conditions'] = {}): SQL[] {
  return Object.entries(filter).flatMap(([column, value]) => {
    if (value === undefined) return []
    const condition = custom[column]
    if (condition && !(value instanceof SQL)) return [value].flat().map(condition)
    if (column === 'created_from') return [sql`created_at >= ${dayOf(value) ? sql`s.from_day` : value}`]
    if (column === 'created_to') return [sql`created_at < ${dayOf(value) ? sql`s.after_day` : value}`]
    if (typeof value === 'string' || value instanceof SQL) return [sql`${sql.identifier(column)} = ${value}`]
    return [sql`${sql.identifier(column)} in ${value}`]
  })
}

const dayOf = (value: unknown): string | undefined => (typeof value === 'string' && isDay(value) ? value : undefined)

/** The stores as s(id), with the bounds of the requested days. OFFSET 0 computes them once per store, not once per row. */
function storesWithDays(stores: SQL, { created_from, created_to }: List['filter']): SQL {
  const [from, to] = [dayOf(created_from), dayOf(created_to)]
  if (from === undefined && to === undefined) return sql`unnest(${stores}) as s(id)`
  return sql`(select id, app.day_start(id, ${from ?? null}::date) as from_day,
      app.day_start(id, ${to ?? null}::date + 1) as after_day
    from unnest(${stores}) as known(id) offset 0) as s`
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
export function rowsOf<Row>(found: readonly { total: number; row: Row | null }[]): { rows: Row[]; total: number } {
  return { rows: found.flatMap(({ row }) => row ?? []), total: found[0]?.total ?? 0 }
}

/** The count column of such a selection. */
export const total = sql`counted.total`.mapWith(Number)
