import type { StoreSettings } from '../store/in-settings.ts'
import { Checks, Choice } from '../ui/choice.tsx'
import { Field } from '../ui/field.tsx'
import { FormToken } from '../ui/layout.tsx'
import type { DiscountDraft, DiscountField } from './discount-draft.ts'
import { DiscountLimits } from './discount-limits.tsx'

type Props = {
  store: StoreSettings['store']
  formToken: string
  action: string
  /** Null for a new discount. */
  version: number | null
  draft: DiscountDraft
}

export function DiscountForm({ store, formToken, action, version, draft: { valueOf, errors } }: Props) {
  const fieldProps = (id: DiscountField) => ({ id, value: valueOf(id), error: errors.get(id) })
  return (
    <form class="form" method="post" action={action}>
      <FormToken value={formToken} />
      {/* The idempotency key: a form sent twice creates one discount. */}
      <input type="hidden" name="form_id" value={crypto.randomUUID()} />
      <input type="hidden" name="store" value={store.slug} />
      <input type="hidden" name="store_id" value={store.id} />
      {version !== null && <input type="hidden" name="version" value={String(version)} />}
      <section class="card" aria-labelledby="offer">
        <header>
          <h2 id="offer">What shoppers get</h2>
          <p class="fine">All amounts are in {store.currency}.</p>
        </header>
        <Choice
          {...fieldProps('how')}
          legend="How do they get it?"
          options={[
            { value: 'code', label: 'With a code', help: 'That they enter when they order' },
            { value: 'automatic', label: 'Automatically', help: 'The best one for the order applies' },
          ]}
        />
        <div class="pair">
          <Field
            {...fieldProps('code')}
            label="Code"
            maxlength={64}
            help="Such as SUMMER15. Case and spaces do not matter"
            required={false}
          />
          <Field
            {...fieldProps('name')}
            label="Name"
            maxlength={100}
            help="What shoppers read. Empty: the code"
            required={false}
          />
        </div>
        <Choice
          {...fieldProps('kind')}
          legend="What is taken off?"
          options={[
            { value: 'percentage', label: 'A percentage' },
            { value: 'fixed', label: 'An amount' },
            { value: 'free_delivery', label: 'The price of delivery' },
          ]}
        />
        <div class="pair">
          <Field
            {...fieldProps('value')}
            label="Percentage or amount"
            inputmode="decimal"
            help="Empty for free delivery"
            required={false}
          />
          <Field
            {...fieldProps('max_amount')}
            label="At most"
            inputmode="decimal"
            help="Optional. The most that a percentage takes off"
            required={false}
          />
        </div>
      </section>
      <section class="card" aria-labelledby="for-goods">
        <header>
          <h2 id="for-goods">Which products it is for</h2>
        </header>
        <Choice
          {...fieldProps('goods')}
          legend="Products"
          options={[
            { value: 'all', label: 'All products' },
            { value: 'tags', label: 'Products with certain tags' },
            { value: 'products', label: 'Certain products' },
          ]}
        />
        <Field
          {...fieldProps('tags')}
          label="Tags"
          help="Separated by commas. Any one of them is enough"
          required={false}
        />
        <Field
          {...fieldProps('products')}
          label="Certain products"
          lines={3}
          help="One per line: the last part of its web address, or a SKU"
          required={false}
        />
      </section>
      <DiscountLimits fieldProps={fieldProps} timezone={store.timezone} />
      <section class="card" aria-labelledby="switches">
        <header>
          <h2 id="switches">Use</h2>
        </header>
        <Checks
          legend="Rules"
          checks={[
            { id: 'first_order_only', label: 'Only for first orders', value: valueOf('first_order_only') },
            {
              id: 'combines',
              label: 'Adds up with others',
              help: 'A code and an automatic discount add up if both have this',
              value: valueOf('combines'),
            },
            { id: 'active', label: 'On', help: 'Shoppers can use it', value: valueOf('active') },
          ]}
        />
        <div class="actions">
          <button class="primary">{version === null ? 'Add discount' : 'Save'}</button>
        </div>
      </section>
    </form>
  )
}
