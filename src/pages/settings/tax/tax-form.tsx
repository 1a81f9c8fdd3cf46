import type { StoreSettings } from '../store/in-settings.ts'
import { Checks, Choice } from '../ui/choice.tsx'
import { Field, StoreFields } from '../ui/field.tsx'
import { useWords } from '../words/words.ts'
import type { TaxDraft, TaxField } from './tax-draft.ts'
import { Submit } from '../ui/buttons.tsx'
import { Card } from '../ui/card.tsx'

type Props = { store: StoreSettings['store']; formToken: string; draft: TaxDraft }

export function TaxForm({ store, formToken, draft: { valueOf, errors } }: Props) {
  const { tax: words, ui } = useWords()
  const fieldProps = (id: TaxField) => ({ id, value: valueOf(id), error: errors.get(id), required: false })
  return (
    <form class="form" method="post" action="/settings/tax">
      <StoreFields formToken={formToken} store={store} version={store.version} />
      <Card id="tax" title={words.onOrders} help={words.onOrdersHelp}>
        <Choice
          {...fieldProps('charged')}
          legend={words.charged}
          options={[
            { value: 'no', label: words.no, help: words.noHelp },
            { value: 'yes', label: words.yes },
          ]}
          required
        />
        <div class="pair">
          <Field {...fieldProps('rate')} label={words.rate} inputmode="decimal" help={words.rateHelp} />
          <Field {...fieldProps('label')} label={words.label} maxlength={50} help={words.labelHelp} />
        </div>
        <Choice
          {...fieldProps('prices')}
          legend={words.prices}
          options={[
            { value: 'included', label: words.included, help: words.includedHelp },
            { value: 'added', label: words.added, help: words.addedHelp },
          ]}
        />
        <Checks
          legend={words.delivery}
          checks={[{ id: 'tax_delivery', label: words.chargeOnDelivery, value: valueOf('tax_delivery') }]}
        />
        <Field
          {...fieldProps('registration_number')}
          label={words.registration}
          maxlength={50}
          help={words.registrationHelp}
        />
        <Field {...fieldProps('country_rates')} label={words.countries} lines={4} help={words.countriesHelp} />
        <Submit text={ui.save} />
      </Card>
    </form>
  )
}
