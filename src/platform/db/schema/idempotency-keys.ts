import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, storeId } from '../columns.ts'

/** The result of every write, under the caller's key or one created for the request. This makes retries safe. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    storeId: storeId(),
    caller: uuid('caller').notNull(),
    operation: text('operation').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    result: jsonb('result').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'idempotency_keys_pkey', columns: [t.storeId, t.caller, t.operation, t.key] }),
    // Used only to delete old keys. Rows arrive in time order, so BRIN costs next to nothing.
    index('idempotency_keys_created_idx').using('brin', t.createdAt),
    // For anonymization: finds the few results that are a customer.
    index('idempotency_keys_customer_idx')
      .on(t.storeId, sql`(result ->> 'id')`)
      .where(sql`result ? 'orders_count'`)
      .concurrently(),
  ],
)
