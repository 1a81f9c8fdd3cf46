import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { written } from '../../platform/db/prepared.ts'
import { holdReasons } from '../../platform/db/schema/order-states.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { storeCounters } from '../../platform/db/schema/stores.ts'
import { conditionsOf, conditionValues, toSql } from '../../platform/lists/conditions.ts'
import { searchCap as cap } from '../../platform/lists/list.ts'
import { orderConditions } from './order-filters.ts'

const open = { status: ['pending', 'confirmed'] }
const notHeld = { status: ['confirmed'], hold_reason: ['none'] }

export const orderViews = ['all', 'to_confirm', 'on_hold', 'to_pack', 'to_ship', 'to_deliver', 'to_collect'] as const

type OrderView = (typeof orderViews)[number]

/** The filters of the list that each view shows. All but the first have only open orders. */
const views: Readonly<Record<OrderView, Readonly<Record<string, readonly string[]>>>> = {
  all: {},
  to_confirm: { status: ['pending'], hold_reason: ['none'] },
  on_hold: { ...open, hold_reason: holdReasons },
  to_pack: { ...notHeld, fulfillment_status: ['unfulfilled', 'preparing'] },
  to_ship: { ...notHeld, fulfillment_status: ['preparing', 'partially_shipped'] },
  to_deliver: { status: ['confirmed'], fulfillment_status: ['shipped'] },
  to_collect: {
    status: ['confirmed'],
    payment_kind: ['cash_on_delivery'],
    fulfillment_status: ['partially_shipped', 'shipped', 'delivered', 'partially_returned', 'returned'],
    has_due: ['true'],
  },
}

/** Filters as the query of a list. */
export const queryOf = (filters: Readonly<Record<string, string | readonly string[]>>): string =>
  Object.entries(filters)
    .map(([name, values]) => `${name}=${[values].flat().join(',')}`)
    .join('&')

export const viewQuery = (view: OrderView): string => queryOf(views[view])

const isIn = (view: OrderView): SQL => {
  const conditions = conditionsOf(views[view], orderConditions)
  return sql.join([sql`true`, ...toSql(conditions, written(conditionValues(conditions)))], sql` and `)
}

const total = sql`(select last_order_number - 1000 from ${storeCounters} where store_id = app.only_store())`

// Of each status the newest 10,000 orders, from the index that has them in this order, as lists examine them.
const openOrders = sql`(select one.* from (values ('pending'), ('confirmed')) as v(status)
  cross join lateral (select * from ${orders} where store_id = app.only_store() and status >= v.status and status <= v.status
    order by status, created_at desc, id desc limit app.examined(10000) + 1) as one) as o`

/** One row: how many orders each view of the caller's only store has, up to 1,001, and what is due of those to collect. */
export const selectViews = (db: Db) =>
  db
    .select({
      // Whether a status has more orders than are examined.
      more: sql<Readonly<Record<string, boolean>>>`json_build_object(
        'pending', count(*) filter (where status = 'pending') > app.examined(10000),
        'confirmed', count(*) filter (where status = 'confirmed') > app.examined(10000))`,
      toCollectMinor: sql`coalesce(sum(due_minor) filter (where ${isIn('to_collect')}), 0)`.mapWith(BigInt),
      counts: sql<Readonly<Record<OrderView, number>>>`json_build_object(${sql.join(
        orderViews.map(
          (view) =>
            sql`${view}::text, least(${view === 'all' ? total : sql`count(*) filter (where ${isIn(view)})`}, ${cap}::int)`,
        ),
        sql`, `,
      )})`,
    })
    .from(openOrders)

type ViewsRow = Awaited<ReturnType<typeof selectViews>>[number]

/** The number of orders in a view, and whether there may be more. */
export const viewCount = ({ counts, more }: ViewsRow, view: OrderView) => ({
  count: counts[view],
  isCapped: counts[view] >= cap || isPartial(more, view),
})

/** Whether orders that the view may have were not examined. */
export const isPartial = (more: ViewsRow['more'], view: OrderView) =>
  (views[view]['status'] ?? []).some((status) => more[status])
