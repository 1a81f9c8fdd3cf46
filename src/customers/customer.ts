import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../context.ts'
import { keptRow } from '../db/in-place-of.ts'
import { violated } from '../db/failure.ts'
import { customers } from '../db/schema/customers.ts'
import { type Problem, refused } from '../errors.ts'
import { id } from '../ids.ts'
import { toMajor } from '../money.ts'
import { Line, Tags, Text } from '../text.ts'

export const Customer = z.object({
  id: id('customer'),
  store_id: id('store'),
  external_id: z.string().nullable(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  notes: z.string().nullable(),
  tags: z.array(z.string()),
  orders_count: z.int(),
  total_spent: z
    .number()
    .describe("Totals of the customer's orders that were not cancelled, less refunds, in the store's currency"),
  last_order_at: z.iso.datetime().nullable(),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

export const CustomerFields = {
  name: Line(200),
  phone: Line(50)
    .nullable()
    .optional()
    .describe('Kept as given; in the form +<country><number> it is unique in the store'),
  email: z.email().max(254).nullable().optional(),
  address: Text(2000).nullable().optional(),
  notes: Text(5000).nullable().optional(),
  tags: Tags.optional(),
}

const { id: idColumn, searchText: _searchText, ...otherColumns } = getTableColumns(customers)

/** Beside the columns of a customer, the decimals of the store's currency. `id` first: a list's left join tells an empty page by its being null. */
export const customerColumns = {
  id: idColumn,
  ...otherColumns,
  currencyExponent: sql<number>`(select s.currency_exponent from stores s where s.id = ${customers.storeId})`,
}

export type CustomerRow = Omit<typeof customers.$inferSelect, 'searchText'> & { currencyExponent: number }

export const readCustomer: Read<CustomerRow> = (db, result) =>
  db.select(customerColumns).from(keptRow(customers, result))

/** A customer as a write's result. */
export const customerJson = (customerId: string) =>
  sql`(select to_jsonb(c) - 'search_text' from ${customers} c where c.store_id = app.store() and c.id = ${customerId})`

export const toCustomer = (row: CustomerRow): z.output<typeof Customer> => ({
  id: row.id,
  store_id: row.storeId,
  external_id: row.externalId,
  name: row.name,
  phone: row.phone,
  email: row.email,
  address: row.address,
  notes: row.notes,
  tags: row.tags,
  orders_count: row.ordersCount,
  total_spent: toMajor(row.totalSpentMinor, row.currencyExponent),
  last_order_at: row.lastOrderAt?.toISOString() ?? null,
  version: row.version,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

/** Constraints of a customer by what they guard, and how to go on where one is in the way. */
export const customerTaken = {
  customers_phone_key: {
    pointer: '/phone',
    code: 'duplicate',
    detail: 'A customer of this store has this phone number. Find them with GET /api/customers?search=<phone>.',
  },
  customers_external_key: {
    pointer: '/external_id',
    code: 'duplicate',
    detail: 'A customer of this store has this external_id.',
  },
} as const satisfies Record<string, Problem>

/** What a failed write of a customer is to be told as. */
export function customerFailure(error: unknown): unknown {
  const constraint = violated(error)
  if (constraint === 'customers_phone_key' || constraint === 'customers_external_key')
    return refused('duplicate', [customerTaken[constraint]])
  return error
}
