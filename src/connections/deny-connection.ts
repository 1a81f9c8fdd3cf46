import * as z from 'zod'
import { operation } from '../operation.ts'
import { Answered, RequestHandle } from './authorization-request.ts'

/** Refuses the assistant; anybody who was shown the request may. `not_found` as for approving. */
export const denyConnection = operation(
  { name: 'deny_connection', scope: 'stores:read', input: z.strictObject(RequestHandle), output: Answered },
  async () => {
    throw new Error('not written yet')
  },
)
