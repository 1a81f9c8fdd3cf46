import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Read, sessionOf } from '../../platform/operation/context.ts'
import { storeMembers, type Role } from '../../platform/db/schema/stores.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invitationRefusals, Joined } from './invitation.ts'

/** Makes the caller a member of the store that invited them. Accepting again returns the same result. */
export const acceptInvitation = operation(
  {
    name: 'accept_invitation',
    scope: 'account',
    input: z.strictObject({ invitation_id: id('invitation') }),
    output: Joined,
    refusals: invitationRefusals,
  },
  async ({ caller, write }, { invitation_id }) => {
    const { issuer, subject } = sessionOf(caller)
    const { joinedAt, storeId, slug, name, ...row } = await write({
      call: (key) => sql`app.accept_invitation(${invitation_id}, ${issuer}, ${subject}, ${key})`,
      read,
    })
    return { ...row, store: { id: storeId, slug, name }, joined_at: joinedAt.toISOString() }
  },
)

type Row = { id: string; storeId: string; slug: string; name: string; role: Role; joinedAt: Date }

const read: Read<Row> = (db, result) =>
  db
    .select({
      id: sql<string>`joined.id`,
      storeId: sql<string>`joined.store_id`,
      slug: sql<string>`joined.slug`,
      name: sql<string>`joined.name`,
      role: sql<Role>`joined.role`,
      joinedAt: sql`joined.joined_at`.mapWith(storeMembers.createdAt),
    })
    .from(
      sql`jsonb_to_record(${result}) as joined(
        id uuid, store_id uuid, slug text, name text, role text, joined_at timestamptz(3))`,
    )
