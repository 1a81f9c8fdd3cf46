import { Field, FormToken } from '../ui/field.tsx'
import { AdjustmentFields, adjustmentFields } from './adjustment-fields.tsx'
import { ShopperLimitFields, shopperLimitFields } from './shopper-limit-fields.tsx'
import type { StoreView } from './in-store.ts'
import { useFormats, useWords } from '../words/words.ts'

export const profileFields = [
  'name',
  'slug',
  'timezone',
  'locale',
  'contact_email',
  'contact_phone',
  'contact_address',
  ...shopperLimitFields,
  ...adjustmentFields,
] as const

export type ProfileField = (typeof profileFields)[number]

/** What the form contains, the version of the store it is based on, and what is wrong with it. */
export type ProfileDraft = {
  readonly values: Readonly<Record<ProfileField, string>>
  readonly version: number
  readonly errors: Readonly<Partial<Record<ProfileField, string>>>
}

type Props = { view: StoreView; currency: string; isOwner: boolean; draft: ProfileDraft }

export function ProfileForm({ view, currency, isOwner, draft: { values, version, errors } }: Props) {
  const { store: words, ui } = useWords()
  const { currencyName } = useFormats()
  const fieldProps = (id: ProfileField) => ({ id, value: values[id], error: errors[id] })
  const textProps = (id: keyof typeof words.fields) => ({
    ...fieldProps(id),
    label: words.fields[id].label,
    help: words.fields[id].help,
  })
  return (
    <form class="form" method="post" action="/settings/store">
      <FormToken value={view.formToken} />
      <input type="hidden" name="store" value={view.store.slug} />
      <input type="hidden" name="store_id" value={view.store.id} />
      <input type="hidden" name="version" value={String(version)} />
      <section class="card" aria-labelledby="profile">
        <header>
          <h2 id="profile">{words.profile}</h2>
        </header>
        <div class="pair">
          <Field {...textProps('name')} maxlength={200} />
          <Field {...textProps('slug')} maxlength={60} />
        </div>
        <div class="pair">
          <Field {...textProps('timezone')} maxlength={64} />
          <Field {...textProps('locale')} maxlength={35} />
        </div>
        <div class="field">
          <span class="label">{words.currency}</span>
          <p>{`${currencyName(currency)} (${currency})`}</p>
          <p class="fine">{words.currencyFixed}</p>
        </div>
      </section>
      <section class="card" aria-labelledby="contact">
        <header>
          <h2 id="contact">{words.contact}</h2>
          <p class="fine">{words.contactHelp}</p>
        </header>
        <div class="pair">
          <Field {...textProps('contact_email')} type="email" maxlength={254} required={false} />
          <Field {...textProps('contact_phone')} type="tel" maxlength={50} required={false} />
        </div>
        <Field {...textProps('contact_address')} lines={3} maxlength={2000} required={false} />
      </section>
      <section class="card" aria-labelledby="shopper-limits">
        <header>
          <h2 id="shopper-limits">{words.onlineOrders}</h2>
          <p class="fine">{words.onlineOrdersHelp}</p>
        </header>
        <ShopperLimitFields fieldProps={fieldProps} />
      </section>
      <AdjustmentFields canChange={isOwner} fieldProps={fieldProps} />
      <div class="actions">
        <button class="primary">{ui.save}</button>
      </div>
    </form>
  )
}
