import { index, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, storeId } from '../columns.ts'

/** Changes of prices, so that they can be undone. A sweep deletes them after 24 hours (app.sweep_price_changes). */
export const priceChanges = pgTable(
  'price_changes',
  {
    storeId: storeId(),
    id: idColumn(),
    /** The prices that an undo would restore; see app.update_prices. Those that it restored are taken out. */
    prices: jsonb('prices').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'price_changes_pkey', columns: [t.storeId, t.id] }),
    index('price_changes_created_idx').using('brin', t.createdAt),
  ],
)
