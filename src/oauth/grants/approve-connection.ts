import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { tokenScopes } from '../../auth/tokens/scopes.ts'
import { derivedToken, hashToken } from '../../auth/tokens/format.ts'
import { hmacKey } from '../../auth/tokens/keys.ts'
import { Refusal } from '../../db/failure.ts'
import { refused } from '../../errors.ts'
import { id, newId } from '../../ids.ts'
import { operation } from '../../operation.ts'
import { Answered, RequestHandle } from './authorization-request.ts'
import { Addressee, answerTo } from './authorization-response.ts'
import { goneOr, handleHash } from './request-gone.ts'

/**
 * Allows the assistant into the store, once; the same answer again under the same idempotency key. `not_found` where the request is unknown, answered, expired, another
 * browser's or was shown to somebody else. Scopes that were not asked for are not given; none left is `invalid_input`.
 */
export const approveConnection = operation(
  {
    name: 'approve_connection',
    scope: 'tokens:manage',
    // Most come from the identity provider's page to allow it: that is enough, even if it knew them already.
    recentSignIn: () => 'signed_in',
    input: z.strictObject({ ...RequestHandle, store_id: id('store'), scopes: z.array(z.enum(tokenScopes)).min(1) }),
    output: Answered,
  },
  async ({ write }, { request, browser, store_id, scopes }) => {
    const handle = await handleHash(request)
    const grantId = newId()
    // Derived from what this browser alone knows, so that a form sent twice (a double click) gets the same answer twice.
    const code = await derivedToken('code', await hmacKey(Uint8Array.fromHex(browser)), request)
    const codeHash = await hashToken(code)
    const chosen = tokenScopes.filter((scope) => scopes.includes(scope))
    const allowed = sql`app.approve_authorization(
      decode(${handle}, 'hex'), decode(${browser}, 'hex'), ${grantId}, decode(${codeHash}, 'hex'), ${sql.param(chosen)}::text[])`
    try {
      const { approved } = await write({
        store: sql`${store_id}::uuid`,
        statements: (db) => [db.execute(sql`select app.expect_present_manager()`)],
        result: allowed,
        read: (db, result) =>
          db.select({ approved: sql`kept.approved` }).from(sql`(select ${result} as approved) as kept`),
      })
      return { location: answerTo(Addressee.parse(approved), { code }) }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'no_scope_left')
        throw refused('invalid_input', [
          {
            pointer: '/scopes',
            code: 'no_scope_left',
            detail: 'Choose at least one of the scopes that were asked for.',
          },
        ])
      throw goneOr(error)
    }
  },
)
