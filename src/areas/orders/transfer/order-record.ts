import * as z from 'zod'
import {
  fulfillmentStatuses,
  holdReasons,
  orderStatuses,
  paymentStatuses,
} from '../../../platform/db/schema/order-states.ts'
import { ExternalId } from '../../../platform/values/ids.ts'
import { AddressInParts } from '../../../platform/values/address.ts'
import { Amount } from '../../../platform/values/money.ts'
import { Identifier } from '../../../platform/values/pasted.ts'
import { DayOrMoment, Email, Line, maybe, Tags } from '../../../platform/values/text.ts'
import { createOrder } from '../create-order.ts'
import { addressColumns } from './address-columns.ts'
import { importedPrice } from './imported-price.ts'
import { ImportedItem } from '../new-item.ts'
import { Platform } from '../platform-name.ts'
import { reservations } from '../order-state.ts'
import { newOrderTexts } from '../order-texts.ts'
import { Shipping } from '../actions/action-operations.ts'
import { limits } from '../../../platform/values/limits.ts'

const { total_amount, shipping_amount, tax_amount, discount_amount } = createOrder.input.shape

// The limits are those of an exported order, whose shipments may list several tracking numbers.
const ShipmentRecord = z.strictObject({
  ...Shipping,
  tracking_number: maybe(Identifier(100_000)),
  id: maybe(Identifier(200)),
  items: z
    .array(
      z.strictObject({
        position: z.int().min(1),
        variant_id: maybe(Identifier(200)),
        quantity: z.int().min(1).max(1_000_000),
      }),
    )
    .min(1)
    .max(100),
  created_at: maybe(DayOrMoment),
})

/** An order in an import file: placed in another system, with its payments, shipments and returns there. */
export const OrderRecord = z.strictObject({
  external_id: maybe(ExternalId),
  id: maybe(Identifier(200)),
  customer_id: maybe(Identifier(200)).describe('Id of the customer, or their external_id'),
  customer_name: maybe(Line(200)),
  customer_phone: createOrder.input.shape.customer_phone,
  customer_email: maybe(Email),
  created_at: maybe(DayOrMoment).describe("A time, or a date: the start of that day in the store's time zone"),
  status: maybe(z.enum(orderStatuses)),
  payment_status: maybe(z.enum(paymentStatuses)),
  fulfillment_status: maybe(z.enum(fulfillmentStatuses)),
  hold_reason: maybe(z.enum(holdReasons)),
  reservation: maybe(z.enum(reservations)).describe(
    'released: the order is pending, and its stock is reserved when it is confirmed',
  ),
  platform: maybe(Platform),
  currency: maybe(Identifier(3).toUpperCase()),
  shipping_amount,
  tax_amount,
  discount_amount,
  adjustment_amount: maybe(z.number().min(-1e15).max(1e15)),
  total_amount: maybe(total_amount),
  ...importedPrice,
  paid_amount: maybe(Amount).describe('Default: derived from payment_status, if that determines the amount'),
  refunded_amount: maybe(Amount).describe(
    'At most paid_amount. Default: derived from payment_status, if that determines the amount',
  ),
  due_again_amount: maybe(Amount).describe(
    'Of refunded_amount: what the customer was to pay another way. At most that',
  ),
  ...newOrderTexts,
  address: maybe(AddressInParts),
  ...addressColumns,
  tags: maybe(Tags),
  items: z.array(ImportedItem).min(1).max(limits.order.items),
  shipments: maybe(z.array(ShipmentRecord).max(1000)).describe('Items that were shipped together'),
  tracking_numbers: maybe(z.array(Identifier(100_000)).max(1000)).describe(
    'For shipped items that are not in shipments',
  ),
  confirmed_at: maybe(DayOrMoment).describe('For a confirmed order. Default: created_at'),
  paid_at: maybe(DayOrMoment).describe('For a paid order. Default: created_at'),
  shipped_at: maybe(DayOrMoment).describe('For a shipped order. Default: the first shipment, or created_at'),
  cancelled_at: maybe(DayOrMoment).describe('For a cancelled order. Default: created_at'),
  cancel_reason: maybe(z.enum(['refused'])).describe('refused: everything that was shipped came back undelivered'),
  delivered_at: maybe(DayOrMoment).describe('For a delivered order. Default: the last shipment, or created_at'),
})

export type OrderRecord = z.output<typeof OrderRecord>
