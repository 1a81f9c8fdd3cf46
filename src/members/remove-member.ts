import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { ServiceError } from '../errors.ts'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'
import { memberRefused } from './member-refused.ts'

/**
 * Takes a member out of the store, or an invitation back; they are refused from their next call on, and so are the tokens
 * and assistants that they allowed. Anybody may take themselves out. `last_owner` where it would leave none.
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
      if (again && error instanceof ServiceError && error.code === 'not_found') return { id: member_id }
      throw memberRefused(error)
    }
  },
)
