import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, minor, storeId, tags, time, updatedAt, version } from '../columns.ts'
import { stores } from './stores.ts'

export const customers = pgTable(
  'customers',
  {
    storeId: storeId().references(() => stores.id),
    id: id(),
    name: text('name').notNull(),
    phone: text('phone'),
    phoneE164: text('phone_e164'),
    email: text('email'),
    address: text('address'),
    notes: text('notes'),
    tags: tags(),
    // Kept by the order's own batch; always the sum of the customer's orders.
    ordersCount: integer('orders_count').notNull().default(0),
    totalSpentMinor: minor('total_spent_minor').notNull().default(0),
    lastOrderAt: time('last_order_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`app.fold(app.join_text(array[name, app.phone_text(phone, phone_e164), email, address, notes] || tags))`,
      ),
  },
  (t) => [
    primaryKey({ name: 'customers_pkey', columns: [t.storeId, t.id] }),
    uniqueIndex('customers_phone_key')
      .on(t.storeId, t.phoneE164)
      .where(sql`phone_e164 is not null`),
    index('customers_created_idx').on(t.storeId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // Read by app.find_customer, whose owner may use it: under row-level security lower() keeps everybody else off it.
    index('customers_email_idx')
      .on(t.storeId, sql`lower(email)`)
      .where(sql`email is not null`),
    index('customers_search_idx')
      .using('gin', sql`app.grams(store_id, search_text)`)
      .with({ fastupdate: false }),
    check('customers_counts', sql`${t.ordersCount} >= 0`),
  ],
)
