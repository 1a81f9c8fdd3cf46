import type { StoreSettings } from '../store/in-settings.ts'
import { Checks, Choice } from '../ui/choice.tsx'
import { Field, FormToken } from '../ui/field.tsx'
import { useWords } from '../words/words.ts'
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
  const { discounts: words, ui } = useWords()
  const fieldProps = (id: DiscountField) => ({ id, value: valueOf(id), error: errors.get(id) })
  const optional = (id: DiscountField & keyof typeof words.fields) => ({ ...fieldProps(id), required: false })
  const { fields, how, kind, goods } = words
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
          <h2 id="offer">{words.whatTheyGet}</h2>
          <p class="fine">{words.amountsIn(store.currency)}</p>
        </header>
        <Choice
          {...fieldProps('how')}
          legend={how.legend}
          options={[
            { value: 'code', label: how.code, help: how.codeHelp },
            { value: 'automatic', label: how.automatic, help: how.automaticHelp },
          ]}
        />
        <div class="pair">
          <Field {...optional('code')} {...fields.code} maxlength={64} />
          <Field {...optional('name')} {...fields.name} maxlength={100} />
        </div>
        <Choice
          {...fieldProps('kind')}
          legend={kind.legend}
          options={(['percentage', 'fixed', 'free_delivery'] as const).map((value) => ({ value, label: kind[value] }))}
        />
        <div class="pair">
          <Field {...optional('value')} {...fields.value} inputmode="decimal" />
          <Field {...optional('max_amount')} {...fields.max_amount} inputmode="decimal" />
        </div>
      </section>
      <section class="card" aria-labelledby="for-goods">
        <header>
          <h2 id="for-goods">{words.whichProducts}</h2>
        </header>
        <Choice
          {...fieldProps('goods')}
          legend={goods.legend}
          options={(['all', 'tags', 'collections', 'products'] as const).map((value) => ({
            value,
            label: goods[value],
          }))}
        />
        <Field {...optional('tags')} {...fields.tags} />
        <Field {...optional('collections')} {...fields.collections} lines={3} />
        <Field {...optional('products')} {...fields.products} lines={3} />
      </section>
      <DiscountLimits fieldProps={fieldProps} timezone={store.timezone} />
      <section class="card" aria-labelledby="switches">
        <header>
          <h2 id="switches">{words.use}</h2>
        </header>
        <Checks
          legend={words.rules}
          checks={(['first_order_only', 'combines', 'active'] as const).map((id) => ({
            id,
            value: valueOf(id),
            ...fields[id],
          }))}
        />
        <div class="actions">
          <button class="primary">{version === null ? words.addDiscount : ui.save}</button>
        </div>
      </section>
    </form>
  )
}
