import * as z from 'zod'
import { fulfillmentStatuses, holdReasons, orderStatuses, paymentStatuses } from '../db/schema/orders.ts'
import { ExternalId } from '../ids.ts'
import { Amount } from '../money.ts'
import { Email, Line, maybe, Moment, Tags } from '../text.ts'
import { createOrder } from './create-order.ts'
import { isBefore, checkContradictions } from './order-contradictions.ts'
import { ImportedItem } from './new-item.ts'
import { Platform, reservations } from './order.ts'
import { Shipping } from './ship-order.ts'

const { total_amount, shipping_amount, tax_amount, discount_amount, shipping_address, payment_method, notes } =
  createOrder.input.shape

const PastMoment = Moment.refine(
  (time) => !isBefore(new Date().toISOString(), time),
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
    reservation: maybe(z.enum(reservations)).describe('released: a pending order whose stock is reserved on confirm'),
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
  .superRefine(checkContradictions)

export type OrderRecord = z.output<typeof OrderRecord>
