import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { sumColumns, type Sums, takeOf } from './list.ts'
import { countCap, type ListPage } from './page.ts'
import { keyset, type Sort } from './keyset.ts'
import type { ValueOf } from '../db/prepared.ts'
import { type Selection, typed } from '../db/selection.ts'

/** A request examines at most this many rows of each store (and status) to find those that no index finds. */
const maxExamined = sql.raw('app.examined(10000)')

/** How a list is read whose filters or order no index serves. */
export type Bounds<Found> = {
  /** Like the list's own selection, with `boundColumns`. */
  readonly selected: Selection<Found & Bound>
  /** A column that only one row of a store can have the value of: no bounds are needed. */
  readonly unique: string
  /**
   * Columns with an index in the order of creation, the most selective first, as `total > 0` if the index has only such rows. Rows are
   * examined within the first one.
   */
  readonly served: readonly string[]
}

export type Bound = { readonly isComplete: boolean; readonly stopAt: string | null; readonly stopId: string | null }

/** Whether the count is complete, and where the page stopped examining rows, if before the end. */
export const boundColumns = {
  isComplete: typed('boolean', sql<boolean>`counted.is_complete`),
  stopAt: typed('timestamptz', sql<string | null>`counted.stop_at`),
  stopId: typed('uuid', sql<string | null>`counted.stop_id`),
}

type BoundedRows = {
  readonly table: PgTable
  readonly page: ListPage
  readonly sort: Sort | undefined
  readonly sums: Sums | undefined
  /** The stores s(id), or a row for each range of an index. */
  readonly each: SQL
  /** The beginning of the order by creation that only the index has. */
  readonly lead: (descending: boolean) => SQL
  /** Conditions that an index in the order of creation serves. */
  readonly inside: SQL
  /** All other conditions. */
  readonly outside: SQL
}

/**
 * Rows by creation, which are examined in this order: a page ends early once it has examined its limit, and the next page
 * continues there. In any other order, rows are sorted among the newest. Needs `followIndexes`, or the planner may read and
 * sort everything to find the newest rows.
 */
export function boundedRows(
  { table, page, sort, sums, each, lead, inside, outside }: BoundedRows,
  value: ValueOf<Readonly<Record<string, unknown>>>,
) {
  const created = keyset(page, undefined, value)
  const { order, beyond } = keyset(page, sort, value)
  const newest = sql`${lead(false)}created_at desc, id desc`
  const walked = sql`${lead(page.ascending)}${created.order}`
  const examined = (and: SQL, by: SQL) => sql`
    (select * from ${table} where store_id = s.id and ${inside} and ${and} order by ${by} limit ${maxExamined}) as t`
  const [stop, from, and] = sort
    ? [sql`(select null::timestamptz as at, null::uuid as id)`, examined(sql`true`, newest), beyond]
    : [
        sql`(select last.at, last.id from ${each} cross join lateral (
            select created_at as at, id from ${table} where store_id = s.id and ${inside} and ${beyond}
            order by ${walked} offset ${maxExamined} - 1 limit 1) as last
          order by last.at ${created.direction}, last.id ${created.direction} limit 1)`,
        examined(beyond, walked),
        // With several stores, rows beyond the first place where one of them stopped belong to later pages.
        sql`(counted.stop_id is null
          or (created_at, id) ${page.ascending ? sql`<=` : sql`>=`} (counted.stop_at, counted.stop_id))`,
      ]
  return {
    counted: sql`(
      select n.*, stop.at as stop_at, stop.id as stop_id from (
        select least(coalesce(sum(one.hits), 0), ${countCap})::bigint as total,
          coalesce(max(one.examined) < ${maxExamined}, true) as is_complete
          ${sumColumns(sums, (_, column) => sql`coalesce(sum(one.${column}), 0)`)}
        from ${each} cross join lateral (
          select count(*) filter (where ${outside}) as hits, count(*) as examined
            ${sumColumns(sums, (addend) => sql`sum(${addend}) filter (where ${outside})`)}
          from ${examined(sql`true`, newest)}
        ) as one) as n
      left join lateral ${stop} as stop on not n.is_complete
    ) as counted`,
    rows: sql`
      select one.* from ${each} cross join lateral (
        select t.* from ${from} where ${outside} and ${and} order by ${order} limit ${takeOf(page, value)}
      ) as one
      order by ${order} limit ${value('limit')} offset ${value('offset')}`,
  }
}
