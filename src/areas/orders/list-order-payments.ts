import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { listFrom, rowsOf, total } from '../../platform/lists/list.ts'
import { orderPayments } from '../../platform/db/schema/order-actions.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { notFound } from '../../platform/errors/errors.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { OrderReference } from '../../platform/references/reference.ts'
import { OrderPayment, orderPaymentColumns, toOrderPayment } from './order-payment.ts'

export const listOrderPayments = operation(
  {
    name: 'list_order_payments',
    scope: 'orders:read',
    input: z.strictObject({ ...PageInput, order_id: OrderReference }),
    output: listOf(OrderPayment),
  },
  async ({ run }, { order_id, ...pageInput }) => {
    const page = openPage({ ...pageInput, order_id })
    const { counted, rows, cap } = listFrom({ table: orderPayments, page, filter: { order_id }, search: undefined })
    const [[order], found] = await run((db) => [
      db
        .select({ exponent: orders.currencyExponent })
        .from(orders)
        .where(sql`${orders.storeId} = any(app.stores()) and ${orders.id} = ${order_id}`),
      db
        .select({ total, row: orderPaymentColumns })
        .from(counted)
        .leftJoinLateral(rows, sql`true`)
        .orderBy(sql`${orderPayments.createdAt} desc, ${orderPayments.id} desc`),
    ])
    if (!order) throw notFound('order')
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap }, (row) => toOrderPayment(row, order.exponent))
  },
)
