import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { eachPage, pageFrom, exportedPartOf, storesSeen } from '../../../platform/lists/export-pages.ts'
import { orders } from '../../../platform/db/schema/orders.ts'
import { operation } from '../../../platform/operation/operation.ts'
import { pagesOf } from '../../../platform/transfer/export.ts'
import { Order, orderColumns, toOrder } from '../order.ts'
import { expectWaitingStatus, orderConditions, OrderFilters } from '../order-filters.ts'

export const exportOrders = operation(
  {
    name: 'export_orders',
    scope: 'orders:read',
    input: z.strictObject({ ...OrderFilters, sort: z.enum(['-created_at', 'created_at']).default('-created_at') }),
    output: pagesOf(Order),
  },
  async ({ run }, { search, sort, ...filter }) => {
    expectWaitingStatus(filter)
    const ascending = sort === 'created_at'
    return eachPage({ ascending, size: 1000, toItem: toOrder }, async (page) => {
      const { from, rows, found } = pageFrom({ table: orders, page, filter, conditions: orderConditions, search })
      const read = await run((db) => [
        db
          .select({ found, row: orderColumns })
          .from(from)
          .innerJoinLateral(rows, sql`true`)
          .orderBy(
            ascending ? orders.createdAt : sql`${orders.createdAt} desc`,
            ascending ? orders.id : sql`${orders.id} desc`,
          ),
        storesSeen(db),
      ])
      return exportedPartOf(page, read)
    })
  },
)
