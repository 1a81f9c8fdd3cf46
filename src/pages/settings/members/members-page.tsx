import type { Child } from 'hono/jsx'
import type * as z from 'zod'
import type { listMembers } from '../../../areas/members/list-members.ts'
import { type InviteDraft, InviteForm } from './invite-form.tsx'
import type { Account } from '../page/layout.tsx'
import { InvitedRow, type Manager, MemberRow, type RoleDraft } from './member-rows.tsx'
import { Name } from '../ui/name.tsx'
import { OlderLink } from '../ui/store-nav.tsx'
import type { Page } from '../page/page.tsx'
import { rolesAssignableBy } from './role-select.tsx'
import type { StoreView } from '../store/in-store.ts'
import { Resumed } from '../page/sign-in-again-page.tsx'
import { PageHead } from '../store/page-head.tsx'
import type { MyStore } from '../store/store-choice.tsx'
import { Good, Wrong } from '../ui/notices.tsx'
import { useWords } from '../words/words.ts'

export type MembersDone = 'invited' | 'changed' | 'removed' | 'revoked'

/** Why a change was refused, and the HTTP status. */
export type MemberFormError = { readonly status: 403 | 404 | 409; readonly text: Child }

type Props = {
  account: Account
  stores: readonly MyStore[]
  store: MyStore
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
  return {
    title: (words) => words.members.title,
    account,
    place: { section: 'members', slug: store.slug },
    ...(draft && !draft.resumed && { status: 422 as const }),
    ...(formError && { status: formError.status }),
    body() {
      const words = useWords().members
      const lead = words.lead(<Name text={store.name} />)
      return (
        <>
          <PageHead title={words.title} lead={lead} stores={stores} store={store} section="members" />
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
            <section class="card" aria-labelledby="invited">
              <header>
                <h2 id="invited">{words.invitations}</h2>
              </header>
              <ul class="rows">
                {invited.map((member) => (
                  <InvitedRow member={member} view={view} manager={manager} />
                ))}
              </ul>
            </section>
          )}
          <section class="card" aria-labelledby="members">
            <header>
              <h2 id="members">{words.title}</h2>
            </header>
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
          </section>
        </>
      )
    },
  }
}
