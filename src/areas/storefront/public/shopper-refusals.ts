import * as z from 'zod'
import { shopperDiscountRefusals } from '../../checkout/checkout-refusals.ts'
import { QuoteJson, toQuote } from '../../checkout/quote.ts'
import { shopperDeliveryRefusals } from '../../checkout/shopper-delivery-refusals.ts'
import { phoneRefusals } from './shopper.ts'
import { refusal, type TranslatedRefusals } from '../../../platform/operation/refusals.ts'
import { isolated } from '../../../platform/values/isolated.ts'
import type { Language } from '../../../platform/values/language.ts'

const Limit = { limit: z.int() }
const Product = { product: z.string() }
const none = () => ({})

/** Latin digits in both languages, as in the stores' own prices. */
const numbers = { en: 'en', ar: 'ar-u-nu-latn' } as const satisfies Record<Language, string>

const inCurrency = (
  amount: number,
  { currency, currency_exponent: digits }: Pick<z.output<typeof QuoteJson>, 'currency' | 'currency_exponent'>,
  language: Language,
) =>
  new Intl.NumberFormat(numbers[language], {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount)

/** What app.place_storefront_order refuses, in words that do not reveal how much stock is left. */
export const shopperRefusals = {
  ...shopperDeliveryRefusals,
  ...shopperDiscountRefusals,
  ...phoneRefusals,
  invalid_amount: refusal(
    'invalid_amount',
    { max_amount: z.number(), decimals: z.int() },
    {
      en: ({ max_amount }) => `The amount is not valid. It can be at most ${max_amount}.`,
      ar: ({ max_amount }) => `المبلغ غير صحيح. أقصى مبلغ مسموح به هو ${max_amount}.`,
    },
  ),
  product_not_found: refusal(
    'product_not_found',
    {},
    { en: 'No such product in the shop.', ar: 'هذا المنتج غير معروض للبيع.' },
  ),
  variant_required: refusal(
    'variant_required',
    {
      ...Product,
      variants: z
        .array(z.object({ id: z.string(), title: z.string(), options: z.record(z.string(), z.string()) }))
        .optional(),
    },
    {
      en: ({ product }) => `"${product}" has several options. Choose one.`,
      ar: ({ product }) => `يتوفر «${product}» بأكثر من خيار. حدّد الخيار الذي تريده.`,
    },
    { members: ({ variants }) => ({ ...(variants && { variants }) }) },
  ),
  order_too_large: refusal(
    'invalid_amount',
    { max_amount: z.number() },
    {
      en: ({ max_amount }) => `The total of an order must be at most ${max_amount}. Order fewer items.`,
      ar: ({ max_amount }) => `أقصى إجمالي للطلب هو ${max_amount}. قلّل الكمية.`,
    },
    { members: none },
  ),
  total_mismatch: refusal(
    'total_changed',
    { expected_total_amount: z.number(), quote: QuoteJson },
    {
      en: ({ expected_total_amount, quote }) =>
        `The total is now ${inCurrency(expected_total_amount, quote, 'en')}. Check the order, then place it again.`,
      ar: ({ expected_total_amount, quote }) =>
        `أصبح الإجمالي ${isolated(inCurrency(expected_total_amount, quote, 'ar'))}، فراجع الطلب ثم أكّده من جديد.`,
    },
    {
      members: ({ expected_total_amount }) => ({ expected_total_amount }),
      extra: ({ quote }, language) => ({ quote: toQuote(quote, shopperDiscountRefusals, language) }),
    },
  ),
  quantity_limit: refusal('quantity_limit', Limit, {
    en: ({ limit }) => `Order at most ${limit} of one item.`,
    ar: ({ limit }) => `أقصى كمية من المنتج الواحد: ${limit}.`,
  }),
  order_quantity_limit: refusal('quantity_limit', Limit, {
    en: ({ limit }) => `Order at most ${limit} units at once.`,
    ar: ({ limit }) => `أقصى عدد من القطع في الطلب الواحد: ${limit}.`,
  }),
  limit_reached: refusal('limit_reached', Limit, {
    en: ({ limit }) =>
      `This phone number already has ${limit === 1 ? 'an order' : `${limit} orders`} that the store has not confirmed yet. Wait for the store, or contact it.`,
    ar: ({ limit }) => `لهذا الرقم طلبات لم يؤكدها المتجر بعد، وعددها ${limit}. انتظر تأكيدها أو تواصل مع المتجر.`,
  }),
  rate_limited: refusal(
    'rate_limited',
    { ...Limit, retry_after: z.int() },
    {
      en: 'Too many orders from this network in the last hour. Try again later, or contact the store.',
      ar: 'وصلت طلبات كثيرة من شبكتك خلال الساعة الماضية. حاول لاحقًا أو تواصل مع المتجر.',
    },
    { members: ({ limit }) => ({ limit }), retryAfter: ({ retry_after }) => retry_after },
  ),
  sold_out: refusal(
    'insufficient_stock',
    Product,
    { en: ({ product }) => `"${product}" is sold out.`, ar: ({ product }) => `نفد «${product}».` },
    { members: none },
  ),
  is_short: refusal(
    'insufficient_stock',
    Product,
    {
      en: ({ product }) => `Not enough of "${product}" left. Order fewer.`,
      ar: ({ product }) => `الكمية المتبقية من «${product}» لا تكفي. قلّل الكمية.`,
    },
    { members: none },
  ),
  some_are_short: refusal(
    'insufficient_stock',
    Product,
    {
      en: ({ product }) => `Not enough of "${product}" left, or of another item in this order. Order fewer.`,
      ar: ({ product }) => `الكمية المتبقية من «${product}» أو من منتج آخر في طلبك لا تكفي. قلّل الكمية.`,
    },
    { members: none },
  ),
} as const satisfies TranslatedRefusals
