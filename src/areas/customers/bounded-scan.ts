import { type SQL, sql } from 'drizzle-orm'
import { keyset } from '../../platform/lists/keyset.ts'
import { customers } from '../../platform/db/schema/customers.ts'
import type { Place } from '../../platform/lists/cursor.ts'
import { closePage, countCap, type ListPage } from '../../platform/lists/page.ts'

type Scan = {
  readonly page: ListPage
  readonly stores: SQL
  /** How many customers per store a page examines at most. The count examines as many of the newest. */
  readonly maxExamined: SQL
  /** A join for each store s(id). */
  readonly storeJoin?: SQL
  /** The condition that customers c must meet. */
  readonly where: SQL
  /** Columns in addition to c.*, each preceded by a comma. */
  readonly moreColumns?: SQL
  /** If false, nothing is counted and the count is 0. */
  readonly counting?: boolean
}

/**
 * A list of customers by a condition that no index supports, at a bounded cost: a page ends early once it has examined its
 * limit, and the next page continues there. `counted` is one row with the count, whether the count is complete, and where
 * the page stopped examining, if before the end. `rows` are the rows of the page and one more.
 */
export function boundedScan({ page, stores, maxExamined, storeJoin, where, moreColumns, counting = true }: Scan) {
  const newest = sql`order by created_at desc, id desc`
  const { beyond } = keyset(page)
  const eachStore = sql`unnest(${stores}) as s(id)`
  const hits = (from: SQL, limit: number) => sql`
    select one.* from ${eachStore} ${storeJoin ?? sql``} cross join lateral (
      select c.store_id, c.id, c.created_at
      from (select * from ${customers} where store_id = s.id and ${from} ${newest} limit ${maxExamined}) as c
      where ${where} order by c.created_at desc, c.id desc limit ${limit}) as one`
  const counted = sql`(
    with stop as materialized (
      select last.* from ${eachStore} cross join lateral (
        select created_at, id from ${customers} where store_id = s.id and ${beyond} ${newest} offset ${maxExamined} - 1 limit 1) as last
      ${newest} limit 1
    ), hits as materialized (${counting ? hits(sql`true`, countCap) : hits(beyond, page.limit + 1)}
    ), page as materialized (
      select hit.* from ${counting && page.after ? sql`(${hits(beyond, page.limit + 1)})` : sql`hits`} as hit
      -- With several stores, matches beyond the first place where one of them stopped belong to later pages.
      where (hit.created_at, hit.id) >= (select created_at, id from stop) or not exists (select from stop)
      ${newest} limit ${page.limit + 1} offset ${page.offset}
    )
    select ${counting ? sql`least((select count(*) from hits), ${countCap})` : sql`0`} as total,
      not exists (${
        page.after
          ? sql`select from ${eachStore} cross join lateral (
              select from ${customers} where store_id = s.id ${newest} offset ${maxExamined} - 1 limit 1) as unseen`
          : sql`select from stop`
      }) as is_complete,
      (select created_at from stop) as stop_time, (select id from stop) as stop_id,
      array(select store_id from page ${newest}) as store_ids, array(select id from page ${newest}) as ids) as counted`
  const rows = sql`
    select c.* ${moreColumns ?? sql``} from unnest(counted.store_ids, counted.ids) as hit(store_id, id)
      join ${customers} as c on c.store_id = hit.store_id and c.id = hit.id`
  return { counted, rows }
}

export const scanColumns = {
  total: sql`counted.total`.mapWith(Number),
  isComplete: sql<boolean>`counted.is_complete`,
  stopTime: sql<Date | null>`counted.stop_time`.mapWith(customers.createdAt),
  stopId: sql<string | null>`counted.stop_id`,
}

type Scanned<Row> = {
  readonly total: number
  readonly isComplete: boolean
  readonly stopTime: Date | null
  readonly stopId: string | null
  readonly row: Row | null
}

/** The page from the result of a selection of `scanColumns` and the row. */
export function scanResult<Row extends { createdAt: Date; id: string }, Item>(
  page: ListPage,
  found: readonly Scanned<Row>[],
  toItem: (row: Row) => Item,
) {
  const rows = found.flatMap(({ row }) => row ?? [])
  const { total, isComplete } = found[0] ?? { total: 0, isComplete: true }
  return closePage(page, rows, { total, cap: isComplete ? countCap : total }, toItem, { stop: stopOf(found) })
}

/** The same for a page of an export. */
export function scanPart<Row extends { createdAt: Date; id: string }>(page: ListPage, found: readonly Scanned<Row>[]) {
  const rows = found.flatMap(({ row }) => row ?? []).slice(0, page.limit)
  const last = rows.at(-1)
  const full = found.length > page.limit && last
  return { rows, next: full ? { at: last.createdAt.toISOString(), id: last.id } : stopOf(found) }
}

function stopOf([first]: readonly Scanned<unknown>[]): Place | null {
  return first?.stopTime && first.stopId !== null ? { at: first.stopTime.toISOString(), id: first.stopId } : null
}
