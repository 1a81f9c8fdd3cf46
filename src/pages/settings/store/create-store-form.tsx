import { Field, FormToken } from '../ui/field.tsx'
import type { Account } from '../page/layout.tsx'
import { useFormats, useWords } from '../words/words.ts'
import { Submit } from '../ui/buttons.tsx'
import { Card } from '../ui/card.tsx'

export type StoreDraft = {
  readonly name: string
  readonly currency: string
  readonly timezone: string
  readonly errors: Readonly<Partial<Record<'name' | 'currency' | 'timezone', string>>>
}

type Props = {
  account: Account
  /** A path of this service. */
  returnTo: string
  /** The time zone to suggest. */
  timezone: string
  draft?: StoreDraft | undefined
}

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
  const words = useWords().store
  const { currencyName } = useFormats()
  const { name, currency, timezone: timezoneValue, errors } = draft ?? { name: '', currency: '', timezone, errors: {} }
  return (
    <Card id="create" title={words.first.create} help={words.first.createHelp}>
      <form class="form" method="post" action="/settings/stores">
        <FormToken value={account.formToken} />
        <input type="hidden" name="form_id" value={crypto.randomUUID()} />
        <input type="hidden" name="return_to" value={returnTo} />
        <Field
          id="name"
          label={words.fields.name.label}
          value={name}
          error={errors.name}
          maxlength={200}
          help={words.fields.name.help}
        />
        <div class="pair">
          <Field
            id="currency"
            label={words.currency}
            value={currency}
            error={errors.currency}
            maxlength={3}
            list="currencies"
            help={words.first.currencyHelp}
          />
          <Field
            id="timezone"
            label={words.fields.timezone.label}
            value={timezoneValue}
            error={errors.timezone}
            maxlength={64}
            help={words.fields.timezone.help}
          />
        </div>
        <datalist id="currencies">
          {commonCurrencies.map((code) => (
            <option value={code}>{currencyName(code)}</option>
          ))}
        </datalist>
        <Submit text={words.first.button} />
      </form>
    </Card>
  )
}
