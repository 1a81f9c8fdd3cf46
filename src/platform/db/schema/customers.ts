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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  createdAt,
  idColumn,
  minorSum,
  storeId,
  tagKeys,
  tags,
  texts,
  time,
  updatedAt,
  versionColumn,
} from '../columns.ts'
import type { AddressRecord } from '../../values/address.ts'
import { stores } from './stores.ts'

export const customers = pgTable(
  'customers',
  {
    storeId: storeId().references(() => stores.id),
    id: idColumn(),
    /** Id in the merchant's other software, or in the shop that the customer was imported from. */
    externalId: text('external_id'),
    name: text('name').notNull(),
    phone: text('phone'),
    phoneE164: text('phone_e164'),
    email: text('email'),
    address: text('address'),
    /** Further addresses. The default one is `address`. */
    addresses: jsonb('addresses').$type<(string | AddressRecord)[]>().notNull().default([]),
    /** Further phone numbers. app.settle_contacts copies them to customer_contacts. */
    otherPhones: texts('other_phones'),
    /** One key per other phone: E.164 if it parses, else its digits. */
    otherPhonesKey: texts('other_phones_key'),
    otherEmails: texts('other_emails'),
    notes: text('notes'),
    tags: tags(),
    tagKeys: tagKeys().notNull(),
    /** A blocked customer's storefront orders are put on hold and reserve nothing. Staff may create orders, with a warning. */
    blocked: boolean('blocked').notNull().default(false),
    blockedReason: text('blocked_reason'),
    anonymizedAt: time('anonymized_at'),
    // Updated in the same batch as an order, so they always match the customer's orders (app.update_totals).
    ordersCount: integer('orders_count').notNull().default(0),
    totalSpentMinor: minorSum('total_spent_minor')
      .notNull()
      .default(sql`0`),
    totalPaidMinor: minorSum('total_paid_minor')
      .notNull()
      .default(sql`0`),
    lastOrderAt: time('last_order_at'),
    /** The version at which the counts above last changed, if that version was written by another transaction. 0: none. */
    countedVersion: integer('counted_version').notNull().default(0),
    version: versionColumn(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    // For finding duplicates: the end of the phone number is the same in every notation.
    phoneTail: text('phone_tail').generatedAlwaysAs(sql`right(app.phone_text(phone, phone_e164), 7)`),
    emailKey: text('email_key').generatedAlwaysAs(sql`app.fold(email)`),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`app.fold(app.join_text(array[name, app.phone_text(phone, phone_e164), email, address, notes, nullif(jsonb_path_query_array(addresses, 'strict $.**?(@.type() == "string")')::text, '[]')] || other_phones || other_phones_key || other_emails || tags))`,
      ),
  },
  (t) => [
    primaryKey({ name: 'customers_pkey', columns: [t.storeId, t.id] }),
    uniqueIndex('customers_phone_key')
      .on(t.storeId, t.phoneE164)
      .where(sql`phone_e164 is not null`),
    uniqueIndex('customers_external_key')
      .on(t.storeId, t.externalId)
      .where(sql`external_id is not null`),
    index('customers_created_idx').on(t.storeId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // In the order of a dictionary: upper and lower case together.
    index('customers_name_idx').on(t.storeId, sql`name collate "und-x-icu"`, t.id),
    index('customers_phone_tail_idx')
      .on(t.storeId, t.phoneTail, t.createdAt, t.id)
      .where(sql`phone_tail is not null`),
    index('customers_email_idx')
      .on(t.storeId, t.emailKey, t.createdAt, t.id)
      .where(sql`email_key is not null`),
    check('customers_counts', sql`${t.ordersCount} >= 0`),
    check('customers_blocked_reason', sql`${t.blocked} or ${t.blockedReason} is null`),
  ],
)

/** Other phones and email addresses of customers, for lookups. */
export const customerContacts = pgTable(
  'customer_contacts',
  {
    storeId: storeId(),
    customerId: uuid('customer_id').notNull(),
    kind: text('kind', { enum: ['phone', 'email'] }).notNull(),
    /** A phone as E.164 or digits; an email address after app.fold. */
    value: text('value').notNull(),
    /** Like `phone_tail` or `email_key` of customers. */
    key: text('key').notNull(),
  },
  (t) => [
    primaryKey({ name: 'customer_contacts_pkey', columns: [t.storeId, t.customerId, t.kind, t.value] }),
    uniqueIndex('customer_contacts_phone_key')
      .on(t.storeId, t.value)
      .where(sql`kind = 'phone' and value like '+%'`),
    index('customer_contacts_key_idx').on(t.storeId, t.kind, t.key),
    foreignKey({
      name: 'customer_contacts_customer_fkey',
      columns: [t.storeId, t.customerId],
      foreignColumns: [customers.storeId, customers.id],
    }),
    check('customer_contacts_kind', sql`${t.kind} in ('phone', 'email')`),
  ],
)

/** Which customer a merged customer became part of. Always points to the current one, also after further merges. */
export const customerMerges = pgTable(
  'customer_merges',
  {
    storeId: storeId(),
    mergedId: uuid('merged_id').notNull(),
    customerId: uuid('customer_id').notNull(),
    /** What the merged customer was called until then. Null once the kept customer is anonymized. */
    name: text('name'),
    externalId: text('external_id'),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'customer_merges_pkey', columns: [t.storeId, t.mergedId] }),
    index('customer_merges_customer_idx').on(t.storeId, t.customerId),
    index('customer_merges_external_idx')
      .on(t.storeId, t.externalId)
      .where(sql`external_id is not null`),
    foreignKey({
      name: 'customer_merges_customer_fkey',
      columns: [t.storeId, t.customerId],
      foreignColumns: [customers.storeId, customers.id],
    }),
  ],
)
