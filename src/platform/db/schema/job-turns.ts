import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { storeId, time } from '../columns.ts'
import { stores } from './stores.ts'

/** When a job last did something in a store, or failed: its next turn comes after those of stores that have waited longer. */
export const jobTurns = pgTable(
  'job_turns',
  {
    storeId: storeId().references(() => stores.id),
    job: text('job').notNull(),
    at: time('at').notNull(),
    /** Each halves the portion of the next turn, and each turn that succeeds makes up for one. */
    failures: integer('failures').notNull().default(0),
  },
  (t) => [primaryKey({ name: 'job_turns_pkey', columns: [t.storeId, t.job] })],
)
