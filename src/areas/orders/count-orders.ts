import * as z from 'zod'
import { operation } from '../../platform/operation/operation.ts'
import { orderViews, selectViews, viewCount, viewQuery } from './order-views.ts'

/** How many orders wait for what. */
export const countOrders = operation(
  {
    name: 'count_orders',
    scope: 'overview:read',
    input: z.strictObject({}),
    output: z.object({
      data: z.array(
        z.object({
          view: z
            .enum(orderViews)
            .describe(
              'to_confirm: pending. to_pack: confirmed, and nothing shipped. to_ship: being prepared, or shipped in part. to_deliver: shipped. to_collect: cash on delivery that is shipped and not paid in full. Orders on hold are in on_hold, and neither in to_confirm, to_pack nor to_ship',
            ),
          query: z.string().describe('The same orders as a query of GET /api/orders; empty: all'),
          count: z.int(),
          count_is_capped: z.boolean().describe('Counting stopped at count; there may be more'),
        }),
      ),
    }),
  },
  async ({ run }) => {
    const [[row]] = await run((db) => [selectViews(db)])
    if (!row) throw new Error('there are no counts')
    return {
      data: orderViews.map((view) => {
        const { count, isCapped } = viewCount(row, view)
        return { view, query: viewQuery(view), count, count_is_capped: isCapped }
      }),
    }
  },
)
