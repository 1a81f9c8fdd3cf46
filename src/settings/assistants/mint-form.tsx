import { tokenScopes, type TokenScope } from '../../auth/tokens/scopes.ts'
import { FormToken } from '../ui/layout.tsx'
import { Name } from '../ui/name.tsx'
import { ScopePicker } from './scope-picker.tsx'
import type { StoreView } from '../store/store-view.ts'

/** What was entered, and what is wrong with it. */
export type MintDraft = {
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly days: string
  /** Whether the form was filled in before signing in again. */
  readonly resumed: boolean
  readonly wrong: { readonly name?: string | undefined; readonly scopes?: string | undefined }
}

export const lifetimes = {
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  '180': '180 days',
  '365': '1 year',
} as const

const blank: MintDraft = { name: '', scopes: ['catalog:read', 'orders:read'], days: '90', resumed: false, wrong: {} }

export function MintForm({ view, draft = blank }: { view: StoreView; draft?: MintDraft | undefined }) {
  const { wrong } = draft
  return (
    <details open={draft !== blank} id="new-token">
      <summary>New token</summary>
      <form class="form" method="post" action="/settings/mcp/tokens">
        <FormToken value={view.formToken} />
        {/* The idempotency key: a form sent twice creates one token. */}
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
              {...(wrong.name !== undefined && { 'aria-invalid': 'true' })}
            />
            <p class={wrong.name === undefined ? 'fine' : 'wrong'} id="name-help">
              {wrong.name ?? 'What you will use it for, such as “Nightly stock report”'}
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
        <ScopePicker offered={tokenScopes} ticked={draft.scopes} error={wrong.scopes} />
        <p class="fine">
          The token works only for <Name text={view.store.name} />. It can never refund payments or cancel confirmed
          orders.
        </p>
        <div class="actions">
          <button class="primary">Create token</button>
        </div>
      </form>
    </details>
  )
}
