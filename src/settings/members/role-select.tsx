import { type Role, roleWords } from './role-words.ts'

type Props = { id: string; label: string; offered: readonly Role[]; chosen: Role }

/** A choice of role where the words for each would be too many. */
export const RoleSelect = ({ id, label, offered, chosen }: Props) => (
  <div class="field">
    <label for={id}>{label}</label>
    <select id={id} name="role">
      {offered.map((role) => (
        <option value={role} selected={role === chosen}>
          {roleWords[role].label}
        </option>
      ))}
    </select>
  </div>
)
