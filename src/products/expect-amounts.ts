import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

/** Amounts by the JSON pointers under which they were sent. */
type Amounts = Readonly<Record<string, number | null | undefined>>

/** Refuses those that the store's currency does not have, all at once (src/amount-refusals.ts). */
export const expectAmounts = (db: Db, amounts: Amounts) =>
  db.execute(sql`select app.expect_amounts(${JSON.stringify(amounts)}::jsonb)`)
