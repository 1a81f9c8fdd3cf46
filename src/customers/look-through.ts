import { type SQL, sql } from 'drizzle-orm'
import { keyset } from '../db/list.ts'
import { customers } from '../db/schema/customers.ts'
import { closePage, countCap, type Page } from '../page.ts'

type Question = {
  readonly page: Page
  readonly stores: SQL
  /** So many of a store's customers are looked at for a page, and as many of the newest for the count. */
  readonly lookedAt: number
  /** Joined to each store s(id). */
  readonly ofStore?: SQL
  /** Joined to each customer c. */
  readonly ofCustomer?: SQL
  /** Which of them are in the list. */
  readonly where: SQL
  /** Columns besides c.*, each with its comma. */
  readonly more?: SQL
}

/**
 * A list of customers by what no index answers, at a bounded cost: a page that comes to the end of what is looked at is
 * as full as it got, and the next one goes on behind it. `counted` is one row, with the count, whether that is of all
 * customers, and where the page stopped looking if that was before the end; `rows` are the page's, one more than it has.
 */
export function lookThrough({ page, stores, lookedAt, ofStore, ofCustomer, where, more }: Question) {
  const { beyond } = keyset(page)
  const newest = sql`order by created_at desc, id desc`
  const eachStore = sql`unnest(${stores}) as s(id) ${ofStore ?? sql``}`
  const counted = sql`(
    select (
        select count(*) from ${eachStore} cross join lateral (
          select from (select * from ${customers} where store_id = s.id ${newest} limit ${lookedAt}) as c ${ofCustomer ?? sql``}
          where ${where} limit ${countCap}) as one
      ) as total,
      not exists (
        select from unnest(${stores}) as s(id) cross join lateral (
          select from ${customers} where store_id = s.id ${newest} offset ${lookedAt} limit 1) as unseen
      ) as whole,
      stop.created_at as stop_time, stop.id as stop_id
    from (select) as one left join (
      select last.* from unnest(${stores}) as s(id) cross join lateral (
        select created_at, id from ${customers} where store_id = s.id and ${beyond} ${newest}
        offset ${lookedAt - 1} limit 1) as last
      order by last.created_at desc, last.id desc limit 1
    ) as stop on true) as counted`
  // Over several stores, what lies behind the place where one of them was looked at no further comes later.
  const rows = sql`
    select one.* from ${eachStore} cross join lateral (
      select c.* ${more ?? sql``}
      from (select * from ${customers} where store_id = s.id and ${beyond} ${newest} limit ${lookedAt}) as c ${ofCustomer ?? sql``}
      where ${where} and (counted.stop_id is null or (c.created_at, c.id) >= (counted.stop_time, counted.stop_id))
      order by c.created_at desc, c.id desc limit ${page.offset + page.limit + 1}
    ) as one
    order by one.created_at desc, one.id desc limit ${page.limit + 1} offset ${page.offset}`
  return { counted, rows }
}

export const lookedColumns = {
  total: sql`counted.total`.mapWith(Number),
  whole: sql<boolean>`counted.whole`,
  stopTime: sql<Date | null>`counted.stop_time`.mapWith(customers.createdAt),
  stopId: sql<string | null>`counted.stop_id`,
}

type Looked<Row> = {
  readonly total: number
  readonly whole: boolean
  readonly stopTime: Date | null
  readonly stopId: string | null
  readonly row: Row | null
}

/** The page out of what a selection of `lookThrough` gave: `lookedColumns` and the row. */
export function closeLooked<Row extends { createdAt: Date; id: string }, Item>(
  page: Page,
  found: readonly Looked<Row>[],
  toItem: (row: Row) => Item,
) {
  const rows = found.flatMap(({ row }) => row ?? [])
  const [first] = found
  const { total, whole } = first ?? { total: 0, whole: true }
  const stop = first?.stopTime && first.stopId !== null ? { time: first.stopTime, id: first.stopId } : null
  return closePage(page, rows, { total, cap: whole ? countCap : total }, toItem, stop)
}
