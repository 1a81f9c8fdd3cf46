import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'

/** Declines an invitation to the caller. Declining one that is no longer open changes nothing. */
export const declineInvitation = operation(
  {
    name: 'decline_invitation',
    scope: 'account',
    input: z.strictObject({ invitation_id: id('invitation') }),
    output: z.object({ id: z.string() }),
  },
  async ({ run }, { invitation_id }) => {
    // Not a `write`: its result would be stored in a store that the caller does not belong to.
    await run((db) => [db.execute(sql`select app.decline_invitation(${invitation_id})`)])
    return { id: invitation_id }
  },
)
