import { asc, sql } from 'drizzle-orm'
import * as z from 'zod'
import { sessionOf } from '../context.ts'
import { inVisibleStores } from '../db/in-stores.ts'
import { roles, stores } from '../db/schema/stores.ts'
import { id } from '../ids.ts'
import { Invitation, invitationColumns, toInvitation } from '../invitations/invitation.ts'
import { operation } from '../operation.ts'
import { storeColumns } from './store.ts'

/** A store, and what the caller is in it. */
const MyStore = z.object({ id: id('store'), slug: z.string(), name: z.string(), role: z.enum(roles) })

export const getMe = operation(
  {
    name: 'get_me',
    scope: 'stores:read',
    input: z.strictObject({}),
    output: z.object({
      id: z.string().describe('By which the caller is a member of their stores'),
      issuer: z.string(),
      subject: z.string(),
      email: z.string().nullable(),
      email_verified: z
        .boolean()
        .describe('A trusted identity provider says so; otherwise no invitation to the address is theirs'),
      stores: z.array(MyStore),
      invitations: z
        .array(
          MyStore.extend({
            invitation_id: id('invitation'),
            ...Invitation.pick({ invited_by: true, expires_at: true }).shape,
          }),
        )
        .describe(
          'Stores that invited the caller, at most 100; join one with POST /api/invitations/{invitation_id}/accept',
        ),
    }),
  },
  async ({ caller, run }) => {
    const { id, slug, name, role } = storeColumns
    const { issuer, subject, email, emailVerified } = sessionOf(caller)
    const [mine, [me], invited] = await run((db) => [
      db
        .select({ id, slug, name, role })
        .from(stores)
        .where(inVisibleStores(stores.id))
        .orderBy(asc(stores.name), asc(stores.id)),
      db.select({ id: sql<string>`me.id` }).from(sql`(select app.caller() as id) as me`),
      db
        .select(invitationColumns)
        .from(sql`app.my_invitations() as i`)
        .orderBy(sql`i.created_at desc, i.id desc`)
        .limit(100),
    ])
    if (!me) throw new Error('nobody is asking')
    return {
      id: me.id,
      issuer,
      subject,
      email,
      email_verified: emailVerified,
      stores: mine,
      invitations: invited.map((row) => {
        const { id: invitation_id, store, role, invited_by, expires_at } = toInvitation(row)
        return { ...store, role, invitation_id, invited_by, expires_at }
      }),
    }
  },
)
