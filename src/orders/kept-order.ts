import { type SQL, sql } from 'drizzle-orm'
import { keptRow } from '../db/as-table.ts'
import { orders } from '../db/schema/orders.ts'

/** An order in the stored result of a write. A result from before an upgrade lacks columns that an order now always has. */
export const keptOrder = (result: SQL, at = sql`done.kept`) =>
  keptRow(orders, result, sql`'{"discounts": [], "tax_included": false}'::jsonb || (${at})`)
