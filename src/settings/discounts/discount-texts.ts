import type { DiscountField } from './discount-draft.ts'

const amountError =
  'Enter an amount such as 2.50, with the decimals of your currency and without commas, or leave this empty.'
const countError = 'Enter a whole number from 1, or leave this empty.'
const timeError = 'Choose a date and a time, or leave this empty.'

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

/** What is wrong with a discount, as a merchant would say it. `goods`: what the form says it is for. */
export const discountTexts = (goods: string) => ({
  fieldAt(pointer: string): DiscountField | undefined {
    const step = pointer.split('/')[1] ?? ''
    if (step === 'applies_to') return goods === 'products' ? 'products' : 'tags'
    return fieldOfStep[step]
  },
  byField: {
    how: 'Choose one.',
    code: 'Enter a code of up to 64 characters.',
    name: 'Enter what shoppers read, in at most 100 characters.',
    kind: 'Choose one.',
    value: 'Enter a percentage such as 15, or an amount such as 2.50 with the decimals of your currency.',
    max_amount: amountError,
    goods: 'Choose one.',
    tags: 'Enter at least one tag, or choose all products above. A tag has at most 64 characters.',
    products: 'Enter at least one product, or choose all products above.',
    min_subtotal: amountError,
    min_quantity: countError,
    starts_at: timeError,
    ends_at: timeError,
    usage_limit: countError,
    usage_limit_per_customer: countError,
    first_order_only: 'Choose one.',
    combines: 'Choose one.',
    active: 'Choose one.',
  } satisfies Record<DiscountField, string>,
  byCode: {
    duplicate: 'Another discount has this code. Choose a different one.',
    automatic_with_code: 'An automatic discount has no code. Remove it, or choose a code above.',
    invalid_code: 'A code must have letters or digits.',
    invalid_percentage: 'A percentage is more than 0 and at most 100, with at most 4 decimals.',
    value_unused: 'Free delivery has no value. Leave this empty.',
    max_amount_unused: 'Only a percentage has this. Leave it empty.',
    ends_before_start: 'The end must be after the start.',
  },
})
