import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { Actor, actorFacts, toActor } from '../../platform/db/actor.ts'
import { listFrom, rowsOf, total } from '../../platform/lists/list.ts'
import { orderPayments } from '../../platform/db/schema/order-actions.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { notFound } from '../../platform/errors/errors.ts'
import { id } from '../../platform/values/ids.ts'
import { Money, toMajor } from '../../platform/values/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { OrderReference } from '../../platform/references/reference.ts'

const OrderPayment = z.object({
  id: id('payment'),
  kind: z.enum(['payment', 'refund']),
  amount: Money,
  method: z.string().nullable(),
  reference: z.string().nullable(),
  reason: z.string().nullable().describe('Of a refund'),
  actor: Actor.nullable().describe('Who recorded it. Null for those that an earlier release recorded'),
  voided_at: z.iso.datetime().nullable().describe('When a payment that was recorded by mistake was taken back'),
  void_reason: z.string().nullable(),
  created_at: z.iso.datetime(),
})

const columns = {
  id: orderPayments.id,
  kind: orderPayments.kind,
  amountMinor: orderPayments.amountMinor,
  method: orderPayments.method,
  reference: orderPayments.reference,
  reason: orderPayments.reason,
  voidedAt: orderPayments.voidedAt,
  voidReason: orderPayments.voidReason,
  actorKind: orderPayments.actorKind,
  actorId: orderPayments.actorId,
  actorFacts: actorFacts('order_payments'),
  createdAt: orderPayments.createdAt,
}

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
        .select({ total, row: columns })
        .from(counted)
        .leftJoinLateral(rows, sql`true`)
        .orderBy(sql`${orderPayments.createdAt} desc, ${orderPayments.id} desc`),
    ])
    if (!order) throw notFound('order')
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap }, (row) => ({
      id: row.id,
      kind: row.kind,
      amount: toMajor(row.amountMinor, order.exponent),
      method: row.method,
      reference: row.reference,
      reason: row.reason,
      actor: toActor(row),
      voided_at: row.voidedAt?.toISOString() ?? null,
      void_reason: row.voidReason,
      created_at: row.createdAt.toISOString(),
    }))
  },
)
