import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { orders } from '../../platform/db/schema/orders.ts'
import { selection, typed } from '../../platform/db/selection.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Money, toMajor } from '../../platform/values/money.ts'
import { getOrder, orderFinder } from './get-order.ts'
import { eventsColumn, OrderWithIncluded, toOrderWithIncluded } from './included.ts'
import { orderColumns } from './order.ts'

export const OrderPayments = z
  .array(
    z.object({
      kind: z.enum(['payment', 'refund']),
      amount: Money,
      method: z.string().optional(),
      reference: z.string().optional(),
      at: z.iso.datetime(),
      voided_at: z.iso.datetime().optional().describe('Recorded by mistake, and does not count'),
    }),
  )
  .describe('The newest 50 payments and refunds')

type StoredPayment = {
  readonly kind: 'payment' | 'refund'
  readonly amount_minor: number
  readonly method?: string
  readonly reference?: string
  readonly at: string
  readonly voided_at?: string
}

const payments = typed(
  'jsonb',
  sql<
    StoredPayment[]
  >`(select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('kind', p.kind, 'amount_minor', p.amount_minor,
      'method', p.method, 'reference', p.reference, 'at', p.created_at, 'voided_at', p.voided_at))
      order by p.created_at desc, p.id desc), '[]')
    from (select p.* from order_payments p where p.store_id = ${orders.storeId} and p.order_id = ${orders.id}
      order by p.created_at desc, p.id desc limit 50) as p)`,
)

const find = orderFinder(selection({ ...orderColumns, payments }))
const findWithEvents = orderFinder(selection({ ...orderColumns, payments, events: eventsColumn }))

export const OrderWithPayments = OrderWithIncluded.extend({ payments: OrderPayments })

/** An order with its payments, for assistants. */
export const getOrderWithPayments = operation(
  {
    name: getOrder.id,
    scope: getOrder.scope,
    input: getOrder.input.extend({
      include: z
        .array(z.enum(['events']))
        .optional()
        .meta({ tool: false }),
    }),
    output: OrderWithPayments,
  },
  async (context, { order_id, include }) => {
    const { payments: found, ...row } = include?.includes('events')
      ? await findWithEvents(context, order_id)
      : await find(context, order_id)
    return {
      ...toOrderWithIncluded(row, { include }),
      payments: found.map(({ amount_minor, at, voided_at, ...payment }) => ({
        ...payment,
        amount: toMajor(amount_minor, row.currencyExponent),
        at: new Date(at).toISOString(),
        ...(voided_at !== undefined && { voided_at: new Date(voided_at).toISOString() }),
      })),
    }
  },
)
