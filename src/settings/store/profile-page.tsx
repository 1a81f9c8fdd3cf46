import type * as z from 'zod'
import type { getStoreById } from '../../stores/get-store-by-id.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Fact } from '../ui/fact.tsx'
import type { Account } from '../ui/layout.tsx'
import { Name } from '../ui/name.tsx'
import type { Page } from '../ui/page.tsx'
import { type ProfileDraft, ProfileForm } from './profile-form.tsx'
import { roleText } from '../members/role-text.ts'
import { limitText, shopperLimitFields } from './shopper-limit-fields.tsx'
import type { StoreView } from '../store/store-view.ts'
import { canManage, type MyStore, StoreSwitch } from './store-choice.tsx'

type Store = z.output<typeof getStoreById.output>

type Props = {
  account: Account
  stores: readonly MyStore[]
  store: Store
  now: Date
  saved: boolean
  draft: ProfileDraft
  /** Why a change was refused, and the HTTP status. */
  formError?: { readonly status: 409 | 422; readonly text: string } | undefined
}

/** Settings, Store: the profile, which owners and admins can change and every member can see. */
export function profilePage({ account, stores, store, now, saved, draft, formError }: Props): Page {
  const view: StoreView = { store, formToken: account.formToken, now }
  return {
    title: 'Store',
    account,
    place: { section: 'store', slug: store.slug },
    ...(formError && { status: formError.status }),
    body: (
      <>
        <div class="head">
          <header class="stack">
            <h1>
              <Name text={store.name} />
            </h1>
            <p class="lead">In this store you are {roleText[store.role].withArticle}.</p>
          </header>
          <StoreSwitch stores={stores} current={store} section="store" />
        </div>
        {saved && (
          <p class="good" role="status">
            Your changes are saved.
          </p>
        )}
        {formError && (
          <p class="wrong" role="alert">
            {formError.text}
          </p>
        )}
        {canManage(store) ? (
          <ProfileForm view={view} currency={store.currency} draft={draft} />
        ) : (
          <ProfileFacts store={store} />
        )}
        <section class="card" aria-labelledby="leave">
          <header>
            <h2 id="leave">Leave this store</h2>
            <p class="fine">To come back, someone must invite you again. The only owner of a store cannot leave it.</p>
          </header>
          <Confirm
            verb="Leave"
            name={store.name}
            action="/settings/store/leave"
            consequence="You lose access to this store. Assistants that you connected and tokens that you created stop working."
            formToken={account.formToken}
            store={store.slug}
          />
        </section>
      </>
    ),
  }
}

const currencies = new Intl.DisplayNames('en', { type: 'currency' })

const ProfileFacts = ({ store }: { store: Store }) => (
  <section class="card" aria-labelledby="profile">
    <header>
      <h2 id="profile">Profile</h2>
      <p class="fine">Only owners and admins can change this.</p>
    </header>
    <dl class="facts">
      <Fact name="Short name" value={store.slug} />
      <Fact name="Currency" value={`${currencies.of(store.currency) ?? ''} (${store.currency})`} />
      <Fact name="Time zone" value={store.timezone} />
      <Fact name="Language" value={store.locale} />
      <Fact name="Email" value={store.contact_email} />
      <Fact name="Phone" value={store.contact_phone} />
      <Fact name="Address" value={store.contact_address} />
      {shopperLimitFields.map((field) => (
        <Fact name={limitText[field].label} value={String(store[field])} />
      ))}
    </dl>
  </section>
)
