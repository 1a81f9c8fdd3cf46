import type { Child } from 'hono/jsx'
import type { Member } from '../../members/member.ts'
import { Confirm } from '../ui/confirm.tsx'
import { FormToken } from '../ui/layout.tsx'
import { Day } from '../ui/time.tsx'
import { Name } from '../ui/name.tsx'
import { type Role, roleText } from './role-text.ts'
import { RoleSelect } from './role-select.tsx'
import type { StoreView } from '../store/store-view.ts'

/** The person viewing the list: their user id, and the roles they may assign and remove. */
export type Manager = { readonly id: string; readonly assignableRoles: readonly Role[] }

type Props = { member: Member; view: StoreView; manager: Manager }

/** A role change that was entered before signing in again. */
export type RoleDraft = { readonly memberId: string; readonly role: Role }

const addressOf = ({ email }: Member): string => email ?? 'a member without an email address'

export function MemberRow({ member, view, manager, draft }: Props & { draft?: RoleDraft | undefined }) {
  const draftedRole = draft?.memberId === member.id ? draft.role : undefined
  const isSelf = member.id === manager.id
  const isManaged = manager.assignableRoles.includes(member.role)
  return (
    <li class="row">
      <div class="stack">
        <div class="named">
          <h3>
            <Name text={addressOf(member)} />
          </h3>
          <span class="tag">{roleText[member.role].label}</span>
          {isSelf && <span class="tag ok">You</span>}
        </div>
        <p class="fine">
          Joined {member.joined_at !== null && <Day at={member.joined_at} />}
          {!isManaged && ' · only owners can change or remove owners'}
        </p>
      </div>
      {isManaged && (
        <Change
          verb="Change role"
          member={member}
          view={view}
          action={`/settings/members/${member.id}/role`}
          open={draftedRole !== undefined}
        >
          <RoleSelect
            id={`role-${member.id}`}
            label="Role"
            offered={manager.assignableRoles}
            chosen={draftedRole ?? member.role}
          />
          <button class="primary">Save</button>
        </Change>
      )}
      {isSelf ? (
        <Confirm
          verb="Leave"
          name={view.store.name}
          action="/settings/store/leave"
          consequence="You lose access to this store. Assistants that you connected and tokens that you created stop working. To come back, someone must invite you again."
          formToken={view.formToken}
          store={view.store.slug}
        />
      ) : (
        isManaged && (
          <Confirm
            verb="Remove"
            name={addressOf(member)}
            action={`/settings/members/${member.id}/remove`}
            consequence="They lose access to this store. Assistants that they connected and tokens that they created stop working. Their work is kept."
            formToken={view.formToken}
            store={view.store.slug}
            storeId={view.store.id}
          />
        )
      )}
    </li>
  )
}

export function InvitedRow({ member, view, manager }: Props) {
  const ended = endReason(member, view.now)
  return (
    <li class="row">
      <div class="stack">
        <div class="named">
          <h3>
            <Name text={addressOf(member)} />
          </h3>
          <span class="tag">{roleText[member.role].label}</span>
          {ended === null ? <span class="tag warn">Invited</span> : <span class="tag bad">{ended}</span>}
        </div>
        <p class="fine">
          {member.invited_by && (
            <>
              Invited by <Name text={member.invited_by.email ?? 'a former member'} />{' '}
            </>
          )}
          {member.expires_at !== null && (
            <>
              · {new Date(member.expires_at) <= view.now ? 'expired on' : 'expires on'} <Day at={member.expires_at} />
            </>
          )}
        </p>
      </div>
      {manager.assignableRoles.includes(member.role) && (
        <>
          <Change verb="Invite again" member={member} view={view} action="/settings/members">
            <input type="hidden" name="form_id" value={crypto.randomUUID()} />
            <input type="hidden" name="email" value={member.email ?? ''} />
            <RoleSelect id={`role-${member.id}`} label="Role" offered={manager.assignableRoles} chosen={member.role} />
            <button class="primary">Invite for seven days</button>
          </Change>
          <Confirm
            verb="Revoke"
            name={addressOf(member)}
            action={`/settings/members/${member.id}/revoke`}
            consequence="The invitation can no longer be accepted."
            formToken={view.formToken}
            store={view.store.slug}
            storeId={view.store.id}
          />
        </>
      )}
    </li>
  )
}

type ChangeProps = { verb: string; member: Member; view: StoreView; action: string; open?: boolean; children?: Child }

/** A button that opens a form within the row. */
const Change = ({ verb, member, view, action, open = false, children }: ChangeProps) => (
  <details class="confirm change" id={`change-${member.id}`} open={open}>
    <summary>
      {verb}
      <span class="visually-hidden">
        {' '}
        <Name text={addressOf(member)} />
      </span>
    </summary>
    <form method="post" action={action}>
      <FormToken value={view.formToken} />
      <input type="hidden" name="store" value={view.store.slug} />
      <input type="hidden" name="store_id" value={view.store.id} />
      <input type="hidden" name="version" value={String(member.version)} />
      {view.cursor !== undefined && <input type="hidden" name="members" value={view.cursor} />}
      {children}
    </form>
  </details>
)

/** Why an invitation can no longer be accepted, or null if it can. */
function endReason({ expires_at, invited_by }: Member, now: Date): string | null {
  if (expires_at !== null && new Date(expires_at) <= now) return 'Expired'
  return invited_by?.may_invite === false ? 'Invalid: the person who sent it may no longer invite members' : null
}
