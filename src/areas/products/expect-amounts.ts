import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'

/** Amounts by their JSON pointers in the request. */
type Amounts = Readonly<Record<string, number | null | undefined>>

/** Refuses all amounts that the store's currency cannot represent (src/platform/operation/amount-refusals.ts). */
export const expectAmounts = (db: Db, amounts: Amounts) =>
  db.execute(sql`select app.expect_amounts(${JSON.stringify(amounts)}::jsonb)`)
