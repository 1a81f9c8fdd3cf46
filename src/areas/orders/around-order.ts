import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { rolesByScope } from '../../platform/auth/tokens/scopes.ts'
import { orderPayments } from '../../platform/db/schema/order-actions.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { jsonRows } from '../../platform/db/json-rows.ts'
import { typed } from '../../platform/db/selection.ts'
import { toMajor } from '../../platform/values/money.ts'
import { Order, type OrderRow } from './order.ts'
import { OrderPayment, orderPaymentColumns, toOrderPayment } from './order-payment.ts'

// What an order screen shows that is not the order's own.

const maxPayments = 50
const maxOrders = 100
const shownOrders = 5

const CustomerOrder = Order.pick({
  number: true,
  name: true,
  status: true,
  payment_status: true,
  fulfillment_status: true,
  hold_reason: true,
  cancel_reason: true,
  total_amount: true,
  created_at: true,
})

const undoableActions = ['prepare', 'ship', 'deliver', 'complete', 'return', 'refuse'] as const

export const around = {
  payments: z
    .array(OrderPayment)
    .optional()
    .describe(`With include=payments: the newest ${maxPayments} payments and refunds`),
  customer_orders: z
    .object({
      count: z.int(),
      count_is_capped: z.boolean().describe('Counting stopped at count; there may be more'),
      refused_count: z.int().describe('How many of these came back undelivered, because the customer refused them'),
      newest: z.array(CustomerOrder).describe(`The newest ${shownOrders}`),
    })
    .optional()
    .describe('With include=customer_orders: the other orders of the customer'),
  undo_action: z
    .enum(undoableActions)
    .nullable()
    .optional()
    .describe(
      'With include=undo: the last action, if you can take it back with POST /api/orders/{order_id}/undo: nothing was built on it',
    ),
}

type Payment = Parameters<typeof toOrderPayment>[0]

type StoredPayment = Omit<Payment, 'createdAt' | 'voidedAt'> & {
  readonly createdAt: string
  readonly voidedAt: string | null
}

type StoredOrder = Pick<
  OrderRow,
  'number' | 'status' | 'paymentStatus' | 'fulfillmentStatus' | 'holdReason' | 'cancelReason' | 'totalMinor'
> & { readonly createdAt: string }

type StoredOrders = { readonly count: number; readonly refused: number; readonly newest: readonly StoredOrder[] }

const others = sql.raw('others')
const column = (name: string): SQL => sql`${others}.${sql.raw(name)}`

const otherColumns = {
  number: column('number'),
  status: column('status'),
  paymentStatus: column('payment_status'),
  fulfillmentStatus: column('fulfillment_status'),
  holdReason: column('hold_reason'),
  cancelReason: column('cancel_reason'),
  totalMinor: column('total_minor'),
  createdAt: column('created_at'),
}

const payments = sql<
  StoredPayment[]
>`(select ${jsonRows(orderPaymentColumns, sql`order_payments.created_at desc, order_payments.id desc`)}
  from (select p.* from ${orderPayments} as p where p.store_id = ${orders.storeId} and p.order_id = ${orders.id}
    order by p.created_at desc, p.id desc limit ${sql.raw(String(maxPayments))}) as order_payments)`

// One more than is counted tells whether there are more.
const customerOrders = sql<StoredOrders>`(select jsonb_build_object('count', count(*),
    'refused', count(*) filter (where others.cancel_reason = 'refused'),
    'newest', ${jsonRows(otherColumns, sql`others.nth`, sql`others.nth <= ${sql.raw(String(shownOrders))}`)})
  from (select o.*, row_number() over (order by o.created_at desc, o.id desc) as nth from (
    select * from ${orders} as each where each.store_id = ${orders.storeId} and each.customer_id = ${orders.customerId} and each.id <> ${orders.id}
      order by each.created_at desc, each.id desc limit ${sql.raw(String(maxOrders + 1))}) as o) as others)`

const undo = sql<(typeof undoableActions)[number] | null>`case when app.role(${orders.storeId}) in (${sql.raw(
  rolesByScope['orders:correct'].map((role) => `'${role}'`).join(', '),
)}) then app.offered_undo(${orders}) end`

/** The columns of what is asked for; of what is not, nulls. */
export const aroundColumns = (asked: readonly string[]) => ({
  payments: typed('jsonb', asked.includes('payments') ? payments : sql<null>`null::jsonb`),
  customerOrders: typed('jsonb', asked.includes('customer_orders') ? customerOrders : sql<null>`null::jsonb`),
  undoAction: typed('text', asked.includes('undo') ? undo : sql<null>`null::text`),
})

export type AroundRow = Pick<OrderRow, 'currencyExponent'> & {
  readonly payments?: readonly StoredPayment[] | null
  readonly customerOrders?: StoredOrders | null
  readonly undoAction?: (typeof undoableActions)[number] | null
}

export const aroundNames = ['payments', 'customer_orders', 'undo'] as const

type AroundName = (typeof aroundNames)[number]

/** What is asked for of it. */
export function toAround(row: AroundRow, asked: readonly string[]): z.output<z.ZodObject<typeof around>> {
  const isAsked = (name: AroundName) => asked.includes(name)
  const { payments, customerOrders, undoAction = null, currencyExponent } = row
  return {
    ...(isAsked('payments') && {
      payments: (payments ?? []).map((payment) =>
        toOrderPayment(
          {
            ...payment,
            createdAt: new Date(payment.createdAt),
            voidedAt: payment.voidedAt === null ? null : new Date(payment.voidedAt),
          },
          currencyExponent,
        ),
      ),
    }),
    ...(isAsked('customer_orders') &&
      customerOrders && { customer_orders: toCustomerOrders(customerOrders, currencyExponent) }),
    ...(isAsked('undo') && { undo_action: undoAction }),
  }
}

const toCustomerOrders = ({ count, refused, newest }: StoredOrders, exponent: number) => ({
  count: Math.min(count, maxOrders),
  count_is_capped: count > maxOrders,
  refused_count: refused,
  newest: newest.map((order) => ({
    number: order.number,
    name: `#${order.number}`,
    status: order.status,
    payment_status: order.paymentStatus,
    fulfillment_status: order.fulfillmentStatus,
    hold_reason: order.holdReason,
    cancel_reason: order.cancelReason,
    total_amount: toMajor(order.totalMinor, exponent),
    created_at: new Date(order.createdAt).toISOString(),
  })),
})
