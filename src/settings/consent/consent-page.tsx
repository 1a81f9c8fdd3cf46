import type * as z from 'zod'
import type { TokenScope } from '../../auth/tokens/scopes.ts'
import type { getPendingAuthorization } from '../../oauth/grants/get-pending-authorization.ts'
import { CreateStoreForm } from '../store/create-store-form.tsx'
import { type Account, FormToken } from '../ui/layout.tsx'
import { ClientHead, Warnings } from './consent-client.tsx'
import { Name, plainName } from '../ui/name.tsx'
import type { Page } from '../ui/page.tsx'
import { ScopePicker } from '../assistants/scope-picker.tsx'
import { scopeText } from '../assistants/scope-text.ts'
import { Resumed } from '../sessions/sign-in-again-page.tsx'

type Pending = z.output<typeof getPendingAuthorization.output>

/** What was chosen, and what is missing. */
export type ConsentDraft = {
  readonly storeId: string | null
  readonly scopes: readonly TokenScope[]
  /** Whether it was chosen before signing in again. */
  readonly resumed: boolean
  readonly errors: { readonly store?: string | undefined; readonly scopes?: string | undefined }
}

type Props = {
  handle: string
  pending: Pending
  account: Account
  timezone: string
  draft?: ConsentDraft | undefined
}

/** Always shown, even to an assistant that was allowed before. */
export function consentPage({ handle, pending, account, timezone, draft }: Props): Page {
  const { client, redirect, stores } = pending
  const name = plainName(client.name, 64)
  return {
    title: `Allow ${name}?`,
    account,
    narrow: true,
    formAction: redirect.form_action,
    ...(draft && !draft.resumed && { status: 422 as const }),
    body: (
      <>
        {draft?.resumed === true && <Resumed />}
        <section class="card">
          <ClientHead client={client} redirect={redirect} />
          <Warnings client={client} redirect={redirect} />
          <p class="account-line">
            You are signed in as{' '}
            <b>
              <Name text={account.label} />
            </b>
            .{' '}
            <a
              href={`/settings/sign-in?${new URLSearchParams({ switch: '1', return_to: consentPath(handle) }).toString()}`}
            >
              Use another account
            </a>
          </p>
          {stores.length > 0 ? (
            <Choices handle={handle} pending={pending} account={account} draft={draft ?? firstDraft(pending)} />
          ) : (
            <NoStore memberships={pending.memberships} />
          )}
          {stores.length === 0 && <CancelForm handle={handle} account={account} />}
        </section>
        {stores.length === 0 && pending.memberships === 0 && (
          <CreateStoreForm account={account} returnTo={consentPath(handle)} timezone={timezone} />
        )}
      </>
    ),
  }
}

export const consentPath = (handle: string) =>
  `/settings/authorize?${new URLSearchParams({ request: handle }).toString()}`

/** Ticks what the assistant asks to read. Permissions to change are never ticked; the store only if there is just one. */
const firstDraft = ({ scopes, stores }: Pending): ConsentDraft => ({
  storeId: stores.length === 1 ? (stores[0]?.id ?? null) : null,
  scopes: scopes.filter((scope) => !scopeText[scope].changes),
  resumed: false,
  errors: {},
})

type ChoicesProps = { handle: string; pending: Pending; account: Account; draft: ConsentDraft }

function Choices({ handle, pending, account, draft }: ChoicesProps) {
  const { stores, scopes } = pending
  const { errors } = draft
  return (
    <form class="form" method="post" action="/settings/authorize">
      <FormToken value={account.formToken} />
      <input type="hidden" name="request" value={handle} />
      <fieldset class="picks" id="stores" {...(errors.store !== undefined && { 'aria-describedby': 'store-wrong' })}>
        <legend>{stores.length === 1 ? 'Store' : 'Which store?'}</legend>
        {stores.map((store) => (
          <label class="pick">
            <input type="radio" name="store_id" value={store.id} required checked={store.id === draft.storeId} />
            <span>
              <span class="pick-label">
                <Name text={store.name} />
              </span>
              <span class="fine">
                {store.slug} · you are {store.role === 'owner' ? 'an owner' : 'an admin'}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {errors.store !== undefined && (
        <p class="wrong" id="store-wrong" role="alert">
          {errors.store}
        </p>
      )}
      <ScopePicker offered={scopes} ticked={draft.scopes} error={errors.scopes} />
      <p class="fine">
        The assistant works only with this store. It can never refund payments or cancel confirmed orders. You can
        disconnect it at any time in Settings, and it then loses access immediately.
      </p>
      <div class="actions main">
        <button class="primary" name="answer" value="allow">
          Allow
        </button>
        <button name="answer" value="cancel" formnovalidate>
          Cancel
        </button>
      </div>
    </form>
  )
}

const NoStore = ({ memberships }: { memberships: number }) =>
  memberships === 0 ? (
    <div class="empty">
      <strong>You have no store yet</strong>
      <p>
        Create one below, accept an invitation if you see one above, or sign in with the account that you use for your
        store.
      </p>
    </div>
  ) : (
    <div class="empty">
      <strong>You cannot connect an assistant</strong>
      <p>
        Only owners and admins of a store can connect an assistant, and you are not an owner or admin of any store. Ask
        one of them to connect it, or to make you an admin.
      </p>
    </div>
  )

const CancelForm = ({ handle, account }: { handle: string; account: Account }) => (
  <form method="post" action="/settings/authorize">
    <FormToken value={account.formToken} />
    <input type="hidden" name="request" value={handle} />
    <button name="answer" value="cancel">
      Cancel and go back
    </button>
  </form>
)
