import { refusal, type TranslatedRefusals } from '../../platform/operation/refusals.ts'
import { DeliveryReason, notDelivered, notOffered } from './checkout-refusals.ts'

const Reason = { reason: DeliveryReason }

const notOfferedToYou = {
  ...notOffered.en,
  destination: 'This delivery method does not deliver to your address.',
} as const

const notDeliveredToYou = {
  destination: 'The store does not deliver to this address. If you have not entered a region, enter it.',
  weight: 'The order is too heavy to be delivered to your address. Order fewer items.',
  subtotal: 'No delivery method to your address is offered for an order of this amount.',
  payment_method: 'No delivery method to your address accepts this payment method. Choose another payment method.',
} as const

/** The same as deliveryRefusals in words for shoppers. */
export const shopperDeliveryRefusals = {
  delivery_method_not_found: refusal(
    'delivery_method_not_found',
    {},
    {
      en: 'This delivery method is no longer offered. Choose another one.',
      ar: 'طريقة التوصيل هذه لم تعد متاحة. اختر طريقة أخرى.',
    },
  ),
  delivery_method_not_offered: refusal('delivery_method_not_offered', Reason, {
    en: ({ reason }) => `${notOfferedToYou[reason]} Choose another one.`,
    ar: ({ reason }) => `${notOffered.ar[reason]} اختر طريقة أخرى.`,
  }),
  destination_required: refusal(
    'destination_required',
    {},
    {
      en: 'Choose your country and region to see how the store delivers.',
      ar: 'اختر البلد والمنطقة لنعرف طرق التوصيل المتاحة.',
    },
  ),
  not_delivered_there: refusal('not_delivered_there', Reason, {
    en: ({ reason }) => notDeliveredToYou[reason],
    ar: ({ reason }) => notDelivered.ar[reason],
  }),
} as const satisfies TranslatedRefusals
