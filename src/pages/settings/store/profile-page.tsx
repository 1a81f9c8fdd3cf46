import type * as z from 'zod'
import type { getStoreById } from '../../../areas/stores/get-store-by-id.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Fact } from '../ui/fact.tsx'
import { Name } from '../ui/name.tsx'
import type { Account } from '../page/layout.tsx'
import type { Page } from '../page/page.tsx'
import { type ProfileDraft, ProfileForm } from './profile-form.tsx'
import { Good, Wrong } from '../ui/notices.tsx'
import { useFormats, useWords } from '../words/words.ts'
import { PageHead } from './page-head.tsx'
import { shopperLimitFields } from './shopper-limit-fields.tsx'
import type { StoreView } from './in-store.ts'
import { canManage, type MyStore } from './store-choice.tsx'

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
    title: (words) => words.store.title,
    account,
    place: { section: 'store', slug: store.slug },
    ...(formError && { status: formError.status }),
    body() {
      const { store: words, members, ui } = useWords()
      const lead = words.youAre(members.roles[store.role].withArticle)
      return (
        <>
          <PageHead title={<Name text={store.name} />} lead={lead} stores={stores} store={store} section="store" />
          <Good text={saved ? ui.saved : undefined} />
          <Wrong text={formError?.text} />
          {canManage(store) ? (
            <ProfileForm view={view} currency={store.currency} isOwner={store.role === 'owner'} draft={draft} />
          ) : (
            <ProfileFacts store={store} />
          )}
          <section class="card" aria-labelledby="leave">
            <header>
              <h2 id="leave">{words.leaveTitle}</h2>
              <p class="fine">{words.leaveHelp}</p>
            </header>
            <Confirm
              verb={members.leave}
              name={store.name}
              action="/settings/store/leave"
              consequence={members.leaveConsequence}
              formToken={account.formToken}
              store={store.slug}
            />
          </section>
        </>
      )
    },
  }
}

function ProfileFacts({ store }: { store: Store }) {
  const { store: words, ui } = useWords()
  const { fields } = words
  return (
    <section class="card" aria-labelledby="profile">
      <header>
        <h2 id="profile">{words.profile}</h2>
        <p class="fine">{ui.ownersAndAdminsChange}</p>
      </header>
      <dl class="facts">
        <Fact name={fields.slug.label} value={store.slug} />
        <Fact name={words.currency} value={`${useFormats().currencyName(store.currency)} (${store.currency})`} />
        <Fact name={fields.timezone.label} value={store.timezone} />
        <Fact name={fields.locale.label} value={store.locale} />
        <Fact name={words.email} value={store.contact_email} />
        <Fact name={fields.contact_phone.label} value={store.contact_phone} />
        <Fact name={fields.contact_address.label} value={store.contact_address} />
        {shopperLimitFields.map((field) => (
          <Fact name={words.limits[field].label} value={String(store[field])} />
        ))}
      </dl>
    </section>
  )
}
