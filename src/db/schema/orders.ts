import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, id, minor, oneOf, storeId, tags, time, updatedAt, version } from '../columns.ts'
import { customers } from './customers.ts'
import { productVariants, type VariantOptions } from './products.ts'

export const orderStatuses = ['pending', 'confirmed', 'completed', 'cancelled'] as const
export const paymentStatuses = ['unpaid', 'partially_paid', 'paid', 'partially_refunded', 'refunded'] as const
export const fulfillmentStatuses = [
  'unfulfilled',
  'preparing',
  'partially_shipped',
  'shipped',
  'delivered',
  'partially_returned',
  'returned',
] as const
export type OrderStatus = (typeof orderStatuses)[number]
export type FulfillmentStatus = (typeof fulfillmentStatuses)[number]

export const holdReasons = [
  'no_answer',
  'call_later',
  'wrong_number',
  'incomplete_address',
  'awaiting_payment',
  'suspected_fraud',
  'out_of_stock',
  'duplicate',
  'customer_blocked',
  'other',
] as const

/** A line as kept in `orders.lines`: the snapshot that reading an order needs, in the order's own row. */
export type OrderLine = {
  position: number
  product_id: string
  product_name: string
  variant_id: string
  variant_name: string | null
  variant_sku: string | null
  variant_options: VariantOptions
  variant_attributes: Record<string, string | number | boolean | null>
  quantity: number
  unit_price_minor: number
  list_price_minor: number
  /** Of `quantity`, how many went out, and of those how many came back; absent: none. */
  shipped?: number
  returned?: number
}

/** A shipment as kept in `orders.shipments`. */
export type ShipmentSnapshot = {
  id: string
  carrier: string | null
  tracking_number: string | null
  tracking_url: string | null
  items: MovedLine[]
  created_at: string
}

/** How many of a line were moved. */
type MovedLine = { position: number; variant_id: string; quantity: number }

export const orders = pgTable(
  'orders',
  {
    storeId: storeId(),
    id: id(),
    number: bigint('number', { mode: 'number' }).notNull(),
    /** Its id in the shop that it was imported from, or in the merchant's own software. */
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
    /** What the merchant's own total differs by from the sum of the parts; may be negative. */
    adjustmentMinor: minor('adjustment_minor').notNull().default(0),
    totalMinor: minor('total_minor').notNull(),
    paidMinor: minor('paid_minor').notNull().default(0),
    refundedMinor: minor('refunded_minor').notNull().default(0),
    customerId: uuid('customer_id').notNull(),
    customerName: text('customer_name').notNull(),
    customerPhone: text('customer_phone'),
    customerPhoneE164: text('customer_phone_e164'),
    shippingAddress: text('shipping_address'),
    paymentMethod: text('payment_method'),
    notes: text('notes'),
    tags: tags(),
    /** The rows of order_items over again, for reading in one go (twice as fast as joining them). */
    lines: jsonb('lines').$type<OrderLine[]>().notNull(),
    /** The rows of shipments over again. */
    shipments: jsonb('shipments').$type<ShipmentSnapshot[]>().notNull().default([]),
    deliveredAt: time('delivered_at'),
    /** Equal for two orders with the same quantities of the same variants. */
    linesKey: text('lines_key').notNull(),
    /** False: nothing is reserved, and nothing is to be released or shipped from stock. Imported with goods that the stock on hand does not count any more, or released. */
    movesStock: boolean('moves_stock').notNull().default(true),
    /** Of a shopper's order that the store has not confirmed: until when it counts against the store's shopper limits, and its stock is reserved unless it was released. */
    reservedUntil: time('reserved_until'),
    /** Since when the order has no stock reserved though it is pending; confirming it reserves the stock. */
    releasedAt: time('released_at'),
    /** The customer's earliest order here, whatever became of it; one of two of the same moment is the lower number. */
    firstOfCustomer: boolean('first_of_customer').notNull().default(false),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`app.fold(app.join_text(array['#' || number::text, customer_name, app.phone_text(customer_phone, customer_phone_e164), app.lines_text(lines), notes] || tags))`,
      ),
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
    index('orders_reserved_until_idx')
      .on(t.reservedUntil)
      .where(sql`reserved_until is not null`),
    index('orders_unconfirmed_phone_idx')
      .on(t.storeId, t.customerPhoneE164)
      .where(sql`reserved_until is not null`),
    index('orders_search_idx')
      .using('gin', sql`app.grams(store_id, search_text)`)
      .with({ fastupdate: false }),
    foreignKey({
      name: 'orders_customer_fkey',
      columns: [t.storeId, t.customerId],
      foreignColumns: [customers.storeId, customers.id],
    }),
    check(
      'orders_total',
      sql`${t.totalMinor} = ${t.subtotalMinor} + ${t.shippingMinor} + ${t.taxMinor} - ${t.discountMinor} + ${t.adjustmentMinor}`,
    ),
    check(
      'orders_amounts',
      sql`least(${t.subtotalMinor}, ${t.shippingMinor}, ${t.taxMinor}, ${t.discountMinor}, ${t.totalMinor}, ${t.paidMinor}, ${t.refundedMinor}) >= 0`,
    ),
    check('orders_refunded', sql`${t.refundedMinor} <= ${t.paidMinor}`),
    check('orders_status', oneOf('status', orderStatuses)),
    check('orders_payment_status', oneOf('payment_status', paymentStatuses)),
    check('orders_fulfillment_status', oneOf('fulfillment_status', fulfillmentStatuses)),
    check('orders_hold_reason', oneOf('hold_reason', holdReasons)),
    check('orders_reserved_until', sql`${t.reservedUntil} is null or ${t.status} = 'pending'`),
    check(
      'orders_released',
      sql`${t.releasedAt} is null or (${t.status} in ('pending', 'cancelled') and not ${t.movesStock})`,
    ),
  ],
)

