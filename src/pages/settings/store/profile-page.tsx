import { Confirm } from '../ui/confirm.tsx'
import { Fact } from '../ui/fact.tsx'
import { Name } from '../ui/name.tsx'
import type { Page } from '../page/page.tsx'
import { type ProfileDraft, ProfileForm } from './profile-form.tsx'
import { Good, Wrong } from '../ui/notices.tsx'
import { useFormats, useWords } from '../words/words.ts'
import { PageHead } from './page-head.tsx'
import { shopperLimitFields } from './shopper-limit-fields.tsx'
import type { StoreSettings } from './in-settings.ts'
import { canManage } from './store-choice.tsx'
import { Card } from '../ui/card.tsx'

type Props = StoreSettings & {
  saved: boolean
  draft: ProfileDraft
  /** Why a change was refused, and the HTTP status. */
  formError?: { readonly status: 409 | 422; readonly text: string } | undefined
}

/** Settings, Store: the profile, which owners and admins can change and every member can see. */
export function profilePage({ account, stores, store, saved, draft, formError }: Props): Page {
  return {
    title: (words) => words.store.title,
    account,
    place: { section: 'store', slug: store.slug },
    status: formError?.status,
    body() {
      const { store: words, members, ui } = useWords()
      const lead = words.youAre(members.roles[store.role].withArticle)
      return (
        <>
          <PageHead title={<Name text={store.name} />} lead={lead} stores={stores} store={store} section="store" />
          <Good text={saved ? ui.saved : undefined} />
          <Wrong text={formError?.text} />
          {canManage(store) ? (
            <ProfileForm store={store} formToken={account.formToken} draft={draft} />
          ) : (
            <ProfileFacts store={store} />
          )}
          <Card id="leave" title={words.leaveTitle} help={words.leaveHelp}>
            <Confirm
              verb={members.leave}
              name={store.name}
              action="/settings/store/leave"
              consequence={members.leaveConsequence}
              formToken={account.formToken}
              store={store.slug}
            />
          </Card>
        </>
      )
    },
  }
}

function ProfileFacts({ store }: Pick<StoreSettings, 'store'>) {
  const { store: words, ui } = useWords()
  const { fields } = words
  const { currencyName, countryName } = useFormats()
  return (
    <Card id="profile" title={words.profile} help={ui.ownersAndAdminsChange}>
      <dl class="facts">
        <Fact name={fields.slug.label} value={store.slug} />
        <Fact name={words.currency} value={`${currencyName(store.currency)} (${store.currency})`} />
        <Fact name={fields.timezone.label} value={store.timezone} />
        <Fact name={fields.locale.label} value={store.locale} />
        <Fact name={fields.country.label} value={store.country && countryName(store.country)} />
        <Fact name={words.email} value={store.contact_email} />
        <Fact name={fields.contact_phone.label} value={store.contact_phone} />
        <Fact name={fields.contact_address.label} value={store.contact_address} />
        {shopperLimitFields.map((field) => (
          <Fact name={words.limits[field].label} value={String(store[field])} />
        ))}
      </dl>
    </Card>
  )
}
