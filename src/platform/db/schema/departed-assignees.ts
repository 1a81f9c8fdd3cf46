import { pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { storeId, time } from '../columns.ts'
import { stores } from './stores.ts'

/** Members who left a store, until a job has unassigned their conversations. */
export const departedAssignees = pgTable(
  'departed_assignees',
  {
    storeId: storeId().references(() => stores.id),
    userId: uuid('user_id').notNull(),
    leftAt: time('left_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'departed_assignees_pkey', columns: [t.storeId, t.userId] })],
)
