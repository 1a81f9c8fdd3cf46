import type { StoreView } from '../store/in-store.ts'
import { Checks, Choice } from '../ui/choice.tsx'
import { Field, FormToken } from '../ui/field.tsx'
import { useWords } from '../words/words.ts'
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
  const { delivery: words, ui } = useWords()
  const { fields } = words
  const fieldProps = (id: MethodField) => ({ id, value: valueOf(id), error: errors.get(id) })
  const optional = (id: MethodField & keyof typeof fields) => ({ ...fieldProps(id), required: false })
  const amount = (id: MethodField & keyof typeof fields) => ({ ...optional(id), inputmode: 'decimal' as const })
  const days = (id: 'min_days' | 'max_days') => ({ ...optional(id), type: 'number' as const, min: 0, max: 365 })
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
          <h2 id="offer">{words.whatTheySee}</h2>
        </header>
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
      </section>
      <section class="card" aria-labelledby="price-of-it">
        <header>
          <h2 id="price-of-it">{words.whatItCosts}</h2>
          <p class="fine">{words.amountsIn(currency)}</p>
        </header>
        <div class="pair">
          <Field {...amount('price')} {...fields.price} required />
          <Field {...amount('free_from')} {...fields.free_from} />
        </div>
        <div class="pair">
          <Field {...amount('rate_per_kg')} {...fields.rate_per_kg} />
          <Field {...amount('cod_fee')} {...fields.cod_fee} />
        </div>
      </section>
      <section class="card" aria-labelledby="where">
        <header>
          <h2 id="where">{words.whichOrders}</h2>
        </header>
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
        <div class="actions">
          <button class="primary">{version === null ? words.addMethod : ui.save}</button>
        </div>
      </section>
    </form>
  )
}
