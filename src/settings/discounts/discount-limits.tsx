import { Field } from '../ui/field.tsx'
import type { DiscountField } from './discount-draft.ts'

type Props = {
  fieldProps: (id: DiscountField) => { id: string; value: string; error: string | undefined }
  timezone: string
}

/** When, how often and for which orders a discount can be used. */
export function DiscountLimits({ fieldProps, timezone }: Props) {
  const count = (id: DiscountField) => ({ ...fieldProps(id), type: 'number' as const, min: 1, required: false })
  const time = (id: DiscountField) => ({
    ...fieldProps(id),
    type: 'datetime-local' as const,
    // Allows the seconds of a time that was set in the API.
    step: 1,
    required: false,
  })
  return (
    <section class="card" aria-labelledby="limits">
      <header>
        <h2 id="limits">Limits</h2>
        <p class="fine">All of these are optional. Times are those of {timezone}.</p>
      </header>
      <div class="pair">
        <Field {...time('starts_at')} label="Starts" help="Empty: at once" />
        <Field {...time('ends_at')} label="Ends" help="Empty: never" />
      </div>
      <div class="pair">
        <Field
          {...fieldProps('min_subtotal')}
          label="Smallest order"
          inputmode="decimal"
          required={false}
          help="Of the products it is for, before discounts"
        />
        <Field {...count('min_quantity')} label="Fewest items" help="Of the products it is for" />
      </div>
      <div class="pair">
        <Field {...count('usage_limit')} label="Orders in total" help="That can use it" />
        <Field {...count('usage_limit_per_customer')} label="Orders per customer" help="That can use it" />
      </div>
    </section>
  )
}
