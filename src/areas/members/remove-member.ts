import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { ServiceError } from '../../platform/errors/errors.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { memberRefusals } from './member.ts'

/**
 * Removes a member or revokes an invitation, effective with their next request. Tokens and assistants that the member
 * added are revoked for good.
 */
export const removeMember = operation(
  {
    name: 'remove_member',
    // Any member may leave. app.remove_member checks whom else they may remove.
    scope: 'members:read',
    input: z.strictObject({ member_id: id('member') }),
    output: z.object({ id: z.string() }),
    refusals: memberRefusals,
  },
  async ({ caller: { trace }, write }, { member_id }) => {
    const tripsBefore = trace.roundTrips
    try {
      return await write({
        call: (key) => sql`app.remove_member(app.store_to_leave(${member_id}, ${key}), ${member_id}, ${key})`,
        read: (db, result) =>
          db
            .select({ id: sql<string>`removed.result ->> 'member_id'` })
            .from(sql`(select ${result} as result) as removed`),
      })
    } catch (error) {
      // A caller who has left cannot read the stored result, so a retry after a lost response would find no member.
      const isRetry = trace.roundTrips > tripsBefore + 1
      const isGone = error instanceof ServiceError && (error.code === 'not_found' || error.code === 'store_not_found')
      if (isRetry && isGone) return { id: member_id }
      throw error
    }
  },
)
