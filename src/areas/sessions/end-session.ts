import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { publicOperation } from '../../platform/operation/operation.ts'

/** Ends a session of the web pages. Anyone who has its cookie may do so. */
export const endSession = publicOperation(
  { input: z.strictObject({ session_hash: z.hex() }), output: z.null() },
  async ({ call }, { session_hash }) => {
    await call((db) => [db.execute(sql`select app.end_web_session(decode(${session_hash}, 'hex'))`)])
    return null
  },
)
