import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { roles } from '../db/schema/stores.ts'
import { newId } from '../ids.ts'
import { operation } from '../operation.ts'
import { Email } from '../text.ts'
import { Member, readPerson, toMember } from './member.ts'
import { memberRefused } from './member-refused.ts'

/**
 * Invites an address for 7 days; one that is invited already is invited again, with the role given now. Whoever signs in
 * with the address, verified by a trusted identity provider, can accept. Nothing is sent: the inviter tells them.
 */
export const inviteMember = operation(
  {
    name: 'invite_member',
    scope: 'members:manage',
    recentSignIn: ({ role }) => (role === 'owner' ? 'authenticated' : null),
    input: z.strictObject({
      email: Email.toLowerCase().describe('The address that they sign in with; letter case is ignored'),
      role: z.enum(roles).describe('Only owners can invite an owner'),
    }),
    output: Member.extend({
      sign_in_url: z
        .string()
        .nullable()
        .describe('Where the invited person signs in; null where this deployment has no sign-in page'),
    }),
  },
  async ({ caller, write }, { email, role }) => {
    try {
      const row = await write({
        call: (key) => sql`app.invite_member(app.only_store(), ${newId()}, ${email}, ${role}, ${key})`,
        read: readPerson,
      })
      const member = toMember(row)
      return { ...member, sign_in_url: caller.deployment.signInUrl(member.store_id) }
    } catch (error) {
      throw memberRefused(error)
    }
  },
)
