import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'

/** Ends an invitation to the caller. Declining what is no longer open changes nothing, so it is safe to repeat. */
export const declineInvitation = operation(
  {
    name: 'decline_invitation',
    scope: 'stores:read',
    input: z.strictObject({ invitation_id: id('invitation') }),
    output: z.object({ id: z.string() }),
  },
  async ({ run }, { invitation_id }) => {
    // Not a `write`: its kept result would be the store's, which the caller does not belong to.
    await run((db) => [db.execute(sql`select app.decline_invitation(${invitation_id})`)])
    return { id: invitation_id }
  },
)
