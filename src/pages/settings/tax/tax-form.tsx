import type { StoreView } from '../store/in-store.ts'
import { Checks, Choice } from '../ui/choice.tsx'
import { Field, FormToken } from '../ui/field.tsx'
import { useWords } from '../words/words.ts'
import type { TaxDraft, TaxField } from './tax-draft.ts'

type Props = { view: StoreView; version: number; draft: TaxDraft }

export function TaxForm({ view, version, draft: { valueOf, errors } }: Props) {
  const { tax: words, ui } = useWords()
  const fieldProps = (id: TaxField) => ({ id, value: valueOf(id), error: errors.get(id), required: false })
  return (
    <form class="form" method="post" action="/settings/tax">
      <FormToken value={view.formToken} />
      <input type="hidden" name="store" value={view.store.slug} />
      <input type="hidden" name="store_id" value={view.store.id} />
      <input type="hidden" name="version" value={String(version)} />
      <section class="card" aria-labelledby="tax">
        <header>
          <h2 id="tax">{words.onOrders}</h2>
          <p class="fine">{words.onOrdersHelp}</p>
        </header>
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
        <div class="actions">
          <button class="primary">{ui.save}</button>
        </div>
      </section>
    </form>
  )
}
