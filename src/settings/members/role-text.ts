import type { Member } from '../../members/member.ts'

export type Role = Member['role']

type Text = { readonly label: string; readonly withArticle: string; readonly detail: string }

/** What a role lets somebody do, as a merchant would say it. */
export const roleText: Readonly<Record<Role, Text>> = {
  owner: { label: 'Owner', withArticle: 'an owner', detail: 'Can do everything, including adding and removing owners' },
  admin: { label: 'Admin', withArticle: 'an admin', detail: 'Can do everything except add, change or remove owners' },
  staff: {
    label: 'Staff',
    withArticle: 'a member of staff',
    detail: 'Works with orders, products, customers and messages',
  },
  viewer: { label: 'Viewer', withArticle: 'a viewer', detail: 'Can see everything but change nothing' },
}

/** The roles that a member with this role may assign. */
export const rolesAssignableBy = (role: Role): readonly Role[] =>
  role === 'owner' ? ['owner', 'admin', 'staff', 'viewer'] : ['admin', 'staff', 'viewer']
