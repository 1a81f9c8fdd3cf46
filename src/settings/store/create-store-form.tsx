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
  /** A path of our own. */
  returnTo: string
  /** Where the browser seems to be. */
  timezone: string
  draft?: StoreDraft | undefined
}

const names = new Intl.DisplayNames('en', { type: 'currency' })
// The rest can be typed: every ISO 4217 code is taken.
const usual = [
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
  const { name, currency, timezone: zone, wrong } = draft ?? { name: '', currency: '', timezone, wrong: {} }
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
          help="As your customers know it"
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
            value={zone}
            wrong={wrong.timezone}
            maxlength={64}
            help="For daily figures, such as Asia/Kuwait"
          />
        </div>
        <datalist id="currencies">
          {usual.map((code) => (
            <option value={code}>{names.of(code)}</option>
          ))}
        </datalist>
        <div class="actions">
          <button class="primary">Create the store</button>
        </div>
      </form>
    </section>
  )
}
