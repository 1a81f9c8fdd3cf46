import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { listFrom, rowsOf, total } from '../../platform/lists/list.ts'
import { events } from '../../platform/db/schema/events.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { notFound } from '../../platform/errors/errors.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { OrderReference } from '../../platform/references/reference.ts'
import { OrderEvent, orderEventColumns, toOrderEvent } from './order-event.ts'

export const listOrderEvents = operation(
  {
    name: 'list_order_events',
    scope: 'orders:read',
    input: z.strictObject({ ...PageInput, order_id: OrderReference }),
    output: listOf(OrderEvent),
  },
  async ({ run }, { order_id, ...pageInput }) => {
    const page = openPage({ ...pageInput, order_id })
    const { counted, rows, cap } = listFrom({
      table: events,
      page,
      filter: { subject_id: order_id },
      search: undefined,
    })
    const [[order], found] = await run((db) => [
      db
        .select({ exponent: orders.currencyExponent })
        .from(orders)
        .where(sql`${orders.storeId} = any(app.stores()) and ${orders.id} = ${order_id}`),
      db
        .select({ total, row: orderEventColumns })
        .from(counted)
        .leftJoinLateral(rows, sql`true`)
        .orderBy(sql`${events.createdAt} desc, ${events.id} desc`),
    ])
    if (!order) throw notFound('order')
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap }, (row) => toOrderEvent(row, order.exponent))
  },
)
