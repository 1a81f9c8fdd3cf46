import type { StoreSettings } from '../store/in-settings.ts'
import { Checks, Choice } from '../ui/choice.tsx'
import { Field, StoreFields } from '../ui/field.tsx'
import { useWords } from '../words/words.ts'
import type { DiscountDraft, DiscountField } from './discount-draft.ts'
import { DiscountLimits } from './discount-limits.tsx'
import { Submit } from '../ui/buttons.tsx'
import { Card } from '../ui/card.tsx'

type Props = {
  store: StoreSettings['store']
  formToken: string
  action: string
  /** Null for a new discount. */
  version: number | null
  draft: DiscountDraft
  /** The goods that it is not for, in words. Saving keeps them. */
  except: string | undefined
}

export function DiscountForm({ store, formToken, action, version, draft: { valueOf, errors }, except }: Props) {
  const { discounts: words, ui } = useWords()
  const fieldProps = (id: DiscountField) => ({ id, value: valueOf(id), error: errors.get(id) })
  const optional = (id: DiscountField & keyof typeof words.fields) => ({ ...fieldProps(id), required: false })
  const { fields, how, kind, goods } = words
  return (
    <form class="form" method="post" action={action}>
      <StoreFields formToken={formToken} store={store} once version={version} />
      <Card id="offer" title={words.whatTheyGet} help={words.amountsIn(store.currency)}>
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
      </Card>
      <Card id="for-goods" title={words.whichProducts} help={except !== undefined && words.exceptKept(except)}>
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
      </Card>
      <DiscountLimits fieldProps={fieldProps} timezone={store.timezone} />
      <Card id="switches" title={words.use}>
        <Checks
          legend={words.rules}
          checks={(['first_order_only', 'combines', 'active'] as const).map((id) => ({
            id,
            value: valueOf(id),
            ...fields[id],
          }))}
        />
        <Submit text={version === null ? words.addDiscount : ui.save} />
      </Card>
    </form>
  )
}
