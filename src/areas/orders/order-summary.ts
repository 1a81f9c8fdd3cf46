import * as z from 'zod'
import { Order } from './order.ts'

const maxItems = 3
const hourMs = 3_600_000

const Second = z.iso.datetime().optional()

const times = {
  confirmed_at: Second,
  paid_at: Second,
  shipped_at: Second,
  delivered_at: Second,
  cancelled_at: Second,
}

/**
 * A row of the list for assistants: what is needed to call the customer about the order, where it goes, when what happened, and
 * what is paid. What is absent did not happen, and only an unusual reservation is said, so that many orders fit into one answer.
 */
export const OrderSummary = Order.pick({
  id: true,
  number: true,
  status: true,
  payment_status: true,
  fulfillment_status: true,
  platform: true,
  currency: true,
  total_amount: true,
  customer_name: true,
  customer_phone: true,
}).extend({
  paid_amount: Order.shape.paid_amount.optional(),
  refunded_amount: Order.shape.refunded_amount.optional(),
  due_amount: Order.shape.due_amount.optional(),
  payment_kind: Order.shape.payment_kind.unwrap().optional(),
  hold_reason: Order.shape.hold_reason.unwrap().optional(),
  reservation: z.literal('released').optional(),
  customer_id: Order.shape.customer_id.optional().describe('Of a customer without a phone number'),
  age: z.string().describe('Such as 2 days'),
  created_at: z.iso.datetime(),
  ...times,
  cancel_reason: Order.shape.cancel_reason.unwrap().optional(),
  city: z.string().optional(),
  items: z.string().describe('Such as 2 × Wool Beanie – Red, 1 × Scarf'),
  not_shipped: z.string().optional().describe('Of an order that was shipped in part: the items that were not'),
})

export const toOrderSummary = (order: z.output<typeof Order>, now: Date) => ({
  ...order,
  paid_amount: order.paid_amount || undefined,
  refunded_amount: order.refunded_amount || undefined,
  due_amount: order.due_amount || undefined,
  city: order.address?.city ?? order.address?.area ?? undefined,
  payment_kind: order.payment_kind ?? undefined,
  hold_reason: order.hold_reason ?? undefined,
  reservation: order.reservation === 'released' ? order.reservation : undefined,
  customer_id: order.customer_phone === null ? order.customer_id : undefined,
  age: ageOf(now.getTime() - Date.parse(order.created_at)),
  created_at: toSecond(order.created_at),
  confirmed_at: toSecondIfAny(order.confirmed_at),
  paid_at: toSecondIfAny(order.paid_at),
  shipped_at: toSecondIfAny(order.shipped_at),
  delivered_at: toSecondIfAny(order.delivered_at),
  cancelled_at: toSecondIfAny(order.cancelled_at),
  cancel_reason: order.cancel_reason ?? undefined,
  items: itemsOf(order.items),
  not_shipped: notShippedOf(order),
})

/** Without its milliseconds, which nobody asks for. */
const toSecond = (time: string) => time.replace(/\.\d+Z$/, 'Z')

const toSecondIfAny = (time: string | null) => (time === null ? undefined : toSecond(time))

function ageOf(ms: number): string {
  const hours = Math.floor(ms / hourMs)
  if (hours < 1) return 'less than 1 hour'
  return hours < 48 ? several(hours, 'hour') : several(Math.floor(hours / 24), 'day')
}

type Items = z.output<typeof Order>['items']

const several = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

function notShippedOf({ status, items }: z.output<typeof Order>): string | undefined {
  if (status === 'cancelled' || items.every(({ shipped_quantity }) => shipped_quantity === 0)) return undefined
  const left = items.map((item) => ({ ...item, quantity: item.quantity - item.shipped_quantity }))
  return itemsOf(left.filter(({ quantity }) => quantity > 0)) || undefined
}

function itemsOf(items: Items): string {
  const named = items.map(
    ({ quantity, product_name, variant_name }) =>
      `${quantity} × ${product_name}${variant_name === null ? '' : ` – ${variant_name}`}`,
  )
  const more = named.length - maxItems
  return named.slice(0, maxItems).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
