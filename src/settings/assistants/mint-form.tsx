import type { KeyScope } from '../../auth/tokens/scopes.ts'
import { FormToken } from '../ui/layout.tsx'
import { Name } from '../ui/name.tsx'
import { ScopePicker } from './scope-picker.tsx'
import type { StoreView } from '../store/store-view.ts'
import type { TokenKind } from './token-kinds.ts'

/** What was entered, and what is wrong with it. */
export type MintDraft = {
  readonly name: string
  readonly scopes: readonly KeyScope[]
  readonly days: string
  /** Whether the form was filled in before signing in again. */
  readonly resumed: boolean
  readonly errors: { readonly name?: string | undefined; readonly scopes?: string | undefined }
}

const lifetimes = {
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  '180': '180 days',
  '365': '1 year',
} as const

/** What was entered into the form. */
export function draftOf(form: URLSearchParams, { offered }: TokenKind): MintDraft {
  const name = form.get('name')?.trim() ?? ''
  const ticked = form.getAll('scopes')
  const scopes = offered.filter((scope) => ticked.includes(scope))
  const days = form.get('expires_in_days') ?? ''
  return {
    name,
    scopes,
    days: Object.hasOwn(lifetimes, days) ? days : '90',
    resumed: false,
    errors: {
      name: name === '' || name.length > 100 ? 'Enter a name of up to 100 characters.' : undefined,
      scopes: scopes.length === 0 ? 'Select at least one permission.' : undefined,
    },
  }
}

type Props = { kind: TokenKind; view: StoreView; draft?: MintDraft | undefined }

export function MintForm({ kind, view, draft: entered }: Props) {
  const draft: MintDraft = entered ?? { name: '', scopes: kind.usual, days: '90', resumed: false, errors: {} }
  const { errors } = draft
  return (
    <details open={entered !== undefined} id={kind.formId}>
      <summary>New {kind.noun}</summary>
      <form class="form" method="post" action={kind.action}>
        <FormToken value={view.formToken} />
        {/* The idempotency key: a form sent twice creates one. */}
        <input type="hidden" name="form_id" value={crypto.randomUUID()} />
        <input type="hidden" name="store" value={view.store.slug} />
        <input type="hidden" name="store_id" value={view.store.id} />
        <div class="pair">
          <div class="field">
            <label for="name">Name</label>
            <input
              id="name"
              name="name"
              dir="auto"
              required
              maxlength={100}
              autocomplete="off"
              value={draft.name}
              aria-describedby="name-help"
              {...(errors.name !== undefined && { 'aria-invalid': 'true' })}
            />
            <p class={errors.name === undefined ? 'fine' : 'wrong'} id="name-help">
              {errors.name ?? `What you will use it for, such as “${kind.example}”`}
            </p>
          </div>
          <div class="field">
            <label for="days">Expires after</label>
            <select id="days" name="expires_in_days">
              {Object.entries(lifetimes).map(([days, label]) => (
                <option value={days} selected={days === draft.days}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        </div>
        <ScopePicker offered={kind.offered} ticked={draft.scopes} error={errors.scopes} />
        <p class="fine">
          The {kind.noun} works only for <Name text={view.store.name} />. It can never refund payments or cancel
          confirmed orders.
        </p>
        <div class="actions">
          <button class="primary">Create {kind.noun}</button>
        </div>
      </form>
    </details>
  )
}
