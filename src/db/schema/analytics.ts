import { integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { count, minorSum, storeId, time } from '../columns.ts'

/** Buckets in minutes, aligned in UTC: quarters of an hour, of which any zone's hours and days are made, and days. */
const span = () => smallint('minutes').notNull()

/**
 * What the orders of a time come to, kept by the batch that changes an order (app.count_sales). An order counts in the
 * bucket of its created_at whenever it changes; a bucket in which nothing happened has no row.
 */
export const sales = pgTable(
  'sales',
  {
    storeId: storeId(),
    minutes: span(),
    startsAt: time('starts_at').notNull(),
    platform: text('platform').notNull(),
    /** Of all that follows to newRefundedMinor, cancelled orders are no part, save in `cancelled`. */
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
  },
  (t) => [primaryKey({ name: 'sales_pkey', columns: [t.storeId, t.minutes, t.startsAt, t.platform] })],
)

/** The same of each product, by the hour and by the day: many products are sold, so the finest buckets are coarser. */
export const productSales = pgTable(
  'product_sales',
  {
    storeId: storeId(),
    minutes: span(),
    startsAt: time('starts_at').notNull(),
    productId: uuid('product_id').notNull(),
    orders: integer('orders').notNull(),
    units: count('units').notNull(),
    returnedUnits: count('returned_units').notNull(),
    revenueMinor: minorSum('revenue_minor').notNull(),
  },
  (t) => [primaryKey({ name: 'product_sales_pkey', columns: [t.storeId, t.minutes, t.startsAt, t.productId] })],
)
