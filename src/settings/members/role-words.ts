import type { Member } from '../../members/member.ts'

export type Role = Member['role']

type Words = { readonly label: string; readonly a: string; readonly detail: string }

/** What a role lets somebody do, as a merchant would say it. */
export const roleWords: Readonly<Record<Role, Words>> = {
  owner: { label: 'Owner', a: 'an owner', detail: 'Everything, and decides who else is an owner' },
  admin: { label: 'Admin', a: 'an admin', detail: 'Everything, save making, changing or removing owners' },
  staff: { label: 'Staff', a: 'a member of staff', detail: 'Works on orders, products, customers and messages' },
  viewer: { label: 'Viewer', a: 'a viewer', detail: 'Sees everything and changes nothing' },
}

/** The roles that somebody of that role may give. */
export const givenBy = (role: Role): readonly Role[] =>
  role === 'owner' ? ['owner', 'admin', 'staff', 'viewer'] : ['admin', 'staff', 'viewer']
