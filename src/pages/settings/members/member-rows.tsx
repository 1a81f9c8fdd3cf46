import type { Child } from 'hono/jsx'
import type { Member } from '../../../areas/members/member.ts'
import { Confirm, HiddenName } from '../ui/confirm.tsx'
import { StoreFields } from '../ui/field.tsx'
import { Day } from '../ui/time.tsx'
import { Name } from '../ui/name.tsx'
import { useWords, type Words } from '../words/words.ts'
import { type Role, RoleSelect } from './role-select.tsx'
import type { StoreView } from '../store/in-store.ts'
import { RowName } from '../ui/card.tsx'

/** The person viewing the list: their user id, and the roles they may assign and remove. */
export type Manager = { readonly id: string; readonly assignableRoles: readonly Role[] }

type Props = { member: Member; view: StoreView; manager: Manager }

/** A role change that was entered before signing in again. */
export type RoleDraft = { readonly memberId: string; readonly role: Role }

const addressOf = ({ email }: Member, words: Words): string => email ?? words.members.unnamed

export function MemberRow({ member, view, manager, draft }: Props & { draft?: RoleDraft | undefined }) {
  const all = useWords()
  const words = all.members
  const draftedRole = draft?.memberId === member.id ? draft.role : undefined
  const isSelf = member.id === manager.id
  const isManaged = manager.assignableRoles.includes(member.role)
  return (
    <li class="row">
      <div class="stack">
        <RowName text={addressOf(member, all)}>
          <span class="tag">{words.roles[member.role].label}</span>
          {isSelf && <span class="tag ok">{words.you}</span>}
        </RowName>
        <p class="fine">
          {words.joined(member.joined_at !== null && <Day at={member.joined_at} />)}
          {!isManaged && ` · ${words.onlyOwners}`}
        </p>
      </div>
      {isManaged && (
        <Change
          verb={words.changeRole}
          member={member}
          view={view}
          action={`/settings/members/${member.id}/role`}
          open={draftedRole !== undefined}
        >
          <RoleSelect id={`role-${member.id}`} offered={manager.assignableRoles} chosen={draftedRole ?? member.role} />
          <button class="primary">{all.ui.save}</button>
        </Change>
      )}
      {isSelf ? (
        <Confirm
          verb={words.leave}
          name={view.store.name}
          action="/settings/store/leave"
          consequence={`${words.leaveConsequence} ${words.comeBack}`}
          formToken={view.formToken}
          store={view.store.slug}
        />
      ) : (
        isManaged && (
          <Confirm
            verb={words.remove}
            name={addressOf(member, all)}
            action={`/settings/members/${member.id}/remove`}
            consequence={words.removeConsequence}
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
  const all = useWords()
  const words = all.members
  const ended = endReason(member, view.now)
  return (
    <li class="row">
      <div class="stack">
        <RowName text={addressOf(member, all)}>
          <span class="tag">{words.roles[member.role].label}</span>
          {ended === null ? <span class="tag warn">{words.invited}</span> : <span class="tag bad">{words[ended]}</span>}
        </RowName>
        <p class="fine">
          {member.invited_by && words.invitedBy(<Name text={member.invited_by.email ?? words.formerMember} />)}
          {member.expires_at !== null && (
            <>
              {' · '}
              {(hasExpired(member, view.now) ? words.expiredOn : words.expiresOn)(<Day at={member.expires_at} />)}
            </>
          )}
        </p>
      </div>
      {manager.assignableRoles.includes(member.role) && (
        <>
          <Change verb={words.inviteAgain} member={member} view={view} action="/settings/members">
            <input type="hidden" name="form_id" value={crypto.randomUUID()} />
            <input type="hidden" name="email" value={member.email ?? ''} />
            <RoleSelect id={`role-${member.id}`} offered={manager.assignableRoles} chosen={member.role} />
            <button class="primary">{words.inviteForSevenDays}</button>
          </Change>
          <Confirm
            verb={words.revoke}
            name={addressOf(member, all)}
            action={`/settings/members/${member.id}/revoke`}
            consequence={words.revokeConsequence}
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
      <HiddenName name={addressOf(member, useWords())} />
    </summary>
    <form method="post" action={action}>
      <StoreFields formToken={view.formToken} store={view.store} version={member.version} />
      {view.cursor !== undefined && <input type="hidden" name="members" value={view.cursor} />}
      {children}
    </form>
  </details>
)

const hasExpired = ({ expires_at }: Member, now: Date) => expires_at !== null && new Date(expires_at) <= now

/** Why an invitation can no longer be accepted, or null if it can. */
function endReason(member: Member, now: Date): 'expired' | 'inviterLeft' | null {
  if (hasExpired(member, now)) return 'expired'
  return member.invited_by?.may_invite === false ? 'inviterLeft' : null
}
