import type { Member } from '../../../areas/members/member.ts'
import { useWords } from '../words/words.ts'

export type Role = Member['role']

/** The roles that a member with this role may assign. */
export const rolesAssignableBy = (role: Role): readonly Role[] =>
  role === 'owner' ? ['owner', 'admin', 'staff', 'viewer'] : ['admin', 'staff', 'viewer']

type Props = { id: string; offered: readonly Role[]; chosen: Role }

/** A compact choice of role, without descriptions. */
export function RoleSelect({ id, offered, chosen }: Props) {
  const words = useWords().members
  return (
    <div class="field">
      <label for={id}>{words.role}</label>
      <select id={id} name="role">
        {offered.map((role) => (
          <option value={role} selected={role === chosen}>
            {words.roles[role].label}
          </option>
        ))}
      </select>
    </div>
  )
}
