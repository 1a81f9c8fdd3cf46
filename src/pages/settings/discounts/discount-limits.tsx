import { Field } from '../ui/field.tsx'
import { useWords } from '../words/words.ts'
import type { DiscountField } from './discount-draft.ts'
import { Card } from '../ui/card.tsx'

type Limit = 'starts_at' | 'ends_at' | 'min_subtotal' | 'min_quantity' | 'usage_limit' | 'usage_limit_per_customer'

type Props = {
  fieldProps: (id: DiscountField) => { id: string; value: string; error: string | undefined }
  timezone: string
}

/** When, how often and for which orders a discount can be used. */
export function DiscountLimits({ fieldProps, timezone }: Props) {
  const words = useWords().discounts
  const limit = (id: Limit) => ({ ...fieldProps(id), ...words.fields[id], required: false })
  const count = (id: Limit) => ({ ...limit(id), type: 'number' as const, min: 1 })
  // A step of 1 allows the seconds of a time that was set in the API.
  const time = (id: Limit) => ({ ...limit(id), type: 'datetime-local' as const, step: 1 })
  return (
    <Card id="limits" title={words.limits} help={words.limitsHelp(<bdi dir="ltr">{timezone}</bdi>)}>
      <div class="pair">
        <Field {...time('starts_at')} />
        <Field {...time('ends_at')} />
      </div>
      <div class="pair">
        <Field {...limit('min_subtotal')} inputmode="decimal" />
        <Field {...count('min_quantity')} />
      </div>
      <div class="pair">
        <Field {...count('usage_limit')} />
        <Field {...count('usage_limit_per_customer')} />
      </div>
    </Card>
  )
}
