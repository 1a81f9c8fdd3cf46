import { Copyable } from '../ui/copyable.tsx'
import { Field } from '../ui/field.tsx'
import { FormToken } from '../ui/layout.tsx'
import { type Role, roleText } from './role-text.ts'
import type { StoreView } from '../store/store-view.ts'

/** What was entered, and what is wrong with it. */
export type InviteDraft = {
  readonly email: string
  readonly role: Role | null
  /** Whether the form was filled in before signing in again. */
  readonly resumed: boolean
  readonly wrong: { readonly email?: string | undefined; readonly role?: string | undefined }
}

const blank: InviteDraft = { email: '', role: null, resumed: false, wrong: {} }

type Props = {
  view: StoreView
  assignableRoles: readonly Role[]
  signInUrl: string
  open: boolean
  draft?: InviteDraft | undefined
}

export function InviteForm({ view, assignableRoles, signInUrl, open, draft = blank }: Props) {
  const { wrong } = draft
  return (
    <section class="card" aria-labelledby="invite">
      <header>
        <h2 id="invite">Invite someone</h2>
        <p class="fine">
          We do not send an email, so tell them yourself. They open the sign-in link, sign in with the email address
          that you invite, and accept within seven days.
        </p>
      </header>
      <Copyable id="sign-in-url" label="Sign-in link" value={signInUrl} noun="Link" />
      <details open={open || draft !== blank} id="new-member">
        <summary>New invitation</summary>
        <form class="form" method="post" action="/settings/members">
          <FormToken value={view.formToken} />
          {/* The idempotency key: a form sent twice creates one invitation. */}
          <input type="hidden" name="form_id" value={crypto.randomUUID()} />
          <input type="hidden" name="store" value={view.store.slug} />
          <input type="hidden" name="store_id" value={view.store.id} />
          <Field
            id="email"
            label="Email address"
            type="email"
            value={draft.email}
            wrong={wrong.email}
            maxlength={254}
            help="The address they sign in with"
          />
          <fieldset
            class="picks"
            id="roles"
            tabindex={-1}
            {...(wrong.role !== undefined && { 'aria-describedby': 'role-wrong' })}
          >
            <legend>What may they do?</legend>
            {assignableRoles.map((role) => (
              <label class="pick">
                <input type="radio" name="role" value={role} required checked={role === draft.role} />
                <span>
                  <span class="pick-label">{roleText[role].label}</span>
                  <span class="fine">{roleText[role].detail}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {wrong.role !== undefined && (
            <p class="wrong" id="role-wrong">
              {wrong.role}
            </p>
          )}
          <div class="actions">
            <button class="primary">Invite</button>
          </div>
        </form>
      </details>
    </section>
  )
}
