import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { operation } from '../../platform/operation/operation.ts'

/** Signs the caller out in all browsers, including this one. Does not affect tokens and connected assistants. */
export const endAllSessions = operation(
  { name: 'end_all_sessions', scope: 'account', input: z.strictObject({}), output: z.null() },
  async ({ run }) => {
    await run((db) => [db.execute(sql`select app.end_my_web_sessions()`)])
    return null
  },
)
