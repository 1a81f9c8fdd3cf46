import { expect } from 'vitest'
import { z } from 'zod'
import { Joined } from '../../../src/areas/invitations/invitation.ts'
import { listInvitations } from '../../../src/areas/invitations/list-invitations.ts'
import { Member } from '../../../src/areas/members/member.ts'
import { listMembers } from '../../../src/areas/members/list-members.ts'
import { getMe } from '../../../src/areas/stores/get-me.ts'
import { sessionToken } from '../../support/callers/identity.ts'
import { type Service } from '../../support/service.ts'
import { type Client, client, expectBody, inStore, type Shop } from '../../support/shop.ts'

export const newAddress = () => `amal.${crypto.randomUUID().slice(0, 8)}@kuwait.test`

/** A person whose session has this address. */
export async function holderOf(
  email: string,
  {
    verified = true,
    claims,
    through,
  }: { verified?: boolean; claims?: Record<string, unknown>; through?: Service } = {},
): Promise<Client> {
  const subject = `user_${crypto.randomUUID()}`
  const claimsInSession = { subject, email, emailVerified: verified, ...(claims && { claims }) }
  return client(await sessionToken(claimsInSession), through)
}

/** The stores that a person belongs to, with their role. */
export async function storesOf({ get }: Pick<Client, 'get'>): Promise<Record<string, string>> {
  const { stores } = expectBody(await get('/api/me'), 200, getMe.output)
  return Object.fromEntries(stores.map(({ id, role }) => [id, role]))
}

/** The invitations that a person can accept; `/api/me` returns the same ones. */
export async function invitationsOf({ get }: Pick<Client, 'get'>) {
  const { data } = expectBody(await get('/api/invitations?limit=100'), 200, listInvitations.output)
  const { invitations } = expectBody(await get('/api/me'), 200, getMe.output)
  expect(invitations.map(({ invitation_id }) => invitation_id)).toEqual(data.map(({ id }) => id))
  return data
}

export const accept = ({ post }: Pick<Client, 'post'>, id: string) => post(`/api/invitations/${id}/accept`, {})

export const decline = ({ post }: Pick<Client, 'post'>, id: string) => post(`/api/invitations/${id}/decline`, {})

/** Accepts all open invitations. */
export async function acceptAll(person: Client): Promise<void> {
  for (const { id } of await invitationsOf(person)) expectBody(await accept(person, id), 200, Joined)
}

const Invited = Member.extend({ sign_in_url: z.string().nullable() })

export const send = async ({ store, owner }: Shop, body: Record<string, unknown>, by: Client = owner) =>
  expectBody(await by.post('/api/members', body, inStore(store)), 201, Invited)

/** All members and invitations of the shop. */
export async function peopleOf({ store, owner }: Shop, by: Client = owner) {
  const answer = await by.get('/api/members?limit=100', inStore(store))
  return expectBody(answer, 200, listMembers.output).data
}

/** Roles of the active members, by id. */
export async function rolesOf(shop: Shop, by?: Client): Promise<Record<string, string>> {
  const active = (await peopleOf(shop, by)).filter(({ status }) => status === 'active')
  return Object.fromEntries(active.map(({ id, role }) => [id, role]))
}
