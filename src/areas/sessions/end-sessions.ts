import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { ServiceError } from '../../platform/errors/errors.ts'
import { operation, publicOperation } from '../../platform/operation/operation.ts'

/** Ends a session of the web pages. Anyone who has its cookie may do so. */
export const endSession = publicOperation(
  { input: z.strictObject({ session_hash: z.hex() }), output: z.null() },
  async ({ call }, { session_hash }) => {
    await call((db) => [db.execute(sql`select app.end_web_session(decode(${session_hash}, 'hex'))`)])
    return null
  },
)

/** Ends the session of the console that this request belongs to. The browser's cookie goes with the response. */
export const signOut = operation(
  {
    name: 'sign_out',
    scope: 'account',
    input: z.strictObject({}),
    output: z.null(),
  },
  async ({ caller: { credential }, run }) => {
    const hash = credential.kind === 'web' ? credential.sessionHash : null
    await run((db) => [db.execute(sql`select app.end_web_session(decode(${hash}, 'hex'))`)])
    if (credential.kind === 'session')
      throw new ServiceError(
        'not_found',
        'This is no session of the console. Session tokens are ended at the identity provider.',
        { arabic: null },
      )
    return null
  },
)

/** Signs the caller out in all browsers, including this one. Does not affect tokens and connected assistants. */
export const endAllSessions = operation(
  { name: 'end_all_sessions', scope: 'account', input: z.strictObject({}), output: z.null() },
  async ({ run }) => {
    await run((db) => [db.execute(sql`select app.end_my_web_sessions()`)])
    return null
  },
)
