import type { StoreView } from '../store/store-view.ts'
import { Checks, Choice } from '../ui/choice.tsx'
import { Field } from '../ui/field.tsx'
import { FormToken } from '../ui/layout.tsx'
import type { MethodDraft, MethodField } from './method-draft.ts'

type Props = {
  view: StoreView
  currency: string
  action: string
  /** Null for a new method. */
  version: number | null
  draft: MethodDraft
}

export function MethodForm({ view, currency, action, version, draft: { valueOf, errors } }: Props) {
  const fieldProps = (id: MethodField) => ({ id, value: valueOf(id), error: errors.get(id) })
  const amountProps = (id: MethodField) => ({ ...fieldProps(id), inputmode: 'decimal' as const, required: false })
  return (
    <form class="form" method="post" action={action}>
      <FormToken value={view.formToken} />
      {/* The idempotency key: a form sent twice creates one method. */}
      <input type="hidden" name="form_id" value={crypto.randomUUID()} />
      <input type="hidden" name="store" value={view.store.slug} />
      <input type="hidden" name="store_id" value={view.store.id} />
      {version !== null && <input type="hidden" name="version" value={String(version)} />}
      <section class="card" aria-labelledby="offer">
        <header>
          <h2 id="offer">What shoppers see</h2>
        </header>
        <Choice
          {...fieldProps('kind')}
          legend="How does the order reach the shopper?"
          options={[
            { value: 'delivery', label: 'Delivery' },
            { value: 'pickup', label: 'Pick-up', help: 'The shopper collects it' },
          ]}
        />
        <Field {...fieldProps('name')} label="Name" maxlength={100} help="Such as Standard delivery" />
        <div class="pair">
          <Field
            {...fieldProps('min_days')}
            label="Days, at least"
            type="number"
            min={0}
            max={365}
            help="Optional. How long it takes"
            required={false}
          />
          <Field
            {...fieldProps('max_days')}
            label="Days, at most"
            type="number"
            min={0}
            max={365}
            help="Optional"
            required={false}
          />
        </div>
        <Field
          {...fieldProps('pickup_address')}
          label="Pick-up address"
          lines={2}
          maxlength={500}
          help="Only for pick-up"
          required={false}
        />
        <Checks
          legend="Availability"
          checks={[{ id: 'active', label: 'Offer this to shoppers', value: valueOf('active') }]}
        />
      </section>
      <section class="card" aria-labelledby="price-of-it">
        <header>
          <h2 id="price-of-it">What it costs</h2>
          <p class="fine">All amounts are in {currency}.</p>
        </header>
        <div class="pair">
          <Field {...amountProps('price')} label="Price" help="0 is free" required />
          <Field {...amountProps('free_from')} label="Free from" help="Optional. Goods after discounts" />
        </div>
        <div class="pair">
          <Field
            {...amountProps('rate_per_kg')}
            label="Per kilogram"
            help="Optional. Added for each started kilogram"
          />
          <Field {...amountProps('cod_fee')} label="Cash on delivery fee" help="Optional. Added if paid by cod" />
        </div>
      </section>
      <section class="card" aria-labelledby="where">
        <header>
          <h2 id="where">Which orders it is for</h2>
        </header>
        <Field
          {...fieldProps('zones')}
          label="Countries and regions"
          lines={4}
          help="One country per line, or some of its regions: Kuwait: Hawalli, Ahmadi. Empty: everywhere"
          required={false}
        />
        <div class="pair">
          <Field {...amountProps('min_subtotal')} label="Smallest order" help="Optional. Goods after discounts" />
          <Field {...amountProps('max_subtotal')} label="Largest order" help="Optional. Goods after discounts" />
        </div>
        <div class="pair">
          <Field {...amountProps('max_weight_kg')} label="Heaviest order (kg)" help="Optional" />
          <Field
            {...fieldProps('payment_methods')}
            label="Payment methods"
            maxlength={2100}
            help="Separated by commas, such as cod, knet. Empty: all"
            required={false}
          />
        </div>
        <Field
          {...fieldProps('position')}
          label="Position"
          type="number"
          min={0}
          max={10_000}
          help="Shoppers see the lowest first. Empty: last"
          required={false}
        />
        <div class="actions">
          <button class="primary">{version === null ? 'Add method' : 'Save'}</button>
        </div>
      </section>
    </form>
  )
}
