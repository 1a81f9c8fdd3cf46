import { Copyable } from '../ui/copyable.tsx'
import { Field, FormToken } from '../ui/field.tsx'
import type { StoreView } from '../store/in-store.ts'
import { useWords } from '../words/words.ts'
import type { Role } from './role-select.tsx'

/** What was entered, and what is wrong with it. */
export type InviteDraft = {
  readonly email: string
  readonly role: Role | null
  /** Whether the form was filled in before signing in again. */
  readonly resumed: boolean
  readonly errors: { readonly email?: string | undefined; readonly role?: string | undefined }
}

const blank: InviteDraft = { email: '', role: null, resumed: false, errors: {} }

type Props = {
  view: StoreView
  assignableRoles: readonly Role[]
  signInUrl: string
  open: boolean
  draft?: InviteDraft | undefined
}

export function InviteForm({ view, assignableRoles, signInUrl, open, draft = blank }: Props) {
  const { errors } = draft
  const { invite: words, roles } = useWords().members
  return (
    <section class="card" aria-labelledby="invite">
      <header>
        <h2 id="invite">{words.title}</h2>
        <p class="fine">{words.help}</p>
      </header>
      <Copyable id="sign-in-url" label={words.link} value={signInUrl} noun={words.linkNoun} />
      <details open={open || draft !== blank} id="new-member">
        <summary>{words.new}</summary>
        <form class="form" method="post" action="/settings/members">
          <FormToken value={view.formToken} />
          {/* The idempotency key: a form sent twice creates one invitation. */}
          <input type="hidden" name="form_id" value={crypto.randomUUID()} />
          <input type="hidden" name="store" value={view.store.slug} />
          <input type="hidden" name="store_id" value={view.store.id} />
          <Field
            id="email"
            label={words.email}
            type="email"
            value={draft.email}
            error={errors.email}
            maxlength={254}
            help={words.emailHelp}
          />
          <fieldset
            class="picks"
            id="roles"
            tabindex={-1}
            {...(errors.role !== undefined && { 'aria-describedby': 'role-wrong' })}
          >
            <legend>{words.role}</legend>
            {assignableRoles.map((role) => (
              <label class="pick">
                <input type="radio" name="role" value={role} required checked={role === draft.role} />
                <span>
                  <span class="pick-label">{roles[role].label}</span>
                  <span class="fine">{roles[role].detail}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {errors.role !== undefined && (
            <p class="wrong" id="role-wrong">
              {errors.role}
            </p>
          )}
          <div class="actions">
            <button class="primary">{words.button}</button>
          </div>
        </form>
      </details>
    </section>
  )
}