export const orderItems = pgTable(
  'order_items',
  {
    storeId: storeId(),
    orderId: uuid('order_id').notNull(),
    position: integer('position').notNull(),
    productId: uuid('product_id').notNull(),
    variantId: uuid('variant_id').notNull(),
    quantity: integer('quantity').notNull(),
    unitPriceMinor: minor('unit_price_minor').notNull(),
    listPriceMinor: minor('list_price_minor').notNull(),
  },
  (t) => [
    primaryKey({ name: 'order_items_pkey', columns: [t.storeId, t.orderId, t.position] }),
    index('order_items_variant_idx').on(t.storeId, t.productId, t.variantId),
    foreignKey({
      name: 'order_items_order_fkey',
      columns: [t.storeId, t.orderId],
      foreignColumns: [orders.storeId, orders.id],
    }),
    foreignKey({
      name: 'order_items_variant_fkey',
      columns: [t.storeId, t.productId, t.variantId],
      foreignColumns: [productVariants.storeId, productVariants.productId, productVariants.id],
    }),
    check('order_items_quantity', sql`${t.quantity} between 1 and 1000000`),
    check('order_items_prices', sql`${t.unitPriceMinor} >= 0 and ${t.listPriceMinor} >= 0`),
  ],
)

const orderFact = () => ({
  storeId: storeId(),
  id: uuid('id')
    .notNull()
    .default(sql`uuidv7()`),
  orderId: uuid('order_id').notNull(),
})

type FactColumns = { storeId: AnyPgColumn; id: AnyPgColumn; orderId: AnyPgColumn }

const orderFactKeys = (table: string, t: FactColumns) => [
  primaryKey({ name: `${table}_pkey`, columns: [t.storeId, t.id] }),
  index(`${table}_order_idx`).on(t.storeId, t.orderId, t.id),
  foreignKey({
    name: `${table}_order_fkey`,
    columns: [t.storeId, t.orderId],
    foreignColumns: [orders.storeId, orders.id],
  }),
]

/** The ledger: append-only; for every order its payments come to paid_minor and its refunds to refunded_minor. */
export const orderPayments = pgTable(
  'order_payments',
  {
    ...orderFact(),
    kind: text('kind', { enum: ['payment', 'refund'] }).notNull(),
    amountMinor: minor('amount_minor').notNull(),
    method: text('method'),
    reference: text('reference'),
    reason: text('reason'),
    createdAt: createdAt(),
  },
  (t) => [
    ...orderFactKeys('order_payments', t),
    check('order_payments_kind', sql`${t.kind} in ('payment', 'refund')`),
    check('order_payments_amount', sql`${t.amountMinor} > 0`),
  ],
)

/** Append-only; for every line of an order the quantities come to what `orders.lines` says was shipped. */
export const shipments = pgTable(
  'shipments',
  {
    ...orderFact(),
    items: jsonb('items').$type<MovedLine[]>().notNull(),
    carrier: text('carrier'),
    trackingNumber: text('tracking_number'),
    trackingUrl: text('tracking_url'),
    createdAt: createdAt(),
  },
  (t) => orderFactKeys('shipments', t),
)

/** Append-only; likewise what came back. */
export const orderReturns = pgTable(
  'order_returns',
  {
    ...orderFact(),
    items: jsonb('items').$type<MovedLine[]>().notNull(),
    restock: boolean('restock').notNull(),
    reason: text('reason'),
    createdAt: createdAt(),
  },
  (t) => orderFactKeys('order_returns', t),
)
