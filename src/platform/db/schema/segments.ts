import { index, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, storeId, updatedAt, versionColumn } from '../columns.ts'
import { stores } from './stores.ts'

/** A saved customer filter. */
export const segments = pgTable(
  'segments',
  {
    storeId: storeId().references(() => stores.id),
    id: idColumn(),
    name: text('name').notNull(),
    /** As the merchant wrote it. */
    filter: text('filter').notNull(),
    /** The parsed filter, for app.customer_bounds. */
    conditions: jsonb('conditions').$type<Condition[]>().notNull(),
    version: versionColumn(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ name: 'segments_pkey', columns: [t.storeId, t.id] }),
    unique('segments_name_key').on(t.storeId, t.name),
    index('segments_created_idx').on(t.storeId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
)

/**
 * A condition on a customer. Amounts are decimals in major units. A time is RFC 3339, or a date, which means the beginning of
 * that day in the store's time zone. `days` counts back from now.
 */
export type Condition =
  | { readonly field: 'spent'; readonly op: '<' | '<=' | '>' | '>='; readonly value: string }
  | { readonly field: 'orders'; readonly op: '<=' | '>='; readonly value: string }
  | { readonly field: 'last_order' | 'created'; readonly op: '<' | '>='; readonly value: string }
  | { readonly field: 'last_order' | 'created'; readonly op: '<' | '>='; readonly days: number }
  | { readonly field: 'tag' | 'not_tag'; readonly value: string }
  | { readonly field: 'blocked'; readonly value: 'true' | 'false' }
