import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { accessRefusals } from '../../platform/operation/shared-refusals.ts'
import { tokenScopes } from '../../platform/auth/tokens/scopes.ts'
import { derivedToken, hashToken } from '../../platform/auth/tokens/format.ts'
import { hmacKey } from '../../platform/auth/tokens/keys.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { id, newId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { ConsentResult, hashHandle, pendingRequestRefusals, RequestHandle } from './authorization-request.ts'
import { ResponseTarget, authorizationResponse } from './authorization-response.ts'

/** What app.approve_authorization refuses. */
const approveRefusals = {
  ...pendingRequestRefusals,
  ...accessRefusals,
  no_scope_left: refusal(
    'invalid_input',
    { requested: z.array(z.enum(tokenScopes)) },
    ({ requested }) => `Choose at least one of the requested scopes: ${requested.join(', ')}.`,
    { problem: 'no_scope_left', pointer: '/scopes', members: () => ({}) },
  ),
} as const satisfies Refusals

/**
 * Gives the assistant access to the store, once. Ignores scopes that were not requested; if none is left: `invalid_input`.
 * `not_found` if the request is unknown, answered or expired, or was shown in another browser or to another person.
 */
export const approveConnection = operation(
  {
    name: 'approve_connection',
    scope: 'tokens:manage',
    // Most people have just come from the identity provider. That is enough, even if it did not ask for a password.
    recentSignIn: () => 'signed_in',
    input: z.strictObject({
      ...RequestHandle,
      store_id: id('store'),
      scopes: z.array(z.enum(tokenScopes)).min(1),
      allowed_from: z.string().max(64).nullish().describe('Browser and system, such as "Firefox on Windows"'),
    }),
    output: ConsentResult,
    refusals: approveRefusals,
  },
  async ({ write }, { request, browser, store_id, scopes, allowed_from = null }) => {
    const handle = await hashHandle(request)
    const connectionId = newId()
    // Derived from this browser's own cookie, so that a double click gets the same code twice.
    const code = await derivedToken('code', await hmacKey(Uint8Array.fromHex(browser)), request)
    const codeHash = await hashToken(code)
    const chosen = tokenScopes.filter((scope) => scopes.includes(scope))
    const approve = sql`app.approve_authorization(
      decode(${handle}, 'hex'), decode(${browser}, 'hex'), ${connectionId}, decode(${codeHash}, 'hex'), ${sql.param(chosen)}::text[],
      ${allowed_from})`
    const { approved } = await write({
      store: sql`${store_id}::uuid`,
      statements: (db) => [db.execute(sql`select app.expect_present_manager()`)],
      result: approve,
      read: (db, result) =>
        db.select({ approved: sql`stored.approved` }).from(sql`(select ${result} as approved) as stored`),
    })
    return { location: authorizationResponse(ResponseTarget.parse(approved), { code }) }
  },
)
