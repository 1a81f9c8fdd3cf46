import * as z from 'zod'
import { refusal, type Refusals, type TranslatedRefusals } from '../../platform/operation/refusals.ts'

const Minimum = {
  min_subtotal: z.number().nullable(),
  min_quantity: z.int().nullable(),
  subtotal: z.number(),
  quantity: z.int(),
}

export const DeliveryReason = z.enum(['destination', 'weight', 'subtotal', 'payment_method'])

const Reason = { reason: DeliveryReason }

export const notOffered = {
  en: {
    destination: 'This delivery method does not deliver to the destination.',
    weight: 'The order is too heavy for this delivery method.',
    subtotal: 'This delivery method is not offered for an order of this amount.',
    payment_method: 'This delivery method does not accept this payment method.',
  },
  ar: {
    destination: 'طريقة التوصيل هذه لا تصل إلى عنوانك.',
    weight: 'وزن الطلب أكبر مما تسمح به طريقة التوصيل هذه.',
    subtotal: 'طريقة التوصيل هذه غير متاحة لطلب بهذا المبلغ.',
    payment_method: 'طريقة التوصيل هذه لا تقبل طريقة الدفع التي اخترتها.',
  },
} as const

export const notDelivered = {
  en: {
    destination:
      'The store does not deliver to the destination. If it delivers only to some regions, set destination.region.',
    weight: 'The order is too heavy for all delivery methods to the destination. Order fewer items.',
    subtotal: 'No delivery method to the destination is offered for an order of this amount.',
    payment_method: 'No delivery method to the destination accepts this payment method. Choose another one.',
  },
  ar: {
    destination: 'لا يوصل المتجر إلى هذا العنوان. إذا لم تكتب المنطقة فاكتبها.',
    weight: 'وزن الطلب أكبر مما يمكن توصيله إلى عنوانك. قلّل الكمية.',
    subtotal: 'لا توجد طريقة توصيل إلى عنوانك لطلب بهذا المبلغ.',
    payment_method: 'لا توجد طريقة توصيل إلى عنوانك تقبل طريقة الدفع هذه. اختر طريقة دفع أخرى.',
  },
} as const

/** Why app.delivery_problem finds no delivery method for a cart, for people and programs of the store. */
export const deliveryRefusals = {
  delivery_method_not_found: refusal(
    'delivery_method_not_found',
    {},
    {
      en: 'The store has no active delivery method with this id.',
      ar: 'طريقة التوصيل هذه لم تعد متاحة. اختر طريقة أخرى.',
    },
  ),
  delivery_method_not_offered: refusal('delivery_method_not_offered', Reason, {
    en: ({ reason }) => `${notOffered.en[reason]} A quote lists the delivery methods on offer.`,
    ar: ({ reason }) => `${notOffered.ar[reason]} اختر طريقة أخرى.`,
  }),
  destination_required: refusal(
    'destination_required',
    {},
    {
      en: 'Delivery depends on the destination. Set destination.country, and destination.region if known.',
      ar: 'اختر البلد والمنطقة لنعرف طرق التوصيل المتاحة.',
    },
  ),
  not_delivered_there: refusal('not_delivered_there', Reason, {
    en: ({ reason }) => notDelivered.en[reason],
    ar: ({ reason }) => notDelivered.ar[reason],
  }),
} as const satisfies TranslatedRefusals

const notFound = refusal(
  'discount_not_found',
  {},
  {
    en: 'There is no discount with this code. Check its spelling, or leave it out.',
    ar: 'كود الخصم غير صحيح. تأكد من كتابته أو أكمل الطلب بدونه.',
  },
)

const usedUp = {
  en: 'This discount has reached its usage limit. Leave it out.',
  ar: 'بلغ هذا الخصم الحد الأقصى للاستخدام. أكمل الطلب بدونه.',
}

const Started = { starts_at: z.string() }
const Ended = { ended_at: z.string() }

/** Why app.discount_problem refuses a code, in words for shoppers, who are not told about codes for others. */
export const shopperDiscountRefusals = {
  discount_not_found: notFound,
  discount_not_first_order: notFound,
  discount_not_started: refusal('discount_not_started', Started, {
    en: 'This discount has not started yet.',
    ar: 'لم يبدأ هذا الخصم بعد.',
  }),
  discount_ended: refusal('discount_ended', Ended, { en: 'This discount has ended.', ar: 'انتهى هذا الخصم.' }),
  discount_used_up: refusal('discount_used_up', {}, usedUp),
  discount_used_by_customer: refusal('discount_used_up', {}, usedUp),
  discount_not_applicable: refusal(
    'discount_not_applicable',
    {},
    {
      en: 'This discount applies to none of the items. Add an item that it applies to, or leave it out.',
      ar: 'لا يشمل هذا الخصم أيًّا من منتجات طلبك. أضف منتجًا يشمله أو أكمل الطلب بدونه.',
    },
  ),
  // These two refuse only the code, never the order or quote.
  better_discount_applied: refusal(
    'discount_not_applicable',
    { name: z.string() },
    {
      en: ({ name }) => `With "${name}" in place of this code, the order costs less. The code was not used.`,
      ar: ({ name }) => `خصم «${name}» أوفر لك من هذا الكود، لذلك لم نستخدم الكود.`,
    },
    { problem: 'better_discount_applied' },
  ),
  cheaper_without_code: refusal(
    'discount_not_applicable',
    {},
    {
      en: 'With this code, delivery would cost more than it takes off, or would not be offered. The code was not used.',
      ar: 'مع هذا الكود يزيد سعر التوصيل أكثر من الخصم أو لا يتاح التوصيل، لذلك لم نستخدم الكود.',
    },
    { problem: 'cheaper_without_code' },
  ),
  discount_below_minimum: refusal('discount_below_minimum', Minimum, {
    en: ({ min_subtotal, min_quantity, subtotal, quantity }) =>
      min_subtotal !== null && subtotal < min_subtotal
        ? `This discount requires a subtotal of at least ${min_subtotal} for the items that it applies to; yours is ${subtotal}.`
        : `This discount requires at least ${min_quantity} items that it applies to; there are ${quantity}.`,
    ar: ({ min_subtotal, min_quantity, subtotal, quantity }) =>
      min_subtotal !== null && subtotal < min_subtotal
        ? `يُطبّق هذا الخصم عند شراء منتجات مشمولة به بقيمة ${min_subtotal} على الأقل، وقيمتها في طلبك ${subtotal}.`
        : `الحد الأدنى لهذا الخصم من المنتجات المشمولة به: ${min_quantity}، وفي طلبك: ${quantity}.`,
  }),
} as const satisfies TranslatedRefusals

/** The same for the merchant. */
export const cartDiscountRefusals = {
  ...shopperDiscountRefusals,
  discount_not_started: refusal('discount_not_started', Started, {
    en: ({ starts_at }) => `This discount starts at ${starts_at}.`,
    ar: ({ starts_at }) => `يبدأ هذا الخصم في ${starts_at}.`,
  }),
  discount_ended: refusal('discount_ended', Ended, {
    en: ({ ended_at }) => `This discount ended at ${ended_at}.`,
    ar: ({ ended_at }) => `انتهى هذا الخصم في ${ended_at}.`,
  }),
  discount_not_first_order: refusal(
    'discount_not_applicable',
    {},
    "This discount is only for a customer's first order, and this customer has already ordered.",
  ),
  discount_used_by_customer: refusal(
    'discount_used_by_customer',
    {},
    'This customer has already used the discount as often as one customer may.',
  ),
} as const satisfies Refusals
