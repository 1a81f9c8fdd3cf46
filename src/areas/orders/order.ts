import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { OrderDestination } from '../../platform/db/schema/order-parts.ts'
import {
  fulfillmentStatuses,
  holdReasons,
  orderStatuses,
  paymentKinds,
  paymentStatuses,
} from '../../platform/db/schema/order-states.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import type { Role } from '../../platform/db/schema/stores.ts'
import { typed } from '../../platform/db/selection.ts'
import { AddressRecord } from '../../platform/values/address.ts'
import { id } from '../../platform/values/ids.ts'
import { Money, toMajor } from '../../platform/values/money.ts'
import { toIso, type WithRowTimes } from '../../platform/values/row-time.ts'
import { deliveryTaxOf, orderPrice, OrderTax, toOrderPrice } from '../checkout/order-price.ts'
import { allowedActions, nextAction } from './actions/allowed-actions.ts'
import { OrderItem, toItem } from './order-item.ts'
import { orderFacts, reservationOf, reservations } from './order-state.ts'
import { orderTexts, toOrderTexts } from './order-texts.ts'

const Time = z.iso.datetime().describe('RFC 3339, UTC')

export const Shipment = z.object({
  id: id('shipment'),
  carrier: z.string().nullable(),
  tracking_number: z.string().nullable(),
  tracking_url: z.string().nullable(),
  items: z.array(z.object({ position: z.int(), variant_id: id('variant'), quantity: z.int() })),
  created_at: Time,
})

export const Order = z.object({
  id: id('order'),
  store_id: id('store'),
  external_id: z.string().nullable(),
  number: z.int(),
  name: z.string(),
  status: z.enum(orderStatuses),
  payment_status: z.enum(paymentStatuses),
  fulfillment_status: z.enum(fulfillmentStatuses),
  hold_reason: z.enum(holdReasons).nullable(),
  contact_attempts: z.int().describe('How often it was put on hold for no_answer, call_later or wrong_number'),
  reservation: z.enum(reservations).nullable(),
  reserved_until: z.iso.datetime().nullable(),
  platform: z.string(),
  currency: z.string(),
  subtotal_amount: Money,
  shipping_amount: Money,
  tax_amount: Money,
  discount_amount: Money,
  adjustment_amount: Money.describe('Total minus (items + shipping + tax, unless included, - discount)'),
  total_amount: Money,
  ...orderPrice,
  tax: OrderTax,
  address: AddressRecord.nullable().describe('Where the order goes, in parts, if it was given so'),
  destination: orderPrice.delivery.unwrap().shape.destination.describe('What the amounts were computed for'),
  paid_amount: Money,
  refunded_amount: Money,
  came_back_amount: Money.describe('What the units that came back cost, with their tax; once all are back, the total'),
  due_again_amount: Money.describe('Of refunded_amount: what the customer will pay another way'),
  due_amount: Money.describe('Still to be paid: neither what came back nor what was refunded, but due_again_amount'),
  overpaid_amount: Money.describe('Paid and not refunded, beyond the total without what came back'),
  customer_id: id('customer'),
  customer_name: z.string(),
  customer_phone: z.string().nullable(),
  customer_phone_e164: z.string().nullable().describe('To call or write to. Null: the number could not be read'),
  ...orderTexts,
  payment_kind: z.enum(paymentKinds).nullable().describe('What payment_method means'),
  tags: z.array(z.string()),
  items: z.array(OrderItem),
  shipments: z.array(Shipment),
  confirmed_at: Time.nullable().describe('When it was first confirmed'),
  paid_at: Time.nullable().describe('Since when nothing is due. Null for an order that is unpaid'),
  shipped_at: Time.nullable().describe('When its first shipment left'),
  delivered_at: Time.nullable(),
  cancelled_at: Time.nullable(),
  cancel_reason: z
    .enum(['refused'])
    .nullable()
    .describe('refused: the goods came back undelivered. Null: somebody cancelled it'),
  allowed_actions: z.array(z.string()).describe('Actions that you can take now'),
  next_action: z.string().nullable().describe('The one of allowed_actions that takes the order on'),
  source: z.string(),
  version: z.int(),
  created_at: Time,
  updated_at: Time,
})

