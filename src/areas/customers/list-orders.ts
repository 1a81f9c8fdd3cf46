import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { CustomerReference } from '../../platform/references/reference.ts'
import { inVisibleStores } from '../../platform/db/in-stores.ts'
import { listFrom, rowsOf, total } from '../../platform/lists/list.ts'
import { customers } from '../../platform/db/schema/customers.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { notFound } from '../../platform/errors/errors.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Order, orderColumns, toOrder } from '../orders/order.ts'
import { isCut, isCutColumn, sizedRows } from '../../platform/lists/sized.ts'
import { closePage, listOf, openPage, PageInput } from '../../platform/lists/page.ts'

export const listCustomerOrders = operation(
  {
    name: 'list_customer_orders',
    scope: 'orders:read',
    input: z.strictObject({ ...PageInput, customer_id: CustomerReference }),
    output: listOf(Order),
  },
  async ({ run }, input) => {
    const page = openPage(input)
    const kept = sql`app.kept_customer(${input.customer_id})`
    const { counted, rows, cap } = listFrom(
      { table: orders, page, filter: {}, where: sql`customer_id = ${kept}`, search: undefined },
      sizedRows,
    )
    const [[customer], found] = await run((db) => [
      db
        .select({ id: customers.id })
        .from(customers)
        .where(and(inVisibleStores(customers.storeId), eq(customers.id, kept))),
      db
        .select({ total, isCut: isCutColumn, row: orderColumns })
        .from(counted)
        .leftJoinLateral(rows, sql`true`)
        .orderBy(sql`${orders.createdAt} desc, ${orders.id} desc`),
    ])
    if (!customer) throw notFound('customer')
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap, isCut: isCut(found) }, toOrder)
  },
)
