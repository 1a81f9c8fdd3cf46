import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { SelectResultFields } from '../../platform/db/selection.ts'
import type { Db } from '../../platform/db/client.ts'
import { Person } from '../../platform/db/person.ts'
import { storeInvitations } from '../../platform/db/schema/invitations.ts'
import { type Role, roles } from '../../platform/db/schema/stores.ts'
import { id } from '../../platform/values/ids.ts'
import { refusal, type TranslatedRefusals } from '../../platform/operation/refusals.ts'

const InvitingStore = z.object({ id: id('store'), slug: z.string(), name: z.string() })

/** An invitation as the invited person sees it. */
export const Invitation = z.object({
  id: id('invitation'),
  store: InvitingStore,
  role: z.enum(roles).describe('The role you get by accepting'),
  invited_by: z
    .object({ ...Person.shape, email: z.string().nullable() })
    .describe('Who sent it; email is null if the store does not know it'),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})

export type Invitation = z.output<typeof Invitation>

/** The membership that accepting an invitation creates. */
export const Joined = z.object({
  id: id('invitation'),
  store: InvitingStore,
  role: z.enum(roles),
  joined_at: z.iso.datetime(),
})

const columns = {
  id: sql<string>`i.id`,
  storeId: sql<string>`i.store_id`,
  slug: sql<string>`i.slug`,
  name: sql<string>`i.name`,
  role: sql<Role>`i.role`,
  inviterId: sql<string>`i.inviter_id`,
  inviterName: sql<string | null>`i.inviter_name`,
  inviterEmail: sql<string | null>`i.inviter_email`,
  createdAt: sql`i.created_at`.mapWith(storeInvitations.createdAt),
  expiresAt: sql`i.expires_at`.mapWith(storeInvitations.expiresAt),
}

/** Those that the caller can accept, newest first. */
export const selectInvitations = (db: Db) =>
  db
    .select(columns)
    .from(sql`app.invitations_of_caller() as i`)
    .orderBy(sql`i.created_at desc, i.id desc`)

export const toInvitation = (row: SelectResultFields<typeof columns>): Invitation => ({
  id: row.id,
  store: { id: row.storeId, slug: row.slug, name: row.name },
  role: row.role,
  invited_by: { id: row.inviterId, name: row.inviterName, email: row.inviterEmail },
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
})

/** Refusals of app.accept_invitation. */
export const invitationRefusals = {
  limit_reached: refusal(
    'limit_reached',
    { max_stores: z.int() },
    {
      en: ({ max_stores }) =>
        `You already belong to ${max_stores} stores, which is the limit. Leave one before you join another.`,
      ar: ({ max_stores }) =>
        `بلغت الحد الأقصى لعدد المتاجر التي تنتمي إليها: ${max_stores}. غادر متجرًا قبل أن تنضم إلى آخر.`,
    },
    { members: () => ({}) },
  ),
} as const satisfies TranslatedRefusals
