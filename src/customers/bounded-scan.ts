import { type SQL, sql } from 'drizzle-orm'
import { keyset } from '../db/list.ts'
import { customers } from '../db/schema/customers.ts'
import { closePage, countCap, type Page, type Place } from '../page.ts'

type Question = {
  readonly page: Page
  readonly stores: SQL
  /** So many of a store's customers are looked at for a page, and as many of the newest for the count. */
  readonly lookedAt: number
  /** Joined to each store s(id). */
  readonly ofStore?: SQL
  /** Which of the customers c are in the list. */
  readonly where: SQL
  /** Columns besides c.*, each with its comma. */
  readonly more?: SQL
  /** False: the count is 0, and costs nothing. */
  readonly counting?: boolean
}

/**
 * A list of customers by what no index answers, at a bounded cost: a page that comes to the end of what is looked at is
 * as full as it got, and the next one goes on behind it. `counted` is one row, with the count, whether that is of all
 * customers, and where the page stopped looking if that was before the end; `rows` are the page's, one more than it has.
 */
export function boundedScan({ page, stores, lookedAt, ofStore, where, more, counting = true }: Question) {
  const newest = sql`order by created_at desc, id desc`
  const { beyond } = keyset(page)
  const eachStore = sql`unnest(${stores}) as s(id)`
  const hits = (from: SQL, most: number) => sql`
    select one.* from ${eachStore} ${ofStore ?? sql``} cross join lateral (
      select c.store_id, c.id, c.created_at
      from (select * from ${customers} where store_id = s.id and ${from} ${newest} limit ${lookedAt}) as c
      where ${where} order by c.created_at desc, c.id desc limit ${most}) as one`
  const counted = sql`(
    with stop as materialized (
      select last.* from ${eachStore} cross join lateral (
        select created_at, id from ${customers} where store_id = s.id and ${beyond} ${newest} offset ${lookedAt - 1} limit 1) as last
      ${newest} limit 1
    ), hits as materialized (${counting ? hits(sql`true`, countCap) : hits(beyond, page.limit + 1)}
    ), page as materialized (
      select hit.* from ${counting && page.after ? sql`(${hits(beyond, page.limit + 1)})` : sql`hits`} as hit
      -- Over several stores, what lies behind the place where one of them was looked at no further comes later.
      where (hit.created_at, hit.id) >= (select created_at, id from stop) or not exists (select from stop)
      ${newest} limit ${page.limit + 1} offset ${page.offset}
    )
    select ${counting ? sql`least((select count(*) from hits), ${countCap})` : sql`0`} as total,
      not exists (${
        page.after
          ? sql`select from ${eachStore} cross join lateral (
              select from ${customers} where store_id = s.id ${newest} offset ${lookedAt - 1} limit 1) as unseen`
          : sql`select from stop`
      }) as whole,
      (select created_at from stop) as stop_time, (select id from stop) as stop_id,
      array(select store_id from page ${newest}) as store_ids, array(select id from page ${newest}) as ids) as counted`
  const rows = sql`
    select c.* ${more ?? sql``} from unnest(counted.store_ids, counted.ids) as hit(store_id, id)
      join ${customers} as c on c.store_id = hit.store_id and c.id = hit.id`
  return { counted, rows }
}

export const scanColumns = {
  total: sql`counted.total`.mapWith(Number),
  whole: sql<boolean>`counted.whole`,
  stopTime: sql<Date | null>`counted.stop_time`.mapWith(customers.createdAt),
  stopId: sql<string | null>`counted.stop_id`,
}

type Scanned<Row> = {
  readonly total: number
  readonly whole: boolean
  readonly stopTime: Date | null
  readonly stopId: string | null
  readonly row: Row | null
}

/** The page out of what a selection of `boundedScan` gave: `scanColumns` and the row. */
export function scanResult<Row extends { createdAt: Date; id: string }, Item>(
  page: Page,
  found: readonly Scanned<Row>[],
  toItem: (row: Row) => Item,
) {
  const rows = found.flatMap(({ row }) => row ?? [])
  const { total, whole } = found[0] ?? { total: 0, whole: true }
  return closePage(page, rows, { total, cap: whole ? countCap : total }, toItem, { stop: stopOf(found) })
}

/** The same as a part of an export. */
export function scanPart<Row extends { createdAt: Date; id: string }>(page: Page, found: readonly Scanned<Row>[]) {
  const rows = found.flatMap(({ row }) => row ?? []).slice(0, page.limit)
  const last = rows.at(-1)
  const full = found.length > page.limit && last
  return { rows, next: full ? { time: last.createdAt, id: last.id } : stopOf(found) }
}

function stopOf([first]: readonly Scanned<unknown>[]): Place | null {
  return first?.stopTime && first.stopId !== null ? { time: first.stopTime, id: first.stopId } : null
}
