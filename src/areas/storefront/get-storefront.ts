import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { notFound } from '../../platform/errors/errors.ts'
import { operation } from '../../platform/operation/operation.ts'
import { readStorefront, Storefront, storefrontOf, toStorefront } from './storefront.ts'

/** The draft, and which version is public. */
export const getStorefront = operation(
  { name: 'get_storefront', scope: 'storefront:read', input: z.strictObject({}), output: Storefront },
  async ({ run }) => {
    const [[row]] = await run((db) => [readStorefront(db, storefrontOf(sql`app.only_store()`))])
    if (!row?.storefront) throw notFound('store')
    return toStorefront(row.storefront)
  },
)
