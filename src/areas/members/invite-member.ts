import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { roles } from '../../platform/db/schema/stores.ts'
import { newId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Email } from '../../platform/values/text.ts'
import { Member, memberRefusals, readPerson, signInToGive, toMember } from './member.ts'

/**
 * Invites an email address for 7 days, or renews its invitation with the new role. Anyone who signs in with the address,
 * verified by a trusted identity provider, can accept. No email is sent: the inviter passes the link on.
 */
export const inviteMember = operation(
  {
    name: 'invite_member',
    scope: 'members:manage',
    recentSignIn: signInToGive,
    input: z.strictObject({
      email: Email.toLowerCase().describe('The address the person signs in with; case-insensitive'),
      role: z.enum(roles).describe('Only owners can invite an owner'),
    }),
    output: Member.extend({
      sign_in_url: z
        .string()
        .nullable()
        .describe('Where the invited person signs in; null where this deployment has no sign-in page'),
    }),
    refusals: memberRefusals,
  },
  async ({ caller, write }, { email, role }) => {
    const row = await write({
      call: (key) => sql`app.invite_member(app.only_store(), ${newId()}, ${email}, ${role}, ${key})`,
      read: readPerson,
    })
    const member = toMember(row)
    return { ...member, sign_in_url: caller.deployment.signInUrl(member.store_id) }
  },
)
