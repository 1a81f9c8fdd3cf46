import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { storeId, time } from '../columns.ts'
import { stores } from './stores.ts'

/** The names of people who left a store or were removed, for their past actions and messages. */
export const formerMembers = pgTable(
  'former_members',
  {
    storeId: storeId().references(() => stores.id),
    userId: uuid('user_id').notNull(),
    name: text('name').notNull(),
    leftAt: time('left_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'former_members_pkey', columns: [t.storeId, t.userId] })],
)
