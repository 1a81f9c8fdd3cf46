import { Field } from '../ui/field.tsx'
import { ShopperLimitFields, shopperLimitFields } from './shopper-limit-fields.tsx'
import { FormToken } from '../ui/layout.tsx'
import type { Shown } from '../ui/shown.ts'

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

/** What stands in the form, of which version of the store, and what is wrong with it. */
export type ProfileDraft = {
  readonly values: Readonly<Record<ProfileField, string>>
  readonly version: number
  readonly wrong: Readonly<Partial<Record<ProfileField, string>>>
}

type Props = { shown: Shown; currency: string; draft: ProfileDraft }

const currencies = new Intl.DisplayNames('en', { type: 'currency' })

export function ProfileForm({ shown, currency, draft: { values, version, wrong } }: Props) {
  const of = (id: ProfileField) => ({ id, value: values[id], wrong: wrong[id] })
  return (
    <form class="form" method="post" action="/settings/store">
      <FormToken value={shown.formToken} />
      <input type="hidden" name="store" value={shown.store.slug} />
      <input type="hidden" name="store_id" value={shown.store.id} />
      <input type="hidden" name="version" value={String(version)} />
      <section class="card" aria-labelledby="profile">
        <header>
          <h2 id="profile">Profile</h2>
        </header>
        <div class="pair">
          <Field {...of('name')} label="Name" maxlength={200} help="As your customers know it" />
          <Field
            {...of('slug')}
            label="Short name"
            maxlength={60}
            help="In web addresses; links with the old one end"
          />
        </div>
        <div class="pair">
          <Field {...of('timezone')} label="Time zone" maxlength={64} help="For daily figures, such as Asia/Kuwait" />
          <Field {...of('locale')} label="Language" maxlength={35} help="Its code, such as ar-KW or en" />
        </div>
        <div class="field">
          <span class="label">Currency</span>
          <p>
            {currencies.of(currency)} ({currency})
          </p>
          <p class="fine">Fixed once a store is made: all of its amounts are in it.</p>
        </div>
      </section>
      <section class="card" aria-labelledby="contact">
        <header>
          <h2 id="contact">Contact</h2>
          <p class="fine">How customers reach you. Leave empty what you do not have.</p>
        </header>
        <div class="pair">
          <Field
            {...of('contact_email')}
            label="E-mail address"
            type="email"
            maxlength={254}
            help="One that somebody reads"
            required={false}
          />
          <Field
            {...of('contact_phone')}
            label="Phone"
            type="tel"
            maxlength={50}
            help="With its country, such as +965 5123 4567"
            required={false}
          />
        </div>
        <Field
          {...of('contact_address')}
          label="Address"
          lines={3}
          maxlength={2000}
          help="As it stands on a letter"
          required={false}
        />
      </section>
      <section class="card" aria-labelledby="shopper-limits">
        <header>
          <h2 id="shopper-limits">Website orders</h2>
          <p class="fine">What shoppers can order before you confirm. Your own orders are not limited.</p>
        </header>
        <ShopperLimitFields of={of} />
        <div class="actions">
          <button class="primary">Save</button>
        </div>
      </section>
    </form>
  )
}
