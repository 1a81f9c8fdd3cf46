import * as z from 'zod'
import { amountRefusals, noneNamed, Unknown } from '../../platform/operation/shared-refusals.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { isolated } from '../../platform/values/isolated.ts'
import { cartDiscountRefusals, deliveryRefusals } from '../checkout/checkout-refusals.ts'

const Variant = z.object({
  id: z.string(),
  title: z.string(),
  sku: z.string().nullable(),
  options: z.record(z.string(), z.string()),
})

const productNotFound = "The customer's store has no such product, or it is archived."

/** Refusals of app.place_order and app.edit_order. */
export const orderRefusals = {
  ...amountRefusals,
  ...deliveryRefusals,
  ...cartDiscountRefusals,
  customer_not_found: refusal(
    'customer_not_found',
    {},
    'No such customer in your stores. Check the id, or create the customer first.',
  ),
  customer_anonymized: refusal(
    'customer_anonymized',
    {},
    'This customer was anonymized. Create a new customer for the order.',
  ),
  product_not_found: refusal('product_not_found', {}, productNotFound),
  sku_not_found: refusal('product_not_found', {}, 'No variant with this SKU in the store. Import the products first.'),
  variant_required: refusal(
    'variant_required',
    { product: z.string(), is_named: z.boolean(), variants: z.array(Variant).optional() },
    ({ product, is_named, variants }) =>
      `"${product}" has ${is_named ? 'no such variant, or it is archived' : 'several variants'}. Set variant_id or variant_sku to one listed in variants${variants ? '' : ' of the first error for this product'}.`,
    { members: ({ variants }) => ({ ...(variants && { variants }) }) },
  ),
  order_too_large: refusal(
    'invalid_amount',
    { max_amount: z.number() },
    ({ max_amount }) => `An order may be at most ${max_amount}. Split it into several orders.`,
  ),
  discount_too_large: refusal(
    'invalid_amount',
    {},
    'The discount is larger than the sum of items, shipping and tax. Reduce it.',
  ),
  total_mismatch: refusal(
    'total_mismatch',
    { expected_total_amount: z.number(), is_exact: z.boolean() },
    ({ expected_total_amount, is_exact }) =>
      `The amounts that you sent add up to ${expected_total_amount}. To book that, send it as total_amount. ${
        is_exact
          ? 'Without total_amount, what you do not send is computed.'
          : 'To book your total, leave out shipping_amount, tax_amount and discount_amount: the difference becomes adjustment_amount.'
      }`,
    { members: ({ expected_total_amount }) => ({ expected_total_amount }) },
  ),
  total_not_exact: refusal(
    'total_mismatch',
    { expected_total_amount: z.number(), computed_total_amount: z.number().nullable() },
    ({ expected_total_amount, computed_total_amount }) =>
      `The amounts that you sent add up to ${expected_total_amount}. To book that, send it as total_amount.${computed_total_amount === null ? '' : ` Without total_amount, what you do not send is computed, and ${computed_total_amount} is booked.`}`,
  ),
  adjustment_too_large: refusal(
    'total_mismatch',
    {
      max_adjustment_percent: z.number(),
      expected_total_amount: z.number(),
      min_total_amount: z.number(),
      max_total_amount: z.number(),
    },
    ({ max_adjustment_percent, expected_total_amount, min_total_amount, max_total_amount }) =>
      `The total must be between ${min_total_amount} and ${max_total_amount}: your role lets it differ from ${expected_total_amount}, the total at catalogue prices, by at most ${max_adjustment_percent} %. Change the prices, the discount or the total, or ask an owner.`,
  ),
  amount_mismatch: refusal(
    'total_mismatch',
    { amount: z.string(), expected_amount: z.number(), expected_total_amount: z.number(), is_exact: z.boolean() },
    ({ amount, expected_amount, is_exact }) =>
      amount === 'total_amount'
        ? `The order comes to ${expected_amount}. To book that, leave out total_amount. ${
            is_exact
              ? 'To book another total, leave out delivery_method_id and discount_code, and send the amounts that add up to it.'
              : 'To book your total, leave out delivery_method_id and discount_code: the amounts that you send then stand.'
          }`
        : `${amount} must be ${expected_amount}, as computed. To book that, send it, or leave it out so that it is computed.`,
    { members: ({ expected_amount, expected_total_amount }) => ({ expected_amount, expected_total_amount }) },
  ),
  insufficient_stock: refusal(
    'insufficient_stock',
    { product: z.string(), available: z.number(), requested: z.number() },
    {
      en: ({ product, available, requested }) =>
        `Only ${available} of "${product}" in stock; ${requested} requested. Reduce the quantity or adjust the stock.`,
      ar: ({ product, available, requested }) =>
        `المتوفر من «${isolated(product)}»: ${isolated(available)}، والمطلوب: ${isolated(requested)}. قلّل الكمية أو عدّل المخزون.`,
    },
    { members: ({ available, requested }) => ({ available, requested }) },
  ),
  orders_external_key: refusal('duplicate', {}, 'Another order in this store already has this external_id.', {
    pointer: '/external_id',
  }),
} as const satisfies Refusals

/** Refusals of the names in an order: of products (app.with_named_items) and of a delivery method (app.find). */
export const namedItemRefusals = {
  delivery_method_name_not_found: refusal('delivery_method_not_found', Unknown, noneNamed, {
    pointer: '/delivery_method_id',
    members: () => ({}),
  }),
  no_product_named: refusal(
    'product_not_found',
    { name: z.string() },
    ({ name }) => `No product "${name}" in this store.`,
    { members: () => ({}) },
  ),
} as const satisfies Refusals

/** Refusals of app.create_order and app.quote_order. */
export const newOrderRefusals = {
  ...orderRefusals,
  ...namedItemRefusals,
  name_not_found: refusal('customer_not_found', Unknown, noneNamed, { pointer: '/customer_id', members: () => ({}) }),
} as const satisfies Refusals
