import type { Member } from '../../../areas/members/member.ts'

export type Role = Member['role']

/** The roles that a member with this role may assign. */
export const rolesAssignableBy = (role: Role): readonly Role[] =>
  role === 'owner' ? ['owner', 'admin', 'staff', 'viewer'] : ['admin', 'staff', 'viewer']
