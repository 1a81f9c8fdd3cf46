import { getTableColumns, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Read } from '../../platform/operation/context.ts'
import { keptRow } from '../../platform/db/as-table.ts'
import { customers } from '../../platform/db/schema/customers.ts'
import { typed } from '../../platform/db/selection.ts'
import { sumToMajor } from '../../platform/values/money.ts'
import type { Reference } from '../../platform/references/reference.ts'
import { toIso, type WithRowTimes } from '../../platform/values/row-time.ts'
import type { Customer } from './customer.ts'

const {
  id: idColumn,
  tagKeys: _tagKeys,
  searchText: _searchText,
  phoneTail: _phoneTail,
  emailKey: _emailKey,
  countedVersion: _countedVersion,
  ...otherColumns
} = getTableColumns(customers)

/**
 * A customer's columns and the decimals of the currency. `id` must be first: a null there marks an empty page of the left
 * join.
 */
export const customerColumns = {
  id: idColumn,
  ...otherColumns,
  currencyExponent: typed(
    'smallint',
    sql<number>`(select s.currency_exponent from stores s where s.id = ${customers.storeId})`,
  ),
  anonymization: typed(
    'text',
    sql<'in_progress' | 'done' | null>`case when ${customers.anonymizedAt} is not null
      then app.anonymization(${customers.storeId}, ${customers.id}, ${customers.anonymizedAt}) end`,
  ),
}

export type CustomerRow = WithRowTimes<
  Omit<typeof customers.$inferSelect, 'tagKeys' | 'searchText' | 'phoneTail' | 'emailKey' | 'countedVersion'>
> & { currencyExponent: number; anonymization: 'in_progress' | 'done' | null }

export const readCustomer: Read<CustomerRow> = (db, result) =>
  db.select(customerColumns).from(keptRow(customers, result))

/** A customer as the result of a write. Must have the same form as in app.scrub_results. */
export const customerJson = (customerId: Reference) =>
  sql`(select to_jsonb(c) - '{search_text,phone_tail,email_key,tag_keys}'::text[] from ${customers} c
    where c.store_id = app.store() and c.id = ${customerId})`

export const toCustomer = (row: CustomerRow): z.output<typeof Customer> => ({
  id: row.id,
  store_id: row.storeId,
  external_id: row.externalId,
  name: row.name,
  phone: row.phone,
  email: row.email,
  address: row.address,
  addresses: row.addresses,
  other_phones: row.otherPhones,
  other_emails: row.otherEmails,
  notes: row.notes,
  tags: row.tags,
  blocked: row.blocked,
  blocked_reason: row.blockedReason,
  orders_count: row.ordersCount,
  total_spent: sumToMajor(row.totalSpentMinor, row.currencyExponent),
  total_paid: sumToMajor(row.totalPaidMinor, row.currencyExponent),
  last_order_at: row.lastOrderAt && toIso(row.lastOrderAt),
  anonymized_at: row.anonymizedAt && toIso(row.anonymizedAt),
  anonymization: row.anonymization,
  version: row.version,
  created_at: toIso(row.createdAt),
  updated_at: toIso(row.updatedAt),
})
