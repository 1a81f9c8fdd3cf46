import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, minor, storeId, tags, texts, time } from '../columns.ts'
import { productStatuses } from './products.ts'

// Triggers keep these tables (drizzle/sql/areas/products/product-facts.sql), so no writer can forget them. They have no foreign
// keys, which would be checked with every write.

/** What lists of products filter and sort by, in small rows: thousands of them are read for one page. */
export const productFacts = pgTable(
  'product_facts',
  {
    storeId: storeId(),
    productId: uuid('product_id').notNull(),
    status: text('status', { enum: productStatuses }).notNull(),
    title: text('title').notNull(),
    /** The title as searches compare it. */
    titleKey: text('title_key').notNull(),
    tags: tags(),
    /** The tags as filters compare them, in the same order. */
    tagKeys: texts('tag_keys'),
    /** Name and value of each option of the variants, with U+001F between them. */
    options: texts('options'),
    /** The price of the product itself, which rules of collections compare. */
    priceMinor: minor('price_minor').notNull(),
    /** The different prices of the variants, the lowest first. */
    prices: bigint('prices', { mode: 'number' }).array().notNull(),
    /** How many there are. */
    variants: integer('variants').notNull(),
    /** Whether a variant is shown with a former price. */
    reduced: boolean('reduced').notNull(),
    /** Units sold in the 90 days before best_seller_counts.counted_to. */
    sold: integer('sold').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'product_facts_pkey', columns: [t.storeId, t.productId] }),
    index('product_facts_created_idx').on(
      t.storeId,
      t.status,
      t.createdAt.desc().nullsFirst(),
      t.productId.desc().nullsFirst(),
    ),
    index('product_facts_keys_idx')
      .using('gin', sql`app.product_keys(store_id, product_id, tag_keys, options, reduced)`)
      .with({ fastupdate: false })
      .concurrently(),
  ],
)

/**
 * The words of a product, which searches by relevance look for. Not an index on products, because then every change of a
 * description would have to write all of its indexes.
 */
export const productWords = pgTable(
  'product_words',
  {
    storeId: storeId(),
    productId: uuid('product_id').notNull(),
    /** Hashed together with the store and the status (app.product_words). */
    words: integer('words').array().notNull(),
  },
  (t) => [
    primaryKey({ name: 'product_words_pkey', columns: [t.storeId, t.productId] }),
    // With the smallest list of pending entries: writes cost little, and a search reads at most eight blocks more.
    index('product_words_idx').using('gin', t.words).with({ fastupdate: true, gin_pending_list_limit: 64 }),
  ],
)

/**
 * Variants without available units. A product with fewer of them than variants is in stock; for the others, the inventory
 * tells. A row may be superfluous, but none is missing.
 */
export const soldOutVariants = pgTable(
  'sold_out_variants',
  {
    storeId: storeId(),
    productId: uuid('product_id').notNull(),
    variantId: uuid('variant_id').notNull(),
  },
  (t) => [primaryKey({ name: 'sold_out_variants_pkey', columns: [t.storeId, t.productId, t.variantId] })],
)

/** Up to which day product_facts.sold is counted. Later sales are added when a list is read. */
export const bestSellerCounts = pgTable(
  'best_seller_counts',
  { storeId: storeId(), countedTo: time('counted_to').notNull() },
  (t) => [primaryKey({ name: 'best_seller_counts_pkey', columns: [t.storeId] })],
)
