import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { minor, storeId } from '../columns.ts'
import { orders } from './orders.ts'
import { productVariants } from './products.ts'

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
    index('order_items_variant_idx').on(t.storeId, t.productId, t.variantId, t.orderId),
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
