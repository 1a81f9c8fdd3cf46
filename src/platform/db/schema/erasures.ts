import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, storeId, texts } from '../columns.ts'

/**
 * What is left to do after a customer was anonymized: records of the store to look through for their personal data. The words
 * to look for are personal data themselves. No operation reads them, and the row is deleted as soon as the work is done.
 */
export const erasures = pgTable(
  'erasures',
  {
    storeId: storeId(),
    id: idColumn(),
    source: text('source', {
      enum: ['orders', 'conversations', 'events', 'movements', 'variant_events', 'results'],
    }).notNull(),
    /** The orders and conversations that are still to be erased, or whose records are still to be looked through. */
    subjects: uuid('subjects')
      .array()
      .notNull()
      .default(sql`'{}'`),
    customers: uuid('customers').array().notNull(),
    words: texts('words'),
    tails: texts('tails'),
    /** The last record that was looked at; empty before the first. */
    position: texts('position'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'erasures_pkey', columns: [t.storeId, t.id] }),
    check(
      'erasures_source',
      sql`${t.source} in ('orders', 'conversations', 'events', 'movements', 'variant_events', 'results')`,
    ),
  ],
)
