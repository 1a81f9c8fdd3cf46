import type { StoreView } from '../store/store-view.ts'
import { Checks, Choice } from '../ui/choice.tsx'
import { Field } from '../ui/field.tsx'
import { FormToken } from '../ui/layout.tsx'
import type { TaxDraft, TaxField } from './tax-draft.ts'

type Props = { view: StoreView; version: number; draft: TaxDraft }

export function TaxForm({ view, version, draft: { valueOf, errors } }: Props) {
  const fieldProps = (id: TaxField) => ({ id, value: valueOf(id), error: errors.get(id) })
  return (
    <form class="form" method="post" action="/settings/tax">
      <FormToken value={view.formToken} />
      <input type="hidden" name="store" value={view.store.slug} />
      <input type="hidden" name="store_id" value={view.store.id} />
      <input type="hidden" name="version" value={String(version)} />
      <section class="card" aria-labelledby="tax">
        <header>
          <h2 id="tax">Tax on orders</h2>
          <p class="fine">Orders that exist already keep their tax. Products can be exempt.</p>
        </header>
        <Choice
          {...fieldProps('charged')}
          legend="Does this store charge tax?"
          options={[
            { value: 'no', label: 'No', help: 'The fields below are then not used' },
            { value: 'yes', label: 'Yes' },
          ]}
        />
        <div class="pair">
          <Field
            {...fieldProps('rate')}
            label="Rate (%)"
            inputmode="decimal"
            help="Such as 5 or 8.875"
            required={false}
          />
          <Field
            {...fieldProps('label')}
            label="Name of the tax"
            maxlength={50}
            help="What shoppers read, such as VAT"
            required={false}
          />
        </div>
        <Choice
          {...fieldProps('prices')}
          legend="What are your prices?"
          options={[
            { value: 'included', label: 'Including tax', help: 'The tax is a part of the price that shoppers see' },
            { value: 'added', label: 'Without tax', help: 'The tax is added when shoppers order' },
          ]}
          required={false}
        />
        <Checks
          legend="Delivery"
          checks={[{ id: 'tax_delivery', label: 'Charge tax on delivery', value: valueOf('tax_delivery') }]}
        />
        <Field
          {...fieldProps('registration_number')}
          label="Tax registration number"
          maxlength={50}
          help="Optional, for your invoices"
          required={false}
        />
        <Field
          {...fieldProps('country_rates')}
          label="Other countries"
          lines={4}
          help="Countries with another rate, one per line, such as Saudi Arabia 15"
          required={false}
        />
        <div class="actions">
          <button class="primary">Save</button>
        </div>
      </section>
    </form>
  )
}
