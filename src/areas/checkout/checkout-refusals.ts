import * as z from 'zod'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'

const Minimum = {
  min_subtotal: z.number().nullable(),
  min_quantity: z.int().nullable(),
  subtotal: z.number(),
  quantity: z.int(),
}

const Reason = { reason: z.enum(['destination', 'weight', 'subtotal', 'payment_method']) }

const notOffered = {
  destination: 'This delivery method does not deliver to the destination.',
  weight: 'The order is too heavy for this delivery method.',
  subtotal: 'This delivery method is not offered for an order of this amount.',
  payment_method: 'This delivery method does not accept this payment method.',
} as const

const notDelivered = {
  destination:
    'The store does not deliver to the destination. If it delivers only to some regions, set destination.region.',
  weight: 'The order is too heavy for all delivery methods to the destination. Order fewer items.',
  subtotal: 'No delivery method to the destination is offered for an order of this amount.',
  payment_method: 'No delivery method to the destination accepts this payment method. Choose another one.',
} as const

/** Why app.delivery_problem finds no delivery method for a cart. */
export const deliveryRefusals = {
  delivery_method_not_found: refusal(
    'delivery_method_not_found',
    {},
    'The store has no active delivery method with this id.',
  ),
  delivery_method_not_offered: refusal(
    'delivery_method_not_offered',
    Reason,
    ({ reason }) => `${notOffered[reason]} A quote lists the delivery methods on offer.`,
  ),
  destination_required: refusal(
    'destination_required',
    {},
    'Delivery depends on the destination. Set destination.country, and destination.region if known.',
  ),
  not_delivered_there: refusal('not_delivered_there', Reason, ({ reason }) => notDelivered[reason]),
} as const satisfies Refusals

const notFound = refusal(
  'discount_not_found',
  {},
  'There is no discount with this code. Check its spelling, or leave it out.',
)

const usedUp = 'This discount has reached its usage limit. Leave it out.'

/** Why app.discount_problem refuses a code, in words for shoppers, who are not told about codes for others. */
export const shopperDiscountRefusals = {
  discount_not_found: notFound,
  discount_not_first_order: notFound,
  discount_not_started: refusal(
    'discount_not_started',
    { starts_at: z.string() },
    ({ starts_at }) => `This discount starts at ${starts_at}.`,
  ),
  discount_ended: refusal(
    'discount_ended',
    { ended_at: z.string() },
    ({ ended_at }) => `This discount ended at ${ended_at}.`,
  ),
  discount_used_up: refusal('discount_used_up', {}, usedUp),
  discount_used_by_customer: refusal('discount_used_up', {}, usedUp),
  discount_not_applicable: refusal(
    'discount_not_applicable',
    {},
    'This discount applies to none of the items. Add an item that it applies to, or leave it out.',
  ),
  // These two refuse only the code, never the order or quote.
  better_discount_applied: refusal(
    'discount_not_applicable',
    { name: z.string() },
    ({ name }) => `With "${name}" in place of this code, the order costs less. The code was not used.`,
    { problem: 'better_discount_applied' },
  ),
  cheaper_without_code: refusal(
    'discount_not_applicable',
    {},
    'With this code, delivery would cost more than it takes off, or would not be offered. The code was not used.',
    { problem: 'cheaper_without_code' },
  ),
  discount_below_minimum: refusal(
    'discount_below_minimum',
    Minimum,
    ({ min_subtotal, min_quantity, subtotal, quantity }) =>
      min_subtotal !== null && subtotal < min_subtotal
        ? `This discount requires at least ${min_subtotal} of items that it applies to; these come to ${subtotal}.`
        : `This discount requires at least ${min_quantity} items that it applies to; there are ${quantity}.`,
  ),
} as const satisfies Refusals

/** The same for the merchant. */
export const cartDiscountRefusals = {
  ...shopperDiscountRefusals,
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
