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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, idColumn, minor, storeId, tagKeys, tags, time, updatedAt, versionColumn } from '../columns.ts'
import { stores } from './stores.ts'

export const productStatuses = ['draft', 'active', 'archived'] as const

/** `media_id` is set for an uploaded file, width and height where they are known. */
export type ProductImage = { url: string; alt: string | null; media_id?: string; width?: number; height?: number }
export type ProductOption = { name: string; values: string[] }
export type VariantOptions = Record<string, string>

export const products = pgTable(
  'products',
  {
    storeId: storeId().references(() => stores.id),
    id: idColumn(),
    /** The product's id in another system, such as the shop it was imported from. */
    externalId: text('external_id'),
    title: text('title').notNull(),
    slug: text('slug').notNull(),
    description: text('description'),
    status: text('status', { enum: productStatuses }).notNull(),
    tags: tags(),
    tagKeys: tagKeys().notNull(),
    images: jsonb('images').$type<ProductImage[]>().notNull().default([]),
    options: jsonb('options').$type<ProductOption[]>().notNull().default([]),
    priceMinor: minor('price_minor').notNull(),
    compareAtPriceMinor: minor('compare_at_price_minor'),
    currency: text('currency').notNull(),
    currencyExponent: integer('currency_exponent').notNull(),
    weightG: integer('weight_g'),
    taxable: boolean('taxable').notNull().default(true),
    /** What the merchant pays for one. Never public. */
    costMinor: minor('cost_minor'),
    // Titles, SKUs and barcodes of the variants, for the merchant's search.
    variantTerms: text('variant_terms').notNull().default(''),
    // Titles and option values of the variants, which the storefront shows, for its search.
    publicTerms: text('public_terms').notNull().default(''),
    version: versionColumn(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`app.fold(app.join_text(array[title, slug, variant_terms] || tags))`),
    // Without slug, SKUs and barcodes: shoppers must not find them out by searching.
    publicSearchText: text('public_search_text')
      .notNull()
      .generatedAlwaysAs(sql`app.fold(app.join_text(array[title, public_terms] || tags))`),
  },
  (t) => [
    primaryKey({ name: 'products_pkey', columns: [t.storeId, t.id] }),
    unique('products_slug_key').on(t.storeId, t.slug),
    uniqueIndex('products_external_key')
      .on(t.storeId, t.externalId)
      .where(sql`external_id is not null`),
    index('products_created_idx').on(t.storeId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('products_status_idx').on(t.storeId, t.status, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // In the order of a dictionary: upper and lower case together.
    index('products_title_idx').on(t.storeId, t.status, sql`title collate "und-x-icu"`, t.id),
    // For looking a product up by its title.
    index('products_title_key_idx')
      .on(t.storeId, sql`app.fold(title)`)
      .concurrently(),
    index('products_search_idx')
      .using('gin', sql`app.grams(store_id, 0, search_text)`)
      .with({ fastupdate: false }),
    index('products_public_search_idx')
      .using('gin', sql`app.grams(store_id, 0, public_search_text)`)
      .where(sql`status = 'active'`)
      .with({ fastupdate: false }),
    check('products_status', sql`${t.status} in ('draft', 'active', 'archived')`),
    check(
      'products_price',
      sql`${t.priceMinor} >= 0 and (${t.compareAtPriceMinor} is null or ${t.compareAtPriceMinor} >= 0)`,
    ),
    check('products_compare_at_price', sql`${t.compareAtPriceMinor} > ${t.priceMinor}`),
    check('products_weight_and_cost', sql`least(${t.weightG}, ${t.costMinor}) >= 0`),
  ],
)

export const productVariants = pgTable(
  'product_variants',
  {
    storeId: storeId(),
    id: idColumn(),
    productId: uuid('product_id').notNull(),
    title: text('title').notNull(),
    sku: text('sku'),
    skuKey: text('sku_key').generatedAlwaysAs(sql`app.sku_key(sku)`),
    barcode: text('barcode'),
    options: jsonb('options').$type<VariantOptions>().notNull().default({}),
    /** Null: the variant has the product's price. */
    priceMinor: minor('price_minor'),
    // Null: as the product's.
    compareAtPriceMinor: minor('compare_at_price_minor'),
    weightG: integer('weight_g'),
    taxable: boolean('taxable'),
    costMinor: minor('cost_minor'),
    position: integer('position').notNull(),
    /** The media_id of one of the product's images. */
    imageId: uuid('image_id'),
    // A removed variant is kept, because orders refer to it.
    archivedAt: time('archived_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ name: 'product_variants_pkey', columns: [t.storeId, t.id] }),
    // Order items reference product and variant together, so the variant always belongs to the product.
    unique('product_variants_product_key').on(t.storeId, t.productId, t.id),
    uniqueIndex('product_variants_sku_key')
      .on(t.storeId, t.skuKey)
      .where(sql`sku_key is not null and archived_at is null`),
    uniqueIndex('product_variants_options_key')
      .on(t.storeId, t.productId, t.options)
      .where(sql`archived_at is null`),
    foreignKey({
      name: 'product_variants_product_fkey',
      columns: [t.storeId, t.productId],
      foreignColumns: [products.storeId, products.id],
    }),
    check('product_variants_price', sql`${t.priceMinor} is null or ${t.priceMinor} >= 0`),
    check('product_variants_not_negative', sql`least(${t.weightG}, ${t.costMinor}, ${t.compareAtPriceMinor}) >= 0`),
  ],
)
