import * as z from 'zod'
import { operation } from '../operation.ts'
import { PendingAuthorization, RequestHandle } from './authorization-request.ts'

/**
 * What the consent page shows. Binds the request to the browser that first shows it, and to the caller who was last
 * shown it there: nobody else can answer it. `not_found` where it is unknown, answered, expired or another browser's.
 */
export const getPendingAuthorization = operation(
  {
    name: 'get_pending_authorization',
    scope: 'stores:read',
    input: z.strictObject(RequestHandle),
    output: PendingAuthorization,
  },
  async () => {
    throw new Error('not written yet')
  },
)
