import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { count, storeId, updatedAt } from '../columns.ts'
import { callerColumns } from './events.ts'
import { productVariants } from './products.ts'

export const inventory = pgTable(
  'inventory',
  {
    storeId: storeId(),
    variantId: uuid('variant_id').notNull(),
    onHand: count('on_hand').notNull().default(0),
    reserved: count('reserved').notNull().default(0),
    /** Quantity in storefront orders that the store has not confirmed yet, while orders.reserved_until is set. */
    unconfirmed: count('unconfirmed').notNull().default(0),
    /**
     * The part of `unconfirmed` that is not reserved because the customer is blocked. It limits shoppers all the same, so that
     * blocked customers do not notice.
     */
    unconfirmedBlocked: count('unconfirmed_blocked').notNull().default(0),
    tracked: boolean('tracked').notNull().default(true),
    allowBackorder: boolean('allow_backorder').notNull().default(false),
    /** Stock is low when the available units are at or below this. Null: the store has not said. */
    lowStockThreshold: integer('low_stock_threshold'),
    /**
     * Whether stock is counted, and the available units are at or below the threshold, or 0 without one. A trigger sets it
     * when it changes. A stored column, because writing stock stays cheap as long as no indexed column changes.
     */
    isLow: boolean('is_low').notNull().default(false),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ name: 'inventory_pkey', columns: [t.storeId, t.variantId] }),
    // For the list of low stock.
    index('inventory_low_idx')
      .on(t.storeId, t.variantId)
      .where(sql`is_low`)
      .concurrently(),
    foreignKey({
      name: 'inventory_variant_fkey',
      columns: [t.storeId, t.variantId],
      foreignColumns: [productVariants.storeId, productVariants.id],
    }),
    check('inventory_enough', sql`not ${t.tracked} or ${t.allowBackorder} or ${t.reserved} <= ${t.onHand}`),
    check('inventory_reserved', sql`${t.reserved} >= 0`),
    check('inventory_low_stock_threshold', sql`${t.lowStockThreshold} >= 0`),
    check('inventory_unconfirmed', sql`${t.unconfirmedBlocked} between 0 and ${t.unconfirmed}`),
  ],
)

export const movementKinds = ['initial', 'adjusted', 'reserved', 'released', 'shipped', 'returned'] as const

/**
 * Append-only. The deltas of a variant add up to its inventory row. Ids are in the order of time, which
 * `uuid_extract_timestamp(id)` gives. Kept as long as the
 * store.
 */
export const inventoryMovements = pgTable(
  'inventory_movements',
  {
    storeId: storeId(),
    id: uuid('id')
      .notNull()
      .default(sql`uuidv7()`),
    variantId: uuid('variant_id').notNull(),
    orderId: uuid('order_id'),
    kind: text('kind', { enum: movementKinds }).notNull(),
    onHandDelta: count('on_hand_delta').notNull().default(0),
    reservedDelta: count('reserved_delta').notNull().default(0),
    /** The stock after this movement. */
    onHandAfter: count('on_hand_after').notNull(),
    reservedAfter: count('reserved_after').notNull(),
    reason: text('reason'),
    ...callerColumns(),
  },
  (t) => [
    primaryKey({ name: 'inventory_movements_pkey', columns: [t.storeId, t.id] }),
    index('inventory_movements_variant_idx').on(t.storeId, t.variantId, t.id),
    index('inventory_movements_order_idx')
      .on(t.storeId, t.orderId)
      .where(sql`order_id is not null`)
      .concurrently(),
    // For anonymization: finds the few reasons that a person wrote.
    index('inventory_movements_reason_idx')
      .on(t.storeId, t.variantId)
      .where(sql`reason <> 'import'`),
    foreignKey({
      name: 'inventory_movements_variant_fkey',
      columns: [t.storeId, t.variantId],
      foreignColumns: [productVariants.storeId, productVariants.id],
    }),
    check(
      'inventory_movements_kind',
      sql`${t.kind} in ('initial', 'adjusted', 'reserved', 'released', 'shipped', 'returned')`,
    ),
  ],
)