// `id` must be first: a null there marks an empty page of the left join.
const {
  id: idColumn,
  linesKey: _linesKey,
  variantIds: _variantIds,
  country: _country,
  regionKey: _regionKey,
  cityKey: _cityKey,
  firstOfCustomer: _firstOfCustomer,
  ...otherColumns
} = getTableColumns(orders)
export const orderColumns = {
  id: idColumn,
  ...otherColumns,
  role: typed('text', sql<Role | null>`app.role(${orders.storeId})`),
}

type HiddenColumn = 'linesKey' | 'variantIds' | 'country' | 'regionKey' | 'cityKey' | 'firstOfCustomer'

export type OrderRow = WithRowTimes<Omit<typeof orders.$inferSelect, HiddenColumn>> & {
  /** The caller's role in the order's store. */
  role: Role | null
}

export function toOrder(row: OrderRow): z.output<typeof Order> {
  const major = (minor: number) => toMajor(minor, row.currencyExponent)
  const allowed = allowedActions(orderFacts(row), row.role)
  const price = toOrderPrice(row, major)
  return {
    id: row.id,
    store_id: row.storeId,
    external_id: row.externalId,
    number: row.number,
    name: `#${row.number}`,
    status: row.status,
    payment_status: row.paymentStatus,
    fulfillment_status: row.fulfillmentStatus,
    hold_reason: row.holdReason,
    contact_attempts: row.contactAttempts,
    reservation: reservationOf(row),
    // The order of a blocked customer has this time too, but no reservation that could expire.
    reserved_until: row.releasedAt === null && row.reservedUntil !== null ? toIso(row.reservedUntil) : null,
    platform: row.platform,
    currency: row.currency,
    subtotal_amount: major(row.subtotalMinor),
    shipping_amount: major(row.shippingMinor),
    tax_amount: major(row.taxMinor),
    discount_amount: major(row.discountMinor),
    adjustment_amount: major(row.adjustmentMinor),
    total_amount: major(row.totalMinor),
    ...price,
    tax: price.tax && { ...price.tax, delivery_amount: deliveryTaxOf(row, major) },
    address: row.address,
    destination: toDestination(row.destination ?? row.delivery?.destination ?? null),
    paid_amount: major(row.paidMinor),
    refunded_amount: major(row.refundedMinor),
    came_back_amount: major(row.cameBackMinor),
    due_again_amount: major(row.dueAgainMinor),
    due_amount: major(row.dueMinor),
    overpaid_amount: major(row.overpaidMinor),
    customer_id: row.customerId,
    customer_name: row.customerName,
    customer_phone: row.customerPhone,
    customer_phone_e164: row.customerPhoneE164,
    ...toOrderTexts(row),
    payment_kind: row.paymentKind,
    tags: row.tags,
    items: row.lines.map((line) => toItem(line, major)),
    shipments: row.shipments,
    confirmed_at: row.confirmedAt && toIso(row.confirmedAt),
    paid_at: row.paidAt && toIso(row.paidAt),
    shipped_at: row.shippedAt && toIso(row.shippedAt),
    delivered_at: row.deliveredAt && toIso(row.deliveredAt),
    cancelled_at: row.cancelledAt && toIso(row.cancelledAt),
    cancel_reason: row.cancelReason,
    allowed_actions: allowed,
    next_action: nextAction(allowed, row.overpaidMinor > 0),
    source: row.source,
    version: row.version,
    created_at: toIso(row.createdAt),
    updated_at: toIso(row.updatedAt),
  }
}

const toDestination = (stored: OrderDestination | null) => stored && { country: stored.country, region: stored.region }
