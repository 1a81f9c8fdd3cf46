import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { publicOperation } from '../../platform/operation/operation.ts'

/** Whether a session of the web pages has not ended. */
export const isSignedIn = publicOperation(
  {
    input: z.strictObject({ session_hash: z.hex(), issuer: z.string(), subject: z.string() }),
    output: z.boolean(),
  },
  async ({ call }, { session_hash, issuer, subject }) => {
    const [{ rows }] = await call((db) => [
      db.execute(sql`select app.is_signed_in(decode(${session_hash}, 'hex'), ${issuer}, ${subject}) as open`),
    ])
    return rows[0]?.['open'] === true
  },
)
