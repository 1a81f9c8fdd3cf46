import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { stores } from '../../platform/db/schema/stores.ts'
import { notFound } from '../../platform/errors/errors.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Store, storeColumns, toStore } from './store.ts'

/** Without the role, which a token does not have, and the shopper limits, which it cannot change. */
const TokenStore = Store.omit({
  role: true,
  reservation_hours: true,
  max_orders_per_phone: true,
  max_units_per_line: true,
  max_units_per_order: true,
  max_hourly_orders_per_address: true,
  max_reserved_percent: true,
  max_adjustment_percent: true,
})

/** The store that a token belongs to. */
export const getStore = operation(
  { name: 'get_store', scope: 'stores:read', input: z.strictObject({}), output: TokenStore },
  async ({ run }) => {
    const [[row]] = await run((db) => [
      db
        .select(storeColumns)
        .from(stores)
        .where(eq(stores.id, sql`app.only_store()`)),
    ])
    if (!row) throw notFound('store')
    return TokenStore.parse(toStore(row))
  },
)
