import { type Role, roleText } from './role-text.ts'

type Props = { id: string; label: string; offered: readonly Role[]; chosen: Role }

/** A compact choice of role, without descriptions. */
export const RoleSelect = ({ id, label, offered, chosen }: Props) => (
  <div class="field">
    <label for={id}>{label}</label>
    <select id={id} name="role">
      {offered.map((role) => (
        <option value={role} selected={role === chosen}>
          {roleText[role].label}
        </option>
      ))}
    </select>
  </div>
)
