import { fieldNamed, type Texts } from '../page/draft.ts'
import type { Language } from '../../../platform/values/language.ts'
import { wordsIn } from '../words/words.ts'
import { discountFields, type DiscountField } from './discount-draft.ts'

const fieldOf = fieldNamed(discountFields, { automatic: 'code' })

/** What is wrong with a discount, as a merchant would say it. `goods`: what the form says it applies to. */
export const discountTexts = (goods: string, language: Language): Texts<DiscountField> => ({
  fieldAt(pointer) {
    const step = pointer.split('/')[1] ?? ''
    if (step === 'applies_to') return goods === 'products' || goods === 'collections' ? goods : 'tags'
    return fieldOf(step)
  },
  byField: wordsIn(language).discounts.wrong,
  byCode: wordsIn(language).discounts.wrongBecause,
})
