import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../db/client.ts'

/** Says of conversations whose time has come that they are open again, and gives how many; a bounded number at a time. */
export async function wakeConversations(jobs: Database): Promise<number> {
  const [{ rows }] = await jobs.batch(
    (db) => [db.execute(sql`select app.wake_conversations() as woken`)],
    () => {},
  )
  return z.coerce.number().parse(rows[0]?.['woken'])
}
