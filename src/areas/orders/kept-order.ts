import { type SQL, sql } from 'drizzle-orm'
import { keptRow } from '../../platform/db/as-table.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import type { Role } from '../../platform/db/schema/stores.ts'
import { typed } from '../../platform/db/selection.ts'
import { type JsonRow, rowOfJson } from '../../platform/db/write-statement.ts'
import { orderColumns, type OrderRow } from './order.ts'

/** An order in the stored result of a write, as a table. `at`: its place there. */
export const keptOrderTable = (result: SQL, at = sql`done.kept`) => keptRow(orders, result, at)

/** The same as fields of a selection (keptOrderRow). */
export const keptOrder = (at: SQL) => ({
  order: typed('jsonb', sql<JsonRow>`${at}`),
  role: typed('text', sql<Role | null>`app.role((${at} ->> 'store_id')::uuid)`),
})

const { role: _role, ...columns } = orderColumns
const rowOf = rowOfJson(columns)

export const keptOrderRow = ({ order, role }: { order: JsonRow; role: Role | null }): OrderRow => ({
  ...rowOf(order),
  role,
})
