import { sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { written } from '../../../platform/db/prepared.ts'
import { conversations } from '../../../platform/db/schema/inbox.ts'
import { conditionsOf, conditionValues, toSql } from '../../../platform/lists/conditions.ts'
import { conversationConditions } from './list-conversations.ts'

/** The filters of the list that has the conversations that somebody should answer now. */
export const waitingFilters = { status: 'open', waiting: 'true' }

/** Counts them, up to `cap`. */
export function selectWaiting(db: Db, cap: number) {
  const conditions = conditionsOf(waitingFilters, conversationConditions)
  const where = sql.join([...toSql(conditions, written(conditionValues(conditions)))], sql` and `)
  return db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(sql`(select from ${conversations} where store_id = app.only_store() and ${where} limit ${cap}) as waiting`)
}
