import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { operation } from '../../platform/operation/operation.ts'
import { ConsentResult, hashHandle, pendingRequestRefusals, RequestHandle } from './authorization-request.ts'
import { ResponseTarget, authorizationResponse } from './authorization-response.ts'

/** Denies the assistant access. Anybody who was shown the request may do so. `not_found` as in approveConnection. */
export const denyConnection = operation(
  {
    name: 'deny_connection',
    scope: 'account',
    input: z.strictObject(RequestHandle),
    output: ConsentResult,
    refusals: pendingRequestRefusals,
  },
  async ({ run }, { request, browser }) => {
    const handle = await hashHandle(request)
    const [{ rows }] = await run((db) => [
      db.execute(sql`select app.deny_authorization(decode(${handle}, 'hex'), decode(${browser}, 'hex')) as denied`),
    ])
    return { location: authorizationResponse(ResponseTarget.parse(rows[0]?.['denied']), { error: 'access_denied' }) }
  },
)
