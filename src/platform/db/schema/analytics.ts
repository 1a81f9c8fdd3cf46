import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { count, minorSum, storeId, time } from '../columns.ts'

/** Bucket size in minutes, aligned in UTC: quarter hours, which add up to hours and days in any time zone, and days. */
const bucketMinutes = () => smallint('minutes').notNull()

/**
 * Order figures by time, updated in the same batch as an order (app.update_totals). An order always counts in the bucket of its
 * created_at. Empty buckets have no row.
 */
export const sales = pgTable(
  'sales',
  {
    storeId: storeId(),
    minutes: bucketMinutes(),
    startsAt: time('starts_at').notNull(),
    platform: text('platform').notNull(),
    /** This and the following columns up to newRefundedMinor exclude cancelled orders, except `cancelled`. */
    orders: integer('orders').notNull(),
    cancelled: integer('cancelled').notNull(),
    grossMinor: minorSum('gross_minor').notNull(),
    refundedMinor: minorSum('refunded_minor').notNull(),
    units: count('units').notNull(),
    shipped: integer('shipped').notNull(),
    returned: integer('returned').notNull(),
    newOrders: integer('new_orders').notNull(),
    newGrossMinor: minorSum('new_gross_minor').notNull(),
    newRefundedMinor: minorSum('new_refunded_minor').notNull(),
    codPlaced: integer('cod_placed').notNull(),
    codConfirmed: integer('cod_confirmed').notNull(),
    codShipped: integer('cod_shipped').notNull(),
    codDelivered: integer('cod_delivered').notNull(),
    codReturned: integer('cod_returned').notNull(),
    codCancelled: integer('cod_cancelled').notNull(),
    /** What orders not cancelled consist of, besides goods. */
    discountMinor: minorSum('discount_minor').notNull(),
    shippingMinor: minorSum('shipping_minor').notNull(),
    taxMinor: minorSum('tax_minor').notNull(),
    /** The price of their goods, after discounts and without included tax. */
    goodsMinor: minorSum('goods_minor').notNull(),
    /** The part of goods_minor that has a known cost, and that cost. */
    costedMinor: minorSum('costed_minor').notNull(),
    costMinor: minorSum('cost_minor').notNull(),
    /** Orders of which goods came back undelivered; closed ones are in neither `orders` nor `cancelled`. */
    refused: integer('refused').notNull(),
    codRefused: integer('cod_refused').notNull(),
    /** The part of gross_minor that came back and was not paid; of first orders, too. */
    notCollectedMinor: minorSum('not_collected_minor').notNull(),
    newNotCollectedMinor: minorSum('new_not_collected_minor').notNull(),
  },
  (t) => [
    primaryKey({ name: 'sales_pkey', columns: [t.storeId, t.minutes, t.startsAt, t.platform] }),
    // Which platforms the orders of a store have (app.expect_filter).
    index('sales_platforms_idx')
      .on(t.storeId, t.platform)
      .where(sql`minutes = 1440`),
  ],
)

/** What happened to orders, by the quarter hour and the day in which it happened (app.save_activity). Empty buckets have no row. */
export const activity = pgTable(
  'activity',
  {
    storeId: storeId(),
    minutes: bucketMinutes(),
    startsAt: time('starts_at').notNull(),
    confirmed: integer('confirmed').notNull(),
    shipped: integer('shipped').notNull(),
    delivered: integer('delivered').notNull(),
    cancelled: integer('cancelled').notNull(),
    refused: integer('refused').notNull(),
    returned: integer('returned').notNull(),
    paidMinor: minorSum('paid_minor').notNull(),
    refundedMinor: minorSum('refunded_minor').notNull(),
  },
  (t) => [primaryKey({ name: 'activity_pkey', columns: [t.storeId, t.minutes, t.startsAt] })],
)

/** Figures by product and variant, per hour and per day. Coarser than `sales`, because there are many. */
export const productSales = pgTable(
  'product_sales',
  {
    storeId: storeId(),
    minutes: bucketMinutes(),
    startsAt: time('starts_at').notNull(),
    productId: uuid('product_id').notNull(),
    variantId: uuid('variant_id').notNull(),
    orders: integer('orders').notNull(),
    /** Of an order with several variants of a product, only one counts it here, so that the sum counts it once. */
    productOrders: integer('product_orders').notNull(),
    units: count('units').notNull(),
    returnedUnits: count('returned_units').notNull(),
    refusedUnits: count('refused_units').notNull(),
    revenueMinor: minorSum('revenue_minor').notNull(),
  },
  (t) => [
    primaryKey({ name: 'product_sales_pkey', columns: [t.storeId, t.minutes, t.startsAt, t.variantId] }),
    // When a product was sold (app.products_not_sold), and whether it ever was (app.was_ordered).
    index('product_sales_products_idx')
      .on(t.storeId, t.productId, t.startsAt)
      .where(sql`minutes = 1440`),
  ],
)

/** Figures by discount, per hour and per day. An order with two discounts counts for both. Orders without have no row. */
export const discountSales = pgTable(
  'discount_sales',
  {
    storeId: storeId(),
    minutes: bucketMinutes(),
    startsAt: time('starts_at').notNull(),
    discountId: uuid('discount_id').notNull(),
    orders: integer('orders').notNull(),
    discountMinor: minorSum('discount_minor').notNull(),
    /** The totals of these orders, their refunds, and what came back and was not paid. */
    grossMinor: minorSum('gross_minor').notNull(),
    refundedMinor: minorSum('refunded_minor').notNull(),
    notCollectedMinor: minorSum('not_collected_minor').notNull(),
  },
  (t) => [primaryKey({ name: 'discount_sales_pkey', columns: [t.storeId, t.minutes, t.startsAt, t.discountId] })],
)

/** Figures by the city that orders go to, per hour and per day. Orders without a city have no row. */
export const citySales = pgTable(
  'city_sales',
  {
    storeId: storeId(),
    minutes: bucketMinutes(),
    startsAt: time('starts_at').notNull(),
    /** Empty: not known. */
    country: text('country').notNull().default(''),
    /** orders.city_key */
    cityKey: text('city_key').notNull(),
    /** This and the following columns have the same meaning as those of `sales`. */
    orders: integer('orders').notNull(),
    cancelled: integer('cancelled').notNull(),
    grossMinor: minorSum('gross_minor').notNull(),
    refundedMinor: minorSum('refunded_minor').notNull(),
    units: count('units').notNull(),
    shipped: integer('shipped').notNull(),
    returned: integer('returned').notNull(),
    refused: integer('refused').notNull(),
    notCollectedMinor: minorSum('not_collected_minor').notNull(),
  },
  (t) => [primaryKey({ name: 'city_sales_pkey', columns: [t.storeId, t.minutes, t.startsAt, t.country, t.cityKey] })],
)
