import { Copyable } from '../ui/copyable.tsx'
import { Field } from '../ui/field.tsx'
import { FormToken } from '../ui/layout.tsx'
import { Name } from '../ui/name.tsx'
import { type Role, roleWords } from './role-words.ts'
import type { Shown } from '../ui/shown.ts'

/** What was typed, and what was wrong with it. */
export type InviteDraft = {
  readonly email: string
  readonly role: Role | null
  /** It comes from before whoever filled it in signed in again. */
  readonly resumed: boolean
  readonly wrong: { readonly email?: string | undefined; readonly role?: string | undefined }
}

const blank: InviteDraft = { email: '', role: null, resumed: false, wrong: {} }

type Props = {
  shown: Shown
  offered: readonly Role[]
  signInUrl: string
  open: boolean
  draft?: InviteDraft | undefined
}

export function InviteForm({ shown, offered, signInUrl, open, draft = blank }: Props) {
  const { wrong } = draft
  return (
    <section class="card" aria-labelledby="invite">
      <header>
        <h2 id="invite">Invite somebody</h2>
        <p class="fine">
          No e-mail is sent: you tell them. They sign in with the address that you invite, accept within seven days, and
          work with <Name text={shown.store.name} /> from then on.
        </p>
      </header>
      <Copyable id="sign-in-url" label="Where they sign in" value={signInUrl} what="Address" />
      <details open={open || draft !== blank} id="new-member">
        <summary>New invitation</summary>
        <form class="form" method="post" action="/settings/members">
          <FormToken value={shown.formToken} />
          {/* Sent twice, it is still one invitation. */}
          <input type="hidden" name="form_id" value={crypto.randomUUID()} />
          <input type="hidden" name="store" value={shown.store.slug} />
          <input type="hidden" name="store_id" value={shown.store.id} />
          <Field
            id="email"
            label="E-mail address"
            type="email"
            value={draft.email}
            wrong={wrong.email}
            maxlength={254}
            help="The one that they sign in with"
          />
          <fieldset
            class="picks"
            id="roles"
            tabindex={-1}
            {...(wrong.role !== undefined && { 'aria-describedby': 'role-wrong' })}
          >
            <legend>What may they do?</legend>
            {offered.map((role) => (
              <label class="pick">
                <input type="radio" name="role" value={role} required checked={role === draft.role} />
                <span>
                  <span class="pick-label">{roleWords[role].label}</span>
                  <span class="fine">{roleWords[role].detail}</span>
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
