import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { SelectResultFields } from '../../platform/db/selection.ts'
import type { RecentSignIn } from '../../platform/auth/sign-in/sign-in-needed.ts'
import { rolesByScope } from '../../platform/auth/tokens/scopes.ts'
import { knownPerson, type KnownPerson, shownName } from '../../platform/db/person.ts'
import { storeInvitations } from '../../platform/db/schema/invitations.ts'
import { type Role, roles, storeMembers } from '../../platform/db/schema/stores.ts'
import type { Read } from '../../platform/operation/context.ts'
import { refusal, type TranslatedRefusals } from '../../platform/operation/refusals.ts'
import { id } from '../../platform/values/ids.ts'

/** Who can create tokens and API keys can do so with a sign-in of their own. So giving somebody their role requires as much. */
export const signInToGive = ({ role }: { readonly role: Role }): RecentSignIn | null =>
  rolesByScope['tokens:manage'].some((each) => each === role) ? 'authenticated' : null

/** A member of a store, or a person invited to it. */
export const Member = z.object({
  id: z
    .string()
    .describe(
      "The member's user id, which is the same in every store; for an invited person, the id of the invitation",
    ),
  store_id: id('store'),
  name: z
    .string()
    .nullable()
    .describe('From their identity provider, or else the part of their email address before the @; null if unknown'),
  email: z.string().nullable(),
  role: z.enum(roles),
  status: z.enum(['active', 'invited']),
  joined_at: z.iso.datetime().nullable(),
  invited_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable().describe('When the invitation expires'),
  invited_by: z
    .object({
      id: z.string(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      may_invite: z
        .boolean()
        .describe('Whether they may still give this role; if not, the invitation cannot be accepted'),
    })
    .nullable(),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

export type Member = z.output<typeof Member>

/** Members `m` and invitations `i` that meet their condition, in one list. */
export const selectPeople = (members: SQL, invitations: SQL): SQL => sql`
  (select m.store_id, m.membership_id as id, m.user_id as member_id, m.name, m.email, m.role, 'active' as status, null::uuid as invited_by,
          m.version, m.created_at, m.updated_at, null::timestamptz as expires_at
     from ${storeMembers} m where ${members})
  union all
  (select i.store_id, i.id, i.id, null, i.email, i.role, 'invited', i.invited_by,
          i.version, i.created_at, i.updated_at, i.expires_at
     from ${storeInvitations} i where ${invitations})`

export const personColumns = {
  id: sql<string>`people.id`,
  storeId: sql<string>`people.store_id`,
  memberId: sql<string>`people.member_id`,
  name: shownName(sql`people`),
  email: sql<string | null>`people.email`,
  role: sql<Role>`people.role`,
  status: sql<'active' | 'invited'>`people.status`,
  invitedBy: sql<string | null>`people.invited_by`,
  inviter: knownPerson(sql`people.store_id`, sql`people.invited_by`),
  version: sql<number>`people.version`,
  createdAt: sql`people.created_at`.mapWith(storeMembers.createdAt),
  updatedAt: sql`people.updated_at`.mapWith(storeMembers.updatedAt),
  expiresAt: sql<Date | null>`people.expires_at`.mapWith(storeInvitations.expiresAt),
}

/** Only an invitation expires. */
export type PersonRow = Omit<SelectResultFields<typeof personColumns>, 'expiresAt'> & { expiresAt: Date | null }

/** Reads the result of app.invite_member and app.change_member. */
export const readPerson: Read<PersonRow> = (db, result) =>
  db.select(personColumns).from(sql`jsonb_to_record(${result}) as people(store_id uuid, id uuid, member_id uuid,
    name text, email text, role text, status text, invited_by uuid, version integer,
    created_at timestamptz(3), updated_at timestamptz(3), expires_at timestamptz(3))`)

export const toMember = (row: PersonRow): Member => {
  const createdAt = row.createdAt.toISOString()
  const active = row.status === 'active'
  return {
    id: row.memberId,
    store_id: row.storeId,
    name: row.name,
    email: row.email,
    role: row.role,
    status: row.status,
    joined_at: active ? createdAt : null,
    invited_at: active ? null : createdAt,
    expires_at: row.expiresAt?.toISOString() ?? null,
    invited_by: row.invitedBy === null ? null : inviterOf(row.invitedBy, row.inviter, row.role),
    version: row.version,
    created_at: createdAt,
    updated_at: row.updatedAt.toISOString(),
  }
}

const inviterOf = (id: string, inviter: KnownPerson, role: Role) => ({
  id,
  name: inviter?.name ?? null,
  email: inviter?.email ?? null,
  may_invite: inviter?.role === 'owner' || (inviter?.role === 'admin' && role !== 'owner'),
})

/** Refusals of the functions in drizzle/sql/areas/members. */
export const memberRefusals = {
  owners_only: refusal(
    'forbidden',
    {},
    {
      en: 'Only an owner can add, change or remove an owner. Ask an owner of the store.',
      ar: 'إضافة المالكين أو تغييرهم أو إزالتهم للمالكين فقط. اطلب ذلك من أحدهم.',
    },
  ),
  last_owner: refusal(
    'last_owner',
    {},
    {
      en: 'A store must have at least one owner. Make another member an owner first.',
      ar: 'يجب أن يكون للمتجر مالك واحد على الأقل. اجعل عضوًا آخر مالكًا أولًا.',
    },
  ),
  already_member: refusal(
    'duplicate',
    {},
    {
      en: 'A member of the store already has this address. Change their role with PATCH /api/members/{id}.',
      ar: 'هذا البريد الإلكتروني لأحد أعضاء المتجر. يمكنك تغيير دوره.',
    },
    { pointer: '/email' },
  ),
  limit_reached: refusal(
    'limit_reached',
    { max_invitations: z.int().optional(), max_people: z.int().optional() },
    {
      en: ({ max_invitations, max_people }) =>
        max_invitations === undefined
          ? `The store already has ${max_people} members and invitations, which is the limit. Remove some first.`
          : `The store already has ${max_invitations} invitations, which is the limit. Revoke some first.`,
      ar: ({ max_invitations, max_people }) =>
        max_invitations === undefined
          ? `لا يزيد عدد الأعضاء والدعوات في المتجر على ${max_people}. أزل بعضهم أولًا.`
          : `لا يزيد عدد الدعوات في المتجر على ${max_invitations}. ألغِ بعضها أولًا.`,
    },
    { members: () => ({}) },
  ),
} as const satisfies TranslatedRefusals
