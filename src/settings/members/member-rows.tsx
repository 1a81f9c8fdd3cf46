import type { Child } from 'hono/jsx'
import type { Member } from '../../members/member.ts'
import { Confirm } from '../ui/confirm.tsx'
import { FormToken } from '../ui/layout.tsx'
import { Day } from '../ui/moment.tsx'
import { Name } from '../ui/name.tsx'
import { type Role, roleWords } from './role-words.ts'
import { RoleSelect } from './role-select.tsx'
import type { Shown } from '../ui/shown.ts'

/** Of the one who looks at the list: their id, and the roles that they may give and take. */
export type Manager = { readonly id: string; readonly gives: readonly Role[] }

type Props = { member: Member; shown: Shown; manager: Manager }

/** The role that a member was to be given before whoever changes it signed in again. */
export type RoleDraft = { readonly memberId: string; readonly role: Role }

const addressOf = ({ email }: Member): string => email ?? 'a member without an address'

export function MemberRow({ member, shown, manager, draft }: Props & { draft?: RoleDraft | undefined }) {
  const drafted = draft?.memberId === member.id ? draft.role : undefined
  const self = member.id === manager.id
  const managed = manager.gives.includes(member.role)
  return (
    <li class="row">
      <div class="stack">
        <div class="named">
          <h3>
            <Name text={addressOf(member)} />
          </h3>
          <span class="tag">{roleWords[member.role].label}</span>
          {self && <span class="tag ok">You</span>}
        </div>
        <p class="fine">
          Joined {member.joined_at !== null && <Day at={member.joined_at} />}
          {!managed && ' · managed by owners alone'}
        </p>
      </div>
      {managed && (
        <Change
          verb="Change role"
          member={member}
          shown={shown}
          action={`/settings/members/${member.id}/role`}
          open={drafted !== undefined}
        >
          <RoleSelect id={`role-${member.id}`} label="Role" offered={manager.gives} chosen={drafted ?? member.role} />
          <button class="primary">Save</button>
        </Change>
      )}
      {self ? (
        <Confirm
          verb="Leave"
          name={shown.store.name}
          action="/settings/store/leave"
          consequence="You can do nothing in this store from then on, and the assistants and tokens that you allowed are refused. To come back, you have to be invited."
          formToken={shown.formToken}
          store={shown.store.slug}
        />
      ) : (
        managed && (
          <Confirm
            verb="Remove"
            name={addressOf(member)}
            action={`/settings/members/${member.id}/remove`}
            consequence="They can do nothing in this store from now on, and the assistants and tokens that they allowed are refused. What they did stays."
            formToken={shown.formToken}
            store={shown.store.slug}
            storeId={shown.store.id}
          />
        )
      )}
    </li>
  )
}

export function InvitedRow({ member, shown, manager }: Props) {
  const over = endOf(member, shown.now)
  return (
    <li class="row">
      <div class="stack">
        <div class="named">
          <h3>
            <Name text={addressOf(member)} />
          </h3>
          <span class="tag">{roleWords[member.role].label}</span>
          {over === null ? <span class="tag warn">Invited</span> : <span class="tag bad">{over}</span>}
        </div>
        <p class="fine">
          {member.invited_by && (
            <>
              By <Name text={member.invited_by.email ?? 'somebody who left'} />{' '}
            </>
          )}
          {member.expires_at !== null && (
            <>
              · {new Date(member.expires_at) <= shown.now ? 'ran out' : 'until'} <Day at={member.expires_at} />
            </>
          )}
        </p>
      </div>
      {manager.gives.includes(member.role) && (
        <>
          <Change verb="Invite again" member={member} shown={shown} action="/settings/members">
            <input type="hidden" name="form_id" value={crypto.randomUUID()} />
            <input type="hidden" name="email" value={member.email ?? ''} />
            <RoleSelect id={`role-${member.id}`} label="As" offered={manager.gives} chosen={member.role} />
            <button class="primary">Invite for seven days</button>
          </Change>
          <Confirm
            verb="Revoke"
            name={addressOf(member)}
            action={`/settings/members/${member.id}/revoke`}
            consequence="Nobody can accept it any more."
            formToken={shown.formToken}
            store={shown.store.slug}
            storeId={shown.store.id}
          />
        </>
      )}
    </li>
  )
}

type ChangeProps = { verb: string; member: Member; shown: Shown; action: string; open?: boolean; children?: Child }

/** A button that opens a form of a row's own. */
const Change = ({ verb, member, shown, action, open = false, children }: ChangeProps) => (
  <details class="confirm change" id={`change-${member.id}`} open={open}>
    <summary>
      {verb}
      <span class="unseen">
        {' '}
        <Name text={addressOf(member)} />
      </span>
    </summary>
    <form method="post" action={action}>
      <FormToken value={shown.formToken} />
      <input type="hidden" name="store" value={shown.store.slug} />
      <input type="hidden" name="store_id" value={shown.store.id} />
      <input type="hidden" name="version" value={String(member.version)} />
      {shown.cursor !== undefined && <input type="hidden" name="members" value={shown.cursor} />}
      {children}
    </form>
  </details>
)

/** Why an invitation lets nobody in, or null where it does. */
function endOf({ expires_at, invited_by }: Member, now: Date): string | null {
  if (expires_at !== null && new Date(expires_at) <= now) return 'Expired'
  return invited_by?.may_invite === false ? 'Does not hold: whoever sent it may not any more' : null
}
