import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, storeId } from '../columns.ts'

// What searches of orders and customers look through, in tables of their own: an update of an order or customer rarely
// changes the text, but would otherwise have to add its hundred trigrams to the index again. Triggers keep the rows, so no
// writer can forget them (drizzle/sql/areas/{orders,customers}/search-text.sql). There are no foreign keys, because they
// would be checked with every new order; a trigger deletes the rows too.

export const orderSearchTexts = pgTable(
  'order_search_texts',
  {
    storeId: storeId(),
    orderId: uuid('order_id').notNull(),
    /** The order's number / 32,768. Part of every trigram, so that a search reads one band at a time, and stops early. */
    band: integer('band').notNull(),
    createdAt: createdAt(),
    text: text('text').notNull(),
  },
  (t) => [
    primaryKey({ name: 'order_search_texts_pkey', columns: [t.storeId, t.orderId] }),
    index('order_search_texts_created_idx').on(
      t.storeId,
      t.createdAt.desc().nullsFirst(),
      t.orderId.desc().nullsFirst(),
    ),
    index('order_search_texts_grams_idx')
      .using('gin', sql`app.grams(store_id, band, text)`)
      .with({ fastupdate: false }),
  ],
)

export const customerSearchTexts = pgTable(
  'customer_search_texts',
  {
    storeId: storeId(),
    customerId: uuid('customer_id').notNull(),
    createdAt: createdAt(),
    text: text('text').notNull(),
  },
  (t) => [
    primaryKey({ name: 'customer_search_texts_pkey', columns: [t.storeId, t.customerId] }),
    index('customer_search_texts_created_idx').on(
      t.storeId,
      t.createdAt.desc().nullsFirst(),
      t.customerId.desc().nullsFirst(),
    ),
    index('customer_search_texts_grams_idx')
      .using('gin', sql`app.grams(store_id, 0, text)`)
      .with({ fastupdate: false }),
  ],
)
