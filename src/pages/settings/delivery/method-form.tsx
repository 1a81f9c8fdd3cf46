import type { StoreSettings } from '../store/in-settings.ts'
import { Checks, Choice } from '../ui/choice.tsx'
import { Field, StoreFields } from '../ui/field.tsx'
import { useWords } from '../words/words.ts'
import type { MethodDraft, MethodField } from './method-draft.ts'
import { Submit } from '../ui/buttons.tsx'
import { Card } from '../ui/card.tsx'

type Props = {
  store: StoreSettings['store']
  formToken: string
  action: string
  /** Null for a new method. */
  version: number | null
  draft: MethodDraft
}

export function MethodForm({ store, formToken, action, version, draft: { valueOf, errors } }: Props) {
  const { delivery: words, ui } = useWords()
  const { fields } = words
  const fieldProps = (id: MethodField) => ({ id, value: valueOf(id), error: errors.get(id) })
  const optional = (id: MethodField & keyof typeof fields) => ({ ...fieldProps(id), required: false })
  const amount = (id: MethodField & keyof typeof fields) => ({ ...optional(id), inputmode: 'decimal' as const })
  const days = (id: 'min_days' | 'max_days') => ({ ...optional(id), type: 'number' as const, min: 0, max: 365 })
  return (
    <form class="form" method="post" action={action}>
      <StoreFields formToken={formToken} store={store} once version={version} />
      <Card id="offer" title={words.whatTheySee}>
        <Choice
          {...fieldProps('kind')}
          legend={words.kind}
          options={[
            { value: 'delivery', label: words.delivery },
            { value: 'pickup', label: words.pickup, help: words.pickupHelp },
          ]}
        />
        <Field {...fieldProps('name')} {...fields.name} maxlength={100} />
        <div class="pair">
          <Field {...days('min_days')} {...fields.min_days} />
          <Field {...days('max_days')} {...fields.max_days} />
        </div>
        <Field {...optional('pickup_address')} {...fields.pickup_address} lines={2} maxlength={500} />
        <Checks legend={words.availability} checks={[{ id: 'active', value: valueOf('active'), ...fields.active }]} />
      </Card>
      <Card id="price-of-it" title={words.whatItCosts} help={words.amountsIn(store.currency)}>
        <div class="pair">
          <Field {...amount('price')} {...fields.price} required />
          <Field {...amount('free_from')} {...fields.free_from} />
        </div>
        <div class="pair">
          <Field {...amount('rate_per_kg')} {...fields.rate_per_kg} />
          <Field {...amount('cod_fee')} {...fields.cod_fee} />
        </div>
      </Card>
      <Card id="where" title={words.whichOrders}>
        <Field {...optional('zones')} {...fields.zones} lines={4} />
        <div class="pair">
          <Field {...amount('min_subtotal')} {...fields.min_subtotal} />
          <Field {...amount('max_subtotal')} {...fields.max_subtotal} />
        </div>
        <div class="pair">
          <Field {...amount('max_weight_kg')} {...fields.max_weight_kg} />
          <Field {...optional('payment_methods')} {...fields.payment_methods} maxlength={2100} />
        </div>
        <Field {...optional('position')} {...fields.position} type="number" min={0} max={10_000} />
        <Submit text={version === null ? words.addMethod : ui.save} />
      </Card>
    </form>
  )
}
