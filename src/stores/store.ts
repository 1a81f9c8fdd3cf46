import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import { roles, stores, type Role } from '../db/schema/stores.ts'
import { id } from '../ids.ts'

export const Store = z.object({
  id: id('store'),
  slug: z.string(),
  name: z.string(),
  currency: z.string(),
  currency_exponent: z.int().describe('Decimals of the currency'),
  timezone: z.string(),
  locale: z.string(),
  status: z.enum(['active', 'closed']),
  role: z.enum(roles).describe("The caller's role"),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

/** Beside the columns of a store, the caller's role in it. */
export const storeColumns = {
  ...getTableColumns(stores),
  role: sql<Role>`(select m.role from store_members m where m.store_id = ${stores.id} and m.user_id = app.caller())`,
}

export type StoreRow = typeof stores.$inferSelect & { role: Role }

export const toStore = (row: StoreRow): z.output<typeof Store> => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  currency: row.currency,
  currency_exponent: row.currencyExponent,
  timezone: row.timezone,
  locale: row.locale,
  status: row.status,
  role: row.role,
  version: row.version,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})
