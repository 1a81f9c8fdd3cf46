import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { ServiceError } from '../errors.ts'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'
import { memberRefused } from './member-refused.ts'

/**
 * Removes a member, or revokes an invitation. From their next call on they are refused; the tokens and assistants that
 * they added are revoked for good. Anybody may remove themselves. `last_owner` where it would leave none.
 */
export const removeMember = operation(
  {
    name: 'remove_member',
    // Of all members, as anybody may leave; whom else they may remove, the function says.
    scope: 'members:read',
    input: z.strictObject({ member_id: id('member') }),
    output: z.object({ id: z.string() }),
  },
  async ({ caller: { trace }, write }, { member_id }) => {
    const before = trace.roundTrips
    try {
      return await write({
        call: (key) => sql`app.remove_member(app.store_of_member(${member_id}), ${member_id}, ${key})`,
        read: (db, result) =>
          db.select({ id: sql<string>`done.kept ->> 'member_id'` }).from(sql`(select ${result} as kept) as done`),
      })
    } catch (error) {
      // Whoever has left cannot see the result that was kept: sent again because the reply got lost, it finds nobody.
      const again = trace.roundTrips > before + 1
      const nobody = error instanceof ServiceError && (error.code === 'not_found' || error.code === 'store_not_found')
      if (again && nobody) return { id: member_id }
      throw memberRefused(error)
    }
  },
)
