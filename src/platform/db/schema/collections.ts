import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, idColumn, oneOf, storeId, updatedAt, versionColumn } from '../columns.ts'
import { type ProductImage, products } from './products.ts'
import type { PageSeo } from './storefront.ts'
import { stores } from './stores.ts'

export const matches = ['all', 'any'] as const

/** A group of products: a list that the merchant keeps, or all products that meet rules. */
export const collections = pgTable(
  'collections',
  {
    storeId: storeId().references(() => stores.id),
    id: idColumn(),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    description: text('description'),
    image: jsonb('image').$type<ProductImage>(),
    seo: jsonb('seo').$type<PageSeo>().notNull(),
    published: boolean('published').notNull().default(true),
    /** As the merchant wrote them. Null: the collection is manual. */
    rules: jsonb('rules').$type<CollectionRule[]>(),
    match: text('match', { enum: matches }),
    /** The rules for SQL: a product must meet one of them. Null: the collection is manual. */
    conditions: jsonb('conditions').$type<CollectionCondition[]>(),
    /** Of a manual one: how many products are in the list, also those that shoppers do not see. */
    productsCount: integer('products_count').notNull().default(0),
    version: versionColumn(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ name: 'collections_pkey', columns: [t.storeId, t.id] }),
    unique('collections_slug_key').on(t.storeId, t.slug),
    index('collections_created_idx').on(t.storeId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    check('collections_match', oneOf('match', matches)),
    check(
      'collections_rules',
      sql`(${t.rules} is null) = (${t.match} is null) and (${t.rules} is null) = (${t.conditions} is null)`,
    ),
    check('collections_products', sql`${t.productsCount} >= 0`),
  ],
)

/** The products of manual collections, in order. Archived products stay in the list, but are not shown. */
export const collectionProducts = pgTable(
  'collection_products',
  {
    storeId: storeId(),
    collectionId: uuid('collection_id').notNull(),
    productId: uuid('product_id').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ name: 'collection_products_pkey', columns: [t.storeId, t.collectionId, t.productId] }),
    index('collection_products_position_idx').on(t.storeId, t.collectionId, t.position, t.productId),
    // The collections of a product, for exports.
    index('collection_products_product_idx').on(t.storeId, t.productId),
    foreignKey({
      name: 'collection_products_collection_fkey',
      columns: [t.storeId, t.collectionId],
      foreignColumns: [collections.storeId, collections.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'collection_products_product_fkey',
      columns: [t.storeId, t.productId],
      foreignColumns: [products.storeId, products.id],
    }),
  ],
)

/** Prices are in major units, and are those of the product, not of its variants. */
export type CollectionRule =
  | { readonly tag: string }
  | { readonly price_from?: number | undefined; readonly price_to?: number | undefined }
  | { readonly in_stock: boolean }
  | { readonly created_within_days: number }

/** Everything that a product must be. Null and an empty list demand nothing. Prices are in minor units. */
export type CollectionCondition = {
  /** Keys of tags (app.tag_keys). */
  readonly tags: readonly string[]
  readonly price_from: number | null
  readonly price_to: number | null
  readonly in_stock: boolean | null
  readonly days: number | null
}
