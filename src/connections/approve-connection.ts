import * as z from 'zod'
import { tokenScopes } from '../auth/scopes.ts'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'
import { Answered, RequestHandle } from './authorization-request.ts'

/**
 * Allows the assistant into the store, once: `not_found` where the request is unknown, answered, expired, another
 * browser's or was shown to somebody else. Scopes that were not asked for are not given; none left is `invalid_input`.
 */
export const approveConnection = operation(
  {
    name: 'approve_connection',
    scope: 'tokens:manage',
    input: z.strictObject({ ...RequestHandle, store_id: id('store'), scopes: z.array(z.enum(tokenScopes)).min(1) }),
    output: Answered,
  },
  async () => {
    throw new Error('not written yet')
  },
)
