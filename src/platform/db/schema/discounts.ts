import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  createdAt,
  exceptTagKeys,
  idColumn,
  minor,
  oneOf,
  storeId,
  tagKeys,
  time,
  updatedAt,
  versionColumn,
} from '../columns.ts'
import { orders } from './orders.ts'
import { stores } from './stores.ts'

export const discountKinds = ['percentage', 'fixed', 'free_delivery'] as const

/** A discount on orders: a code that the shopper enters, or a rule that applies automatically. */
export const discounts = pgTable(
  'discounts',
  {
    storeId: storeId().references(() => stores.id),
    id: idColumn(),
    /** What shoppers read on their order. */
    name: text('name').notNull(),
    /** As the merchant wrote it. Null: the discount is automatic. */
    code: text('code'),
    /** For looking a code up: case, spaces and the kind of digits do not matter. */
    codeKey: text('code_key').generatedAlwaysAs(sql`app.discount_key(code)`),
    kind: text('kind', { enum: discountKinds }).notNull(),
    percentage: numeric('percentage', { precision: 7, scale: 4, mode: 'number' }),
    amountMinor: minor('amount_minor'),
    /** The most that a percentage takes off. */
    maxAmountMinor: minor('max_amount_minor'),
    /** The goods that it applies to. All three null: all goods. */
    productIds: uuid('product_ids').array(),
    tags: text('tags').array(),
    tagKeys: tagKeys(),
    /** If set, productIds is empty, so that nothing mistakes the discount for one on all goods. */
    collectionIds: uuid('collection_ids').array(),
    /** Goods among them that it does not apply to: those of any of the three. All null: none. */
    exceptProductIds: uuid('except_product_ids').array(),
    exceptTags: text('except_tags').array(),
    exceptTagKeys: exceptTagKeys(),
    exceptCollectionIds: uuid('except_collection_ids').array(),
    /** Of the goods that it applies to. */
    minSubtotalMinor: minor('min_subtotal_minor'),
    minQuantity: integer('min_quantity'),
    startsAt: time('starts_at'),
    endsAt: time('ends_at'),
    usageLimit: integer('usage_limit'),
    usageLimitPerCustomer: integer('usage_limit_per_customer'),
    firstOrderOnly: boolean('first_order_only').notNull().default(false),
    /** Whether a code and an automatic discount combine; both must allow it. */
    combines: boolean('combines').notNull().default(false),
    active: boolean('active').notNull().default(true),
    /** How many orders use it; cancelled ones do not count. The number of its rows in discount_uses. */
    uses: integer('uses').notNull().default(0),
    version: versionColumn(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ name: 'discounts_pkey', columns: [t.storeId, t.id] }),
    uniqueIndex('discounts_code_key').on(t.storeId, t.codeKey),
    index('discounts_created_idx').on(t.storeId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('discounts_automatic_idx')
      .on(t.storeId)
      .where(sql`code is null and active`),
    check('discounts_kind', oneOf('kind', discountKinds)),
    check(
      'discounts_value',
      sql`case ${t.kind} when 'percentage' then ${t.percentage} > 0 and ${t.percentage} <= 100 when 'fixed' then ${t.amountMinor} > 0 else true end`,
    ),
    check('discounts_uses', sql`${t.uses} >= 0`),
  ],
)

/** Which orders use which discount. The row of an order that is cancelled is deleted. */
export const discountUses = pgTable(
  'discount_uses',
  {
    storeId: storeId(),
    discountId: uuid('discount_id').notNull(),
    orderId: uuid('order_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'discount_uses_pkey', columns: [t.storeId, t.orderId, t.discountId] }),
    foreignKey({
      name: 'discount_uses_discount_fkey',
      columns: [t.storeId, t.discountId],
      foreignColumns: [discounts.storeId, discounts.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'discount_uses_order_fkey',
      columns: [t.storeId, t.orderId],
      foreignColumns: [orders.storeId, orders.id],
    }),
    index('discount_uses_discount_idx').on(t.storeId, t.discountId),
  ],
)
