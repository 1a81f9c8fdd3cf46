import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { publicOperation } from '../operation.ts'

/** Signs a session of the pages out, for whoever holds its cookie. */
export const endSession = publicOperation(
  { input: z.strictObject({ session_hash: z.hex() }), output: z.null() },
  async ({ call }, { session_hash }) => {
    await call((db) => [db.execute(sql`select app.end_web_session(decode(${session_hash}, 'hex'))`)])
    return null
  },
)
