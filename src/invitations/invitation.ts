import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { Refusal } from '../db/failure.ts'
import { storeInvitations } from '../db/schema/invitations.ts'
import { type Role, roles } from '../db/schema/stores.ts'
import { ServiceError } from '../errors.ts'
import { id } from '../ids.ts'

const InvitingStore = z.object({ id: id('store'), slug: z.string(), name: z.string() })

/** An invitation as the invited person sees it. */
export const Invitation = z.object({
  id: id('invitation'),
  store: InvitingStore,
  role: z.enum(roles).describe('The role that accepting gives'),
  invited_by: z.object({ email: z.string().nullable() }).describe('Who sent it, as far as the store knows'),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})

export type Invitation = z.output<typeof Invitation>

/** A membership that came of an invitation. */
export const Joined = z.object({
  id: id('invitation'),
  store: InvitingStore,
  role: z.enum(roles),
  joined_at: z.iso.datetime(),
})

/** Of `app.my_invitations() as i`. */
export const invitationColumns = {
  id: sql<string>`i.id`,
  storeId: sql<string>`i.store_id`,
  slug: sql<string>`i.slug`,
  name: sql<string>`i.name`,
  role: sql<Role>`i.role`,
  inviterEmail: sql<string | null>`i.inviter_email`,
  createdAt: sql`i.created_at`.mapWith(storeInvitations.createdAt),
  expiresAt: sql`i.expires_at`.mapWith(storeInvitations.expiresAt),
}

export type InvitationRow = {
  readonly id: string
  readonly storeId: string
  readonly slug: string
  readonly name: string
  readonly role: Role
  readonly inviterEmail: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  store: { id: row.storeId, slug: row.slug, name: row.name },
  role: row.role,
  invited_by: { email: row.inviterEmail },
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
})

/** What a refusal of app.accept_invitation means to the caller. */
export function invitationRefused(error: unknown): unknown {
  if (error instanceof Refusal && error.code === 'limit_reached')
    return new ServiceError(
      'limit_reached',
      `You belong to ${error.detail} stores, which is the limit. Leave one before you join another.`,
    )
  return error
}
