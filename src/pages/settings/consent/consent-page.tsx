import type * as z from 'zod'
import { canChange, type TokenScope } from '../../../platform/auth/tokens/scopes.ts'
import type { getPendingAuthorization } from '../../../areas/connections/get-pending-authorization.ts'
import { CreateStoreForm } from '../store/create-store-form.tsx'
import type { Account } from '../page/layout.tsx'
import { FormToken } from '../ui/field.tsx'
import { ClientHead, Warnings } from './consent-client.tsx'
import { Name, plainName } from '../ui/name.tsx'
import type { Page } from '../page/page.tsx'
import { ScopePicker } from '../tokens/scopes.tsx'
import { Resumed } from '../page/sign-in-again-page.tsx'
import { useWords } from '../words/words.ts'

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
    title: (words) => words.consent.title(name),
    account,
    narrow: true,
    formAction: redirect.form_action,
    status: draft?.resumed === false ? 422 : undefined,
    body: () => (
      <>
        {draft?.resumed === true && <Resumed />}
        <section class="card">
          <ClientHead client={client} redirect={redirect} />
          <Warnings client={client} redirect={redirect} />
          <AccountLine handle={handle} account={account} />
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

function AccountLine({ handle, account }: Pick<Props, 'handle' | 'account'>) {
  const words = useWords().consent
  const switchAccount = new URLSearchParams({ switch: '1', return_to: consentPath(handle) }).toString()
  return (
    <p class="account-line">
      {words.signedInAs(
        <b>
          <Name text={account.label} />
        </b>,
      )}{' '}
      <a href={`/settings/sign-in?${switchAccount}`}>{words.otherAccount}</a>
    </p>
  )
}

/** Ticks what the assistant asks to read. Permissions to change are never ticked; the store only if there is just one. */
const firstDraft = ({ scopes, stores }: Pending): ConsentDraft => ({
  storeId: stores.length === 1 ? (stores[0]?.id ?? null) : null,
  scopes: scopes.filter((scope) => !canChange(scope)),
  resumed: false,
  errors: {},
})

type ChoicesProps = { handle: string; pending: Pending; account: Account; draft: ConsentDraft }

function Choices({ handle, pending, account, draft }: ChoicesProps) {
  const { consent: words, members } = useWords()
  const { stores, scopes } = pending
  const { errors } = draft
  return (
    <form class="form" method="post" action="/settings/authorize">
      <FormToken value={account.formToken} />
      <input type="hidden" name="request" value={handle} />
      <fieldset class="picks" id="stores" {...(errors.store !== undefined && { 'aria-describedby': 'store-wrong' })}>
        <legend>{stores.length === 1 ? words.store : words.whichStore}</legend>
        {stores.map((store) => (
          <label class="pick">
            <input type="radio" name="store_id" value={store.id} required checked={store.id === draft.storeId} />
            <span>
              <span class="pick-label">
                <Name text={store.name} />
              </span>
              <span class="fine">
                <bdi>{store.slug}</bdi> · {words.youAre(members.roles[store.role].withArticle)}
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
      <p class="fine">{words.promise}</p>
      <div class="actions main">
        <button class="primary" name="answer" value="allow">
          {words.allow}
        </button>
        <button name="answer" value="cancel" formnovalidate>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}

function NoStore({ memberships }: { memberships: number }) {
  const words = useWords().consent
  return (
    <div class="empty">
      <strong>{memberships === 0 ? words.noStore : words.cannotConnect}</strong>
      <p>{memberships === 0 ? words.noStoreTodo : words.cannotConnectTodo}</p>
    </div>
  )
}

const CancelForm = ({ handle, account }: { handle: string; account: Account }) => (
  <form method="post" action="/settings/authorize">
    <FormToken value={account.formToken} />
    <input type="hidden" name="request" value={handle} />
    <button name="answer" value="cancel">
      {useWords().consent.cancelAndBack}
    </button>
  </form>
)
