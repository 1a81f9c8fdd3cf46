import { Field } from '../ui/field.tsx'
import { type Account, FormToken } from '../ui/layout.tsx'

export type StoreDraft = {
  readonly name: string
  readonly currency: string
  readonly timezone: string
  readonly wrong: Readonly<Partial<Record<'name' | 'currency' | 'timezone', string>>>
}

type Props = {
  account: Account
  /** A path of this service. */
  returnTo: string
  /** The time zone to suggest. */
  timezone: string
  draft?: StoreDraft | undefined
}

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })
// Suggestions only: any ISO 4217 code can be entered.
const commonCurrencies = [
  'USD',
  'EUR',
  'GBP',
  'AED',
  'BHD',
  'EGP',
  'INR',
  'IQD',
  'JOD',
  'KWD',
  'LBP',
  'MAD',
  'OMR',
  'QAR',
  'SAR',
  'TND',
  'TRY',
]

export function CreateStoreForm({ account, returnTo, timezone, draft }: Props) {
  const { name, currency, timezone: timezoneValue, wrong } = draft ?? { name: '', currency: '', timezone, wrong: {} }
  return (
    <section class="card" aria-labelledby="create">
      <header>
        <h2 id="create">Create a store</h2>
        <p class="fine">You will be its owner. The currency cannot be changed later.</p>
      </header>
      <form class="form" method="post" action="/settings/stores">
        <FormToken value={account.formToken} />
        <input type="hidden" name="form_id" value={crypto.randomUUID()} />
        <input type="hidden" name="return_to" value={returnTo} />
        <Field
          id="name"
          label="Name"
          value={name}
          wrong={wrong.name}
          maxlength={200}
          help="The name your customers know"
        />
        <div class="pair">
          <Field
            id="currency"
            label="Currency"
            value={currency}
            wrong={wrong.currency}
            maxlength={3}
            list="currencies"
            help="Three letters, such as USD or KWD"
          />
          <Field
            id="timezone"
            label="Time zone"
            value={timezoneValue}
            wrong={wrong.timezone}
            maxlength={64}
            help="Used for daily figures, such as Asia/Kuwait"
          />
        </div>
        <datalist id="currencies">
          {commonCurrencies.map((code) => (
            <option value={code}>{currencyNames.of(code)}</option>
          ))}
        </datalist>
        <div class="actions">
          <button class="primary">Create store</button>
        </div>
      </form>
    </section>
  )
}
