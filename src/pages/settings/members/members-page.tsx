import type { Child } from 'hono/jsx'
import type * as z from 'zod'
import type { listMembers } from '../../../areas/members/list-members.ts'
import { type InviteDraft, InviteForm } from './invite-form.tsx'
import { InvitedRow, type Manager, MemberRow, type RoleDraft } from './member-rows.tsx'
import { OlderLink } from '../ui/store-nav.tsx'
import type { Page } from '../page/page.tsx'
import { rolesAssignableBy } from './role-select.tsx'
import type { StoreView } from '../store/in-store.ts'
import { Resumed } from '../page/sign-in-again-page.tsx'
import { type InStore, storePage } from '../store/store-page.tsx'
import { Good, Wrong } from '../ui/notices.tsx'
import { useWords } from '../words/words.ts'
import { Card } from '../ui/card.tsx'

export type MembersDone = 'invited' | 'changed' | 'removed' | 'revoked'

/** Why a change was refused, and the HTTP status. */
export type MemberFormError = { readonly status: 403 | 404 | 409; readonly text: Child }

type Props = InStore & {
  /** The user id of the person viewing the page. */
  viewerId: string
  members: z.output<typeof listMembers.output>
  signInUrl: string
  now: Date
  done?: MembersDone | undefined
  formError?: MemberFormError | undefined
  draft?: InviteDraft | undefined
  roleDraft?: RoleDraft | undefined
  /** The cursor of the list's page. Default: the first page. */
  cursor?: string | undefined
}

/** Settings, Members: the members of one store, and its open invitations. */
export function membersPage(props: Props): Page {
  const { account, stores, store, viewerId, members, signInUrl, now, done, formError, draft, roleDraft, cursor } = props
  const view: StoreView = { store, formToken: account.formToken, now, cursor }
  const manager: Manager = { id: viewerId, assignableRoles: rolesAssignableBy(store.role) }
  const invited = members.data.filter(({ status }) => status === 'invited')
  const active = members.data.filter(({ status }) => status === 'active')
  return storePage({
    account,
    stores,
    store,
    section: 'members',
    texts: (words) => words.members,
    status: formError?.status ?? (draft?.resumed === false ? 422 : undefined),
    body() {
      const words = useWords().members
      return (
        <>
          <Good text={done && words.done[done]} />
          <Wrong text={formError?.text} />
          {draft?.resumed === true && <Resumed at="new-member" />}
          {roleDraft && <Resumed at={`change-${roleDraft.memberId}`} />}
          {draft?.resumed === false && (
            <Wrong
              text={words.nobodyInvited(
                <a href={draft.errors.email === undefined ? '#roles' : '#email'}>{words.seeWhy}</a>,
              )}
            />
          )}
          <InviteForm
            view={view}
            assignableRoles={manager.assignableRoles}
            signInUrl={signInUrl}
            open={members.meta.total === 1}
            draft={draft}
          />
          {invited.length > 0 && (
            <Card id="invited" title={words.invitations}>
              <ul class="rows">
                {invited.map((member) => (
                  <InvitedRow member={member} view={view} manager={manager} />
                ))}
              </ul>
            </Card>
          )}
          <Card id="members" title={words.title}>
            {active.length > 0 ? (
              <ul class="rows">
                {active.map((member) => (
                  <MemberRow member={member} view={view} manager={manager} draft={roleDraft} />
                ))}
              </ul>
            ) : (
              <p class="fine">{words.earlier}</p>
            )}
            <OlderLink meta={members.meta} section="members" list="members" store={store.slug} />
          </Card>
        </>
      )
    },
  })
}
