import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { roles } from '../db/schema/stores.ts'
import { id } from '../ids.ts'
import { ExpectedVersion, operation } from '../operation.ts'
import { Member, readPerson, toMember } from './member.ts'
import { memberRefused } from './member-refused.ts'

/** Gives a member, or one who is invited, another role; it counts from their next call on. `last_owner` where it would leave none. */
export const changeMember = operation(
  {
    name: 'change_member',
    scope: 'members:manage',
    recentSignIn: ({ role }) => (role === 'owner' ? 'authenticated' : null),
    input: z.strictObject({ member_id: id('member'), role: z.enum(roles), expected_version: ExpectedVersion }),
    output: Member,
  },
  async ({ write }, { member_id, role, expected_version }) => {
    try {
      const row = await write({
        call: (key) => sql`app.change_member(
          app.store_of_member(${member_id}), ${member_id}, ${role}, ${expected_version ?? null}, ${key})`,
        read: readPerson,
      })
      return toMember(row)
    } catch (error) {
      throw memberRefused(error)
    }
  },
)
