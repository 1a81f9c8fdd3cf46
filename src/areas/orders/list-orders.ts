import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { boundColumns } from '../../platform/lists/bounded-list.ts'
import { total } from '../../platform/lists/list.ts'
import { preparedList } from '../../platform/lists/prepared-list.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { storeCounters } from '../../platform/db/schema/stores.ts'
import { selection } from '../../platform/db/selection.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, listOf, PageInput } from '../../platform/lists/page.ts'
import { openSortedPage, sortBy } from '../../platform/lists/sorted-page.ts'
import { Order, orderColumns, toOrder } from './order.ts'
import { expectWaitingStatus, orderConditions, OrderFilters, orderSorts } from './order-filters.ts'

/** What all lists of orders have in common, for `preparedList`. */
export const orderList = {
  table: orders,
  conditions: orderConditions,
  merged: 'status',
  // Order numbers start at 1001 without gaps and orders are never deleted, so the last number gives the total.
  totalUnfiltered: sql`select coalesce(sum(last_order_number - 1000), 0) from ${storeCounters}
    where store_id = any(app.stores())`,
} as const

export const orderIndexes = {
  unique: 'external_id',
  served: ['customer_id', 'city_key', 'region_key', 'country', 'due_minor > 0', 'status'],
} as const

const readOrders = preparedList(selection({ total, row: orderColumns }), {
  ...orderList,
  bounds: { ...orderIndexes, selected: selection({ total, ...boundColumns, row: orderColumns }) },
})

const Input = z.strictObject({
  ...PageInput,
  ...OrderFilters,
  sort: sortBy(orderSorts)
    .default('-created_at')
    .describe(
      'With a minus, the highest come first. By total_amount and updated_at, and by number together with a filter, the list has only the newest 10,000 orders; filters by customer_id, city, region, country, status and time apply before that. Search results can only be sorted by created_at',
    ),
})

/** What a request lists. */
export function orderRequest(input: z.output<typeof Input>) {
  const { search, sort: _sort, limit: _limit, page: _page, cursor: _cursor, ...filter } = input
  expectWaitingStatus(filter)
  const { page, sort, sortValue } = openSortedPage(input, orderSorts)
  return { page, sort, sortValue, filter, search }
}

export const listOrders = operation(
  { name: 'list_orders', scope: 'orders:read', input: Input, output: listOf(Order) },
  async ({ read }, input) => {
    const { sortValue, ...request } = orderRequest(input)
    const { rows, stop, ...count } = await readOrders(read, request)
    return closePage(request.page, rows, count, toOrder, { stop, sortValue })
  },
)
