import { Field } from '../ui/field.tsx'
import { ShopperLimitFields, shopperLimitFields } from './shopper-limit-fields.tsx'
import { FormToken } from '../ui/layout.tsx'
import type { StoreView } from '../store/store-view.ts'

export const profileFields = [
  'name',
  'slug',
  'timezone',
  'locale',
  'contact_email',
  'contact_phone',
  'contact_address',
  ...shopperLimitFields,
] as const

export type ProfileField = (typeof profileFields)[number]

/** What the form contains, the version of the store it is based on, and what is wrong with it. */
export type ProfileDraft = {
  readonly values: Readonly<Record<ProfileField, string>>
  readonly version: number
  readonly errors: Readonly<Partial<Record<ProfileField, string>>>
}

type Props = { view: StoreView; currency: string; draft: ProfileDraft }

const currencies = new Intl.DisplayNames('en', { type: 'currency' })

export function ProfileForm({ view, currency, draft: { values, version, errors } }: Props) {
  const fieldProps = (id: ProfileField) => ({ id, value: values[id], error: errors[id] })
  return (
    <form class="form" method="post" action="/settings/store">
      <FormToken value={view.formToken} />
      <input type="hidden" name="store" value={view.store.slug} />
      <input type="hidden" name="store_id" value={view.store.id} />
      <input type="hidden" name="version" value={String(version)} />
      <section class="card" aria-labelledby="profile">
        <header>
          <h2 id="profile">Profile</h2>
        </header>
        <div class="pair">
          <Field {...fieldProps('name')} label="Name" maxlength={200} help="The name your customers know" />
          <Field
            {...fieldProps('slug')}
            label="Short name"
            maxlength={60}
            help="Used in web addresses. If you change it, links to the old address still work"
          />
        </div>
        <div class="pair">
          <Field
            {...fieldProps('timezone')}
            label="Time zone"
            maxlength={64}
            help="Used for daily figures, such as Asia/Kuwait"
          />
          <Field
            {...fieldProps('locale')}
            label="Language"
            maxlength={35}
            help="A language code, such as ar-KW or en"
          />
        </div>
        <div class="field">
          <span class="label">Currency</span>
          <p>
            {currencies.of(currency)} ({currency})
          </p>
          <p class="fine">Cannot be changed, because all amounts in this store use it.</p>
        </div>
      </section>
      <section class="card" aria-labelledby="contact">
        <header>
          <h2 id="contact">Contact</h2>
          <p class="fine">How customers can reach you. All of these are optional.</p>
        </header>
        <div class="pair">
          <Field
            {...fieldProps('contact_email')}
            label="Email address"
            type="email"
            maxlength={254}
            help="An inbox that someone reads"
            required={false}
          />
          <Field
            {...fieldProps('contact_phone')}
            label="Phone"
            type="tel"
            maxlength={50}
            help="With the country code, such as +965 5123 4567"
            required={false}
          />
        </div>
        <Field
          {...fieldProps('contact_address')}
          label="Address"
          lines={3}
          maxlength={2000}
          help="As written on a letter"
          required={false}
        />
      </section>
      <section class="card" aria-labelledby="shopper-limits">
        <header>
          <h2 id="shopper-limits">Online shop orders</h2>
          <p class="fine">
            Limits for orders that shoppers place in your online shop. Orders that you create are not limited.
          </p>
        </header>
        <ShopperLimitFields fieldProps={fieldProps} />
        <div class="actions">
          <button class="primary">Save</button>
        </div>
      </section>
    </form>
  )
}
