import { Copyable } from '../ui/copyable.tsx'
import { Field, StoreFields } from '../ui/field.tsx'
import type { StoreView } from '../store/in-store.ts'
import { useWords } from '../words/words.ts'
import type { Role } from './role-select.tsx'
import { Submit } from '../ui/buttons.tsx'
import { Card } from '../ui/card.tsx'
import { PickText } from '../ui/choice.tsx'

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
    <Card id="invite" title={words.title} help={words.help}>
      <Copyable id="sign-in-url" label={words.link} value={signInUrl} noun={words.linkNoun} />
      <details open={open || draft !== blank} id="new-member">
        <summary>{words.new}</summary>
        <form class="form" method="post" action="/settings/members">
          <StoreFields formToken={view.formToken} store={view.store} once />
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
                <PickText label={roles[role].label} help={roles[role].detail} />
              </label>
            ))}
          </fieldset>
          {errors.role !== undefined && (
            <p class="wrong" id="role-wrong">
              {errors.role}
            </p>
          )}
          <Submit text={words.button} />
        </form>
      </details>
    </Card>
  )
}
