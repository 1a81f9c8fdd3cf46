import * as z from 'zod'
import { Order } from './order.ts'

const maxItems = 3
const hourMs = 3_600_000

/**
 * A row of the list for assistants: what is needed to call the customer about the order. Its age is enough to see how
 * long they wait, and only an unusual reservation is said, so that 30 orders fit into one answer.
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
  hold_reason: Order.shape.hold_reason.unwrap().optional(),
  reservation: z.literal('released').optional(),
  customer_id: Order.shape.customer_id.optional().describe('Of a customer without a phone number'),
  age: z.string().describe('Such as 2 days'),
  items: z.string().describe('Such as 2 × Wool Beanie – Red, 1 × Scarf'),
})

export const toOrderSummary = (order: z.output<typeof Order>, now: Date) => ({
  ...order,
  hold_reason: order.hold_reason ?? undefined,
  reservation: order.reservation === 'released' ? order.reservation : undefined,
  customer_id: order.customer_phone === null ? order.customer_id : undefined,
  age: ageOf(now.getTime() - Date.parse(order.created_at)),
  items: itemsOf(order.items),
})

function ageOf(ms: number): string {
  const hours = Math.floor(ms / hourMs)
  if (hours < 1) return 'less than 1 hour'
  return hours < 48 ? several(hours, 'hour') : several(Math.floor(hours / 24), 'day')
}

const several = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

function itemsOf(items: z.output<typeof Order>['items']): string {
  const named = items.map(
    ({ quantity, product_name, variant_name }) =>
      `${quantity} × ${product_name}${variant_name === null ? '' : ` – ${variant_name}`}`,
  )
  const more = named.length - maxItems
  return named.slice(0, maxItems).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
