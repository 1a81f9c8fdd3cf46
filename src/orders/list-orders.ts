import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { preparedList, total } from '../db/list.ts'
import { fulfillmentStatuses, orders, orderStatuses, paymentStatuses } from '../db/schema/orders.ts'
import { storeCounters } from '../db/schema/stores.ts'
import { selection } from '../db/selection.ts'
import { ExternalId, id } from '../ids.ts'
import { operation } from '../operation.ts'
import { closePage, listOf, openPage, PageInput } from '../page.ts'
import { DayOrMoment, SearchTerm } from '../text.ts'
import { Order, orderColumns, Platform, toOrder } from './order.ts'

const readOrders = preparedList(selection({ total, row: orderColumns }), {
  table: orders,
  // Order numbers start at 1001 without gaps and orders are never deleted, so the last number gives the total.
  totalUnfiltered: sql`select coalesce(sum(last_order_number - 1000), 0) from ${storeCounters}
    where store_id = any(app.stores())`,
})

export const listOrders = operation(
  {
    name: 'list_orders',
    scope: 'orders:read',
    input: z.strictObject({
      ...PageInput,
      search: SearchTerm.optional().describe(
        'Searches order number (1001 or #1001), customer name, phone in any format, product name, SKU, notes and tags',
      ),
      status: z.enum(orderStatuses).optional(),
      payment_status: z.enum(paymentStatuses).optional(),
      fulfillment_status: z.enum(fulfillmentStatuses).optional(),
      platform: Platform.optional(),
      customer_id: id('customer').optional(),
      external_id: ExternalId.optional(),
      created_from: DayOrMoment.optional().describe(
        "Orders at or after this time, or from this date on (a day in the store's time zone)",
      ),
      created_to: DayOrMoment.optional().describe(
        "Orders before this time, or up to and including this date (a day in the store's time zone)",
      ),
      sort: z.enum(['-created_at', 'created_at']).default('-created_at'),
    }),
    output: listOf(Order),
  },
  async ({ read }, input) => {
    const { search, sort, limit: _limit, page: _page, cursor: _cursor, ...filter } = input
    const page = openPage(input, sort === 'created_at')
    const { rows, ...count } = await readOrders(read, { page, filter, search })
    return closePage(page, rows, count, toOrder)
  },
)
