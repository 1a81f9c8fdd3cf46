import type * as z from 'zod'
import type { listMembers } from '../../members/list-members.ts'
import { type InviteDraft, InviteForm } from './invite-form.tsx'
import type { Account } from '../ui/layout.tsx'
import { InvitedRow, type Manager, MemberRow, type RoleDraft } from './member-rows.tsx'
import { Name } from '../ui/name.tsx'
import { OlderLink } from '../assistants/older-link.tsx'
import type { Page } from '../ui/page.tsx'
import { givenBy } from './role-words.ts'
import type { Shown } from '../ui/shown.ts'
import { Resumed } from '../sessions/sign-in-again-page.tsx'
import { type MyStore, StoreSwitch } from '../store/store-choice.tsx'

const doneWords = {
  invited: 'They are invited. Now tell them: no e-mail is sent. Where they sign in stands below.',
  changed: 'The role is changed, and counts from now on.',
  removed: 'They are removed, and can do nothing in this store from now on.',
  revoked: 'The invitation is taken back.',
} as const

export type Done = keyof typeof doneWords

/** What was refused, in words, and with which status. */
export type FormError = { readonly status: 403 | 404 | 409; readonly text: string }

type Props = {
  account: Account
  stores: readonly MyStore[]
  store: MyStore
  /** The user id of whoever looks at it. */
  me: string
  members: z.output<typeof listMembers.output>
  signInUrl: string
  now: Date
  done?: Done | undefined
  formError?: FormError | undefined
  draft?: InviteDraft | undefined
  roleDraft?: RoleDraft | undefined
  /** Which page of the list it is; none: the first. */
  cursor?: string | undefined
}

/** Settings, Members: who belongs to one store, and who is invited. */
export function membersPage(props: Props): Page {
  const { account, stores, store, me, members, signInUrl, now, done, formError, draft, roleDraft, cursor } = props
  const shown: Shown = { store, formToken: account.formToken, now, cursor }
  const manager: Manager = { id: me, gives: givenBy(store.role) }
  const invited = members.data.filter(({ status }) => status === 'invited')
  const active = members.data.filter(({ status }) => status === 'active')
  return {
    title: 'Members',
    account,
    place: { section: 'members', slug: store.slug },
    ...(draft && !draft.resumed && { status: 422 as const }),
    ...(formError && { status: formError.status }),
    body: (
      <>
        <div class="head">
          <header class="stack">
            <h1>Members</h1>
            <p class="lead">
              Who works with <Name text={store.name} />, and what they may do.
            </p>
          </header>
          <StoreSwitch stores={stores} current={store} section="members" />
        </div>
        {done && (
          <p class="good" role="status">
            {doneWords[done]}
          </p>
        )}
        {formError && (
          <p class="wrong" role="alert">
            {formError.text}
          </p>
        )}
        {draft?.resumed === true && <Resumed at="new-member" />}
        {roleDraft && <Resumed at={`change-${roleDraft.memberId}`} />}
        {draft?.resumed === false && (
          <p class="wrong" role="alert">
            Nobody was invited: <a href={draft.wrong.email === undefined ? '#roles' : '#email'}>see why</a>.
          </p>
        )}
        <InviteForm
          shown={shown}
          offered={manager.gives}
          signInUrl={signInUrl}
          open={members.meta.total === 1}
          draft={draft}
        />
        {invited.length > 0 && (
          <section class="card" aria-labelledby="invited">
            <header>
              <h2 id="invited">Invited</h2>
            </header>
            <ul class="rows">
              {invited.map((member) => (
                <InvitedRow member={member} shown={shown} manager={manager} />
              ))}
            </ul>
          </section>
        )}
        <section class="card" aria-labelledby="members">
          <header>
            <h2 id="members">Members</h2>
          </header>
          {active.length > 0 ? (
            <ul class="rows">
              {active.map((member) => (
                <MemberRow member={member} shown={shown} manager={manager} draft={roleDraft} />
              ))}
            </ul>
          ) : (
            <p class="fine">Those who joined earlier are on the next page.</p>
          )}
          <OlderLink meta={members.meta} section="members" list="members" store={store.slug} />
        </section>
      </>
    ),
  }
}
