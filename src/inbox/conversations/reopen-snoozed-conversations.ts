import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../db/client.ts'

/** Reopens conversations whose snooze has ended, up to a limit, and returns how many. */
export async function reopenSnoozedConversations(jobs: Database): Promise<number> {
  const [{ rows }] = await jobs.batch(
    (db) => [db.execute(sql`select app.wake_conversations() as reopened`)],
    () => {},
  )
  return z.coerce.number().parse(rows[0]?.['reopened'])
}
