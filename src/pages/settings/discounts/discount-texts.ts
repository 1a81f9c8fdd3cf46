import type { Texts } from '../page/draft.ts'
import type { Language } from '../../../platform/values/language.ts'
import { wordsIn } from '../words/words.ts'
import type { DiscountField } from './discount-draft.ts'

const fieldOfStep: Readonly<Record<string, DiscountField>> = {
  automatic: 'code',
  code: 'code',
  name: 'name',
  kind: 'kind',
  value: 'value',
  max_amount: 'max_amount',
  min_subtotal: 'min_subtotal',
  min_quantity: 'min_quantity',
  starts_at: 'starts_at',
  ends_at: 'ends_at',
  usage_limit: 'usage_limit',
  usage_limit_per_customer: 'usage_limit_per_customer',
}

/** What is wrong with a discount, as a merchant would say it. `goods`: what the form says it applies to. */
export const discountTexts = (goods: string, language: Language): Texts<DiscountField> => ({
  fieldAt(pointer) {
    const step = pointer.split('/')[1] ?? ''
    if (step === 'applies_to') return goods === 'products' || goods === 'collections' ? goods : 'tags'
    return fieldOfStep[step]
  },
  byField: wordsIn(language).discounts.wrong,
  byCode: wordsIn(language).discounts.wrongBecause,
})
