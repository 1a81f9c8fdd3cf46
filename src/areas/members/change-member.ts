import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { roles } from '../../platform/db/schema/stores.ts'
import { id } from '../../platform/values/ids.ts'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { Member, memberRefusals, readPerson, signInToGive, toMember } from './member.ts'

/** Changes the role of a member or an invited person, effective with their next request. */
export const changeMember = operation(
  {
    name: 'change_member',
    scope: 'members:manage',
    recentSignIn: signInToGive,
    input: z.strictObject({ member_id: id('member'), role: z.enum(roles), expected_version: ExpectedVersion }),
    output: Member,
    refusals: memberRefusals,
  },
  async ({ write }, { member_id, role, expected_version }) => {
    const row = await write({
      call: (key) => sql`app.change_member(
        app.store_of_member(${member_id}), ${member_id}, ${role}, ${expected_version ?? null}, ${key})`,
      read: readPerson,
    })
    return toMember(row)
  },
)
