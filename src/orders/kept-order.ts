import { type SQL, sql } from 'drizzle-orm'
import type { Role } from '../db/schema/stores.ts'
import { typed } from '../db/selection.ts'
import { type JsonRow, rowOfJson } from '../db/write-statement.ts'
import { orderColumns, type OrderRow } from './order.ts'

/** An order in the stored result of a write. `at`: its place there. */
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
