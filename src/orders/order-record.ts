import * as z from 'zod'
import { fulfillmentStatuses, holdReasons, orderStatuses, paymentStatuses } from '../db/schema/orders.ts'
import { ExternalId } from '../ids.ts'
import { Amount } from '../money.ts'
import { Email, Line, maybe, Moment, Tags } from '../text.ts'
import { createOrder } from './create-order.ts'
import { quantitiesIn, shippedOf } from './life-so-far.ts'
import { ImportedItem } from './new-item.ts'
import { Platform } from './order.ts'
import { Shipping } from './ship-order.ts'

const { total_amount, shipping_amount, tax_amount, discount_amount, shipping_address, payment_method, notes } =
  createOrder.input.shape

/** Clocks differ by so much. */
const slackMs = 5 * 60_000

const isBefore = (one: string, other: string) => Date.parse(one) < Date.parse(other) - slackMs

const PastMoment = Moment.refine(
  (time) => Date.parse(time) <= Date.now() + slackMs,
  'This time is in the future. Give the one when it happened',
)

// As many and as long as an order's own can be.
const ShipmentRecord = z.strictObject({
  ...Shipping,
  tracking_number: maybe(Line(100_000)),
  id: maybe(Line(200)),
  items: z
    .array(
      z.strictObject({
        position: z.int().min(1),
        variant_id: maybe(Line(200)),
        quantity: z.int().min(1).max(1_000_000),
      }),
    )
    .min(1)
    .max(100),
  created_at: maybe(PastMoment),
})

/** An order of an import: one that was made elsewhere, and what became of it there. */
export const OrderRecord = z
  .strictObject({
    external_id: maybe(ExternalId),
    id: maybe(Line(200)),
    customer_id: maybe(Line(200)).describe('Id of the customer, or their external_id'),
    customer_name: maybe(Line(200)),
    customer_phone: createOrder.input.shape.customer_phone,
    customer_email: maybe(Email),
    created_at: maybe(PastMoment),
    status: maybe(z.enum(orderStatuses)),
    payment_status: maybe(z.enum(paymentStatuses)),
    fulfillment_status: maybe(z.enum(fulfillmentStatuses)),
    hold_reason: maybe(z.enum(holdReasons)),
    platform: maybe(Platform),
    currency: maybe(Line(3).toUpperCase()),
    shipping_amount,
    tax_amount,
    discount_amount,
    adjustment_amount: maybe(z.number().min(-1e15).max(1e15)),
    total_amount: maybe(total_amount),
    paid_amount: maybe(Amount).describe('Default: what payment_status says, where that leaves no choice'),
    refunded_amount: maybe(Amount).describe('Of what was paid. Default: as with paid_amount'),
    shipping_address,
    payment_method,
    notes,
    tags: maybe(Tags),
    items: z.array(ImportedItem).min(1).max(100),
    shipments: maybe(z.array(ShipmentRecord).max(1000)).describe('Which of the shipped goods went out together'),
    tracking_numbers: maybe(z.array(Line(100_000)).max(1000)).describe('Of what shipments does not name'),
    delivered_at: maybe(PastMoment).describe('Of a delivered order; default: the last shipment, or created_at'),
  })
  .refine(({ external_id, id }) => (external_id ?? id) !== undefined, {
    path: ['external_id'],
    message: "Give the order's id in the shop that it comes from: by it an order is never imported twice",
  })
  .refine(({ items }) => items.every((item) => item.product_id ?? item.variant_id ?? item.variant_sku), {
    path: ['items'],
    message: 'Give a SKU, or a product_id, in every line',
  })
  .superRefine((order, context) => {
    const tell = (path: (string | number)[], message: string) => {
      context.addIssue({ code: 'custom', path, message })
    }
    const shipped = shippedOf(order)
    order.items.forEach(({ position, quantity, shipped_quantity, returned_quantity = 0 }, index) => {
      const out = shipped[index] ?? 0
      if (position !== undefined && position !== index + 1)
        tell(['items', index, 'position'], `This is line ${index + 1} of the order. Leave its lines in their order`)
      if (out > quantity)
        tell(['items', index, 'shipped_quantity'], `Of ${quantity} ordered, ${out} cannot have been shipped`)
      else if (returned_quantity > out)
        tell(['items', index, 'returned_quantity'], `Of ${out} shipped, ${returned_quantity} cannot have come back`)
      else if (shipped_quantity !== undefined && shipped_quantity < out)
        tell(['items', index, 'shipped_quantity'], `The shipments hold ${out} of these, not ${shipped_quantity}`)
    })
    order.shipments?.forEach(({ items, created_at: at }, index) => {
      const lineOf = (position: number) => order.items[position - 1]
      if (items.some(({ position }) => !lineOf(position)))
        tell(['shipments', index, 'items'], 'The order has no line of this position')
      if (items.some(({ position, variant_id: is }) => is && is !== (lineOf(position)?.variant_id ?? is)))
        tell(['shipments', index, 'items'], 'The line of this position is of another variant')
      if (at !== undefined && order.created_at !== undefined && isBefore(at, order.created_at))
        tell(['shipments', index, 'created_at'], 'Nothing is shipped before it is ordered')
    })
    const { delivered_at: delivered, created_at, shipments = [] } = order
    const before = [created_at, ...shipments.map((shipment) => shipment.created_at)]
    if (delivered !== undefined && before.some((moment) => moment !== undefined && isBefore(delivered, moment)))
      tell(['delivered_at'], 'Nothing is delivered before it was ordered and shipped')
    const left = shipped.some((quantity) => quantity > 0)
    if (left && order.status === 'pending')
      tell(['status'], 'Of a pending order nothing was shipped. Leave the status empty, or say confirmed')
    if (order.hold_reason !== undefined && (left || order.status === 'cancelled' || order.status === 'completed'))
      tell(['hold_reason'], 'An order that was shipped, or has ended, is not on hold. Leave this empty')
    if (order.hold_reason !== undefined && order.fulfillment_status === 'preparing')
      tell(['hold_reason'], 'An order on hold is not being prepared. Leave one of the two empty')
    if (order.tracking_numbers !== undefined && order.tracking_numbers.length > 0) {
      const named = quantitiesIn(order)
      if (!left)
        tell(['tracking_numbers'], 'Nothing of this order was shipped. Say what was, by fulfillment_status or per line')
      else if (shipped.every((quantity, index) => quantity <= (named[index] ?? 0)))
        tell(['tracking_numbers'], 'All that was shipped is in shipments. Give the numbers there')
    }
  })

export type OrderRecord = z.output<typeof OrderRecord>
