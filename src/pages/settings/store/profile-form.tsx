import { Field, StoreFields } from '../ui/field.tsx'
import { AdjustmentFields, adjustmentFields } from './adjustment-fields.tsx'
import { ShopperLimitFields, shopperLimitFields } from './shopper-limit-fields.tsx'
import type { StoreSettings } from './in-settings.ts'
import type { FormDraft } from '../page/draft.ts'
import { useFormats, useWords } from '../words/words.ts'
import { Submit } from '../ui/buttons.tsx'
import { Card } from '../ui/card.tsx'
import { Select } from '../ui/select.tsx'
import { countryCodes } from '../../../platform/values/country.ts'

export const profileFields = [
  'name',
  'slug',
  'timezone',
  'locale',
  'country',
  'contact_email',
  'contact_phone',
  'contact_address',
  ...shopperLimitFields,
  ...adjustmentFields,
] as const

export type ProfileField = (typeof profileFields)[number]

export type ProfileDraft = FormDraft<ProfileField>

type Props = { store: StoreSettings['store']; formToken: string; draft: ProfileDraft }

export function ProfileForm({ store, formToken, draft: { valueOf, errors } }: Props) {
  const { store: words, ui } = useWords()
  const { currencyName, countryName, inOrder } = useFormats()
  const fieldProps = (id: ProfileField) => ({ id, value: valueOf(id), error: errors.get(id) })
  const textProps = (id: keyof typeof words.fields) => {
    const { label, help } = words.fields[id]
    return { ...fieldProps(id), label, help }
  }
  return (
    <form class="form" method="post" action="/settings/store">
      <StoreFields formToken={formToken} store={store} version={store.version} />
      <Card id="profile" title={words.profile}>
        <div class="pair">
          <Field {...textProps('name')} maxlength={200} />
          <Field {...textProps('slug')} maxlength={60} />
        </div>
        <div class="pair">
          <Field {...textProps('timezone')} maxlength={64} />
          <Field {...textProps('locale')} maxlength={35} />
        </div>
        <Select
          {...textProps('country')}
          options={[
            { value: '', label: words.noCountry },
            ...countryCodes
              .map((value) => ({ value, label: countryName(value) }))
              .toSorted((one, other) => inOrder(one.label, other.label)),
          ]}
        />
        <div class="field">
          <span class="label">{words.currency}</span>
          <p>{`${currencyName(store.currency)} (${store.currency})`}</p>
          <p class="fine">{words.currencyFixed}</p>
        </div>
      </Card>
      <Card id="contact" title={words.contact} help={words.contactHelp}>
        <div class="pair">
          <Field {...textProps('contact_email')} type="email" maxlength={254} required={false} />
          <Field {...textProps('contact_phone')} type="tel" maxlength={50} required={false} />
        </div>
        <Field {...textProps('contact_address')} lines={3} maxlength={2000} required={false} />
      </Card>
      <Card id="shopper-limits" title={words.onlineOrders} help={words.onlineOrdersHelp}>
        <ShopperLimitFields fieldProps={fieldProps} />
      </Card>
      <AdjustmentFields canChange={store.role === 'owner'} fieldProps={fieldProps} />
      <Submit text={ui.save} />
    </form>
  )
}
