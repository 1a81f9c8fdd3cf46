import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, idColumn, minor, oneOf, storeId, tags, time, updatedAt, versionColumn } from '../columns.ts'
import type { AddressRecord } from '../../values/address.ts'
import { customers } from './customers.ts'
import { fulfillmentStatuses, holdReasons, orderStatuses, paymentKinds, paymentStatuses } from './order-states.ts'
import type { OrderDelivery, OrderDestination, OrderDiscount, OrderLine, ShipmentSnapshot } from './order-parts.ts'

export const orders = pgTable(
  'orders',
  {
    storeId: storeId(),
    id: idColumn(),
    number: bigint('number', { mode: 'number' }).notNull(),
    /** The order's id in the shop it was imported from, or in the merchant's own software. */
    externalId: text('external_id'),
    status: text('status', { enum: orderStatuses }).notNull().default('pending'),
    paymentStatus: text('payment_status', { enum: paymentStatuses }).notNull().default('unpaid'),
    fulfillmentStatus: text('fulfillment_status', { enum: fulfillmentStatuses }).notNull().default('unfulfilled'),
    holdReason: text('hold_reason', { enum: holdReasons }),
    contactAttempts: integer('contact_attempts').notNull().default(0),
    platform: text('platform').notNull(),
    source: text('source', { enum: ['api', 'mcp', 'storefront', 'import'] }).notNull(),
    currency: text('currency').notNull(),
    currencyExponent: smallint('currency_exponent').notNull(),
    subtotalMinor: minor('subtotal_minor').notNull(),
    shippingMinor: minor('shipping_minor').notNull().default(0),
    taxMinor: minor('tax_minor').notNull().default(0),
    discountMinor: minor('discount_minor').notNull().default(0),
    /**
     * The amounts that the merchant stated: `total` if all, else those of `shipping`, `discount` and `tax` that were not computed.
     * `delivery_tax`: of an imported order, the tax that no line has is the delivery's.
     */
    stated: text('stated').array().$type<('total' | 'shipping' | 'discount' | 'tax' | 'delivery_tax')[]>().notNull(),
    /** Null: the merchant stated the order's amounts, or the store has no delivery methods. */
    delivery: jsonb('delivery').$type<OrderDelivery>(),
    /** What the amounts were computed for, with or without a delivery method. */
    destination: jsonb('destination').$type<OrderDestination>(),
    discounts: jsonb('discounts').$type<OrderDiscount[]>().notNull().default([]),
    /** A percentage. Null: no tax was computed. */
    taxRate: numeric('tax_rate', { precision: 7, scale: 4, mode: 'number' }),
    taxLabel: text('tax_label'),
    /** Whether prices include the tax, so that it is not added to the total. */
    taxIncluded: boolean('tax_included').notNull().default(false),
    /** The merchant's total minus the sum of the parts; may be negative. */
    adjustmentMinor: minor('adjustment_minor').notNull().default(0),
    totalMinor: minor('total_minor').notNull(),
    paidMinor: minor('paid_minor').notNull().default(0),
    refundedMinor: minor('refunded_minor').notNull().default(0),
    /** The part of `refunded_minor` that the customer will pay another way. */
    dueAgainMinor: minor('due_again_minor').notNull().default(0),
    /** What the units that came back cost (app.came_back_of). */
    cameBackMinor: minor('came_back_minor').notNull().default(0),
    dueMinor: minor('due_minor')
      .notNull()
      .generatedAlwaysAs(sql`app.due(status, total_minor, came_back_minor, paid_minor, due_again_minor)`),
    overpaidMinor: minor('overpaid_minor')
      .notNull()
      .generatedAlwaysAs(sql`app.overpaid(total_minor, came_back_minor, paid_minor, refunded_minor)`),
    customerId: uuid('customer_id').notNull(),
    customerName: text('customer_name').notNull(),
    customerPhone: text('customer_phone'),
    customerPhoneE164: text('customer_phone_e164'),
    shippingAddress: text('shipping_address'),
    /** The parts of the address. Null: only the text is known. */
    address: jsonb('address').$type<AddressRecord>(),
    // What filters find it by.
    country: text('country').generatedAlwaysAs(sql`coalesce(address ->> 'country', destination ->> 'country')`),
    regionKey: text('region_key').generatedAlwaysAs(
      sql`app.place_key(coalesce(address ->> 'country', destination ->> 'country'), coalesce(address ->> 'region', destination ->> 'region'))`,
    ),
    /** Where towns are called areas, an address may have no city. */
    cityKey: text('city_key').generatedAlwaysAs(
      sql`app.place_key(coalesce(address ->> 'country', destination ->> 'country'), coalesce(address ->> 'city', address ->> 'area'))`,
    ),
    paymentMethod: text('payment_method'),
    /** What the word in `payment_method` means. */
    paymentKind: text('payment_kind', { enum: paymentKinds }).generatedAlwaysAs(sql`app.payment_kind(payment_method)`),
    /** The number of the customer's purchase order. */
    poNumber: text('po_number'),
    notes: text('notes'),
    tags: tags(),
    lines: jsonb('lines').$type<OrderLine[]>().notNull(),
    /** The variants of the lines, for the filter by variant: reading the lines of many orders would cost far more. */
    variantIds: uuid('variant_ids')
      .array()
      .generatedAlwaysAs(sql`app.variants_of(lines)`),
    /** A copy of the shipments rows. */
    shipments: jsonb('shipments').$type<ShipmentSnapshot[]>().notNull().default([]),
    /** When it was first confirmed. */
    confirmedAt: time('confirmed_at'),
    /** Since when nothing is due of it; null if it is unpaid. */
    paidAt: time('paid_at'),
    /** When its first shipment left. */
    shippedAt: time('shipped_at'),
    deliveredAt: time('delivered_at'),
    cancelledAt: time('cancelled_at'),
    /** Null: somebody cancelled it. */
    cancelReason: text('cancel_reason', { enum: ['refused'] }),
    /** The same for two orders with the same quantities of the same variants. */
    linesKey: text('lines_key').notNull(),
    /**
     * False if the order has no stock reserved and takes none when it is shipped: it was imported with goods that were already
     * deducted from the stock, or its reservation was released.
     */
    movesStock: boolean('moves_stock').notNull().default(true),
    /**
     * For a shopper's order that the store has not confirmed: when its reservation expires. Until then it counts towards the
     * limits of shoppers.
     */
    reservedUntil: time('reserved_until'),
    /** When the reservation of a pending order was released. Confirming the order reserves the stock again. */
    releasedAt: time('released_at'),
    /** Whether this is the customer's earliest order in the store, whatever its status. The lower number wins a tie. */
    firstOfCustomer: boolean('first_of_customer').notNull().default(false),
    version: versionColumn(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ name: 'orders_pkey', columns: [t.storeId, t.id] }),
    unique('orders_number_key').on(t.storeId, t.number),
    uniqueIndex('orders_external_key')
      .on(t.storeId, t.externalId)
      .where(sql`external_id is not null`),
    index('orders_created_idx').on(t.storeId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('orders_status_idx').on(t.storeId, t.status, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('orders_customer_idx').on(t.storeId, t.customerId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('orders_due_idx')
      .on(t.storeId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`due_minor > 0`),
    index('orders_city_idx')
      .on(t.storeId, t.cityKey, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`city_key is not null`),
    index('orders_region_idx')
      .on(t.storeId, t.regionKey, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`region_key is not null`),
    index('orders_country_idx')
      .on(t.storeId, t.country, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`country is not null`),
    // For the job that releases reservations, which goes from store to store.
    index('orders_reservations_idx')
      .on(t.storeId, t.reservedUntil)
      .where(sql`reserved_until is not null`)
      .concurrently(),
    index('orders_unconfirmed_phone_idx')
      .on(t.storeId, t.customerPhoneE164)
      .where(sql`reserved_until is not null`),
    foreignKey({
      name: 'orders_customer_fkey',
      columns: [t.storeId, t.customerId],
      foreignColumns: [customers.storeId, customers.id],
    }),
    check(
      'orders_total',
      sql`${t.totalMinor} = ${t.subtotalMinor} + ${t.shippingMinor} + case when ${t.taxIncluded} then 0 else ${t.taxMinor} end - ${t.discountMinor} + ${t.adjustmentMinor}`,
    ),
    check(
      'orders_amounts',
      sql`least(${t.subtotalMinor}, ${t.shippingMinor}, ${t.taxMinor}, ${t.discountMinor}, ${t.totalMinor}, ${t.paidMinor}, ${t.refundedMinor}) >= 0`,
    ),
    check(
      'orders_refunded',
      sql`${t.dueAgainMinor} between 0 and ${t.refundedMinor} and ${t.refundedMinor} <= ${t.paidMinor}`,
    ),
    check('orders_came_back', sql`${t.cameBackMinor} between 0 and ${t.totalMinor}`),
    check('orders_status', oneOf('status', orderStatuses)),
    check('orders_payment_status', oneOf('payment_status', paymentStatuses)),
    check('orders_fulfillment_status', oneOf('fulfillment_status', fulfillmentStatuses)),
    check('orders_hold_reason', oneOf('hold_reason', holdReasons)),
    check(
      'orders_cancel_reason',
      sql`${t.cancelReason} is null or ${t.cancelReason} = 'refused' and ${t.status} = 'cancelled'`,
    ),
    check('orders_reserved_until', sql`${t.reservedUntil} is null or ${t.status} = 'pending'`),
    check(
      'orders_released',
      sql`${t.releasedAt} is null or (${t.status} in ('pending', 'cancelled') and not ${t.movesStock})`,
    ),
  ],
)
