import * as z from 'zod'
import { amountRefusals } from '../../../platform/operation/shared-refusals.ts'
import { deliveryRefusals, shopperDiscountRefusals } from '../../checkout/checkout-refusals.ts'
import { QuoteJson, toQuote } from '../../checkout/quote.ts'
import { refusal, type Refusals } from '../../../platform/operation/refusals.ts'

const Limit = { limit: z.int() }
const Product = { product: z.string() }
const none = () => ({})

/** What app.place_storefront_order refuses, in words that do not reveal how much stock is left. */
export const shopperRefusals = {
  ...amountRefusals,
  ...deliveryRefusals,
  ...shopperDiscountRefusals,
  product_not_found: refusal('product_not_found', {}, 'No such product on sale.'),
  variant_required: refusal(
    'variant_required',
    {
      ...Product,
      variants: z.array(z.object({ id: z.string(), title: z.string(), options: z.record(z.string(), z.string()) })),
    },
    ({ product }) =>
      `"${product}" has several variants. Set variant_id, or copy the options of one listed in variants.`,
    { members: ({ variants }) => ({ variants }) },
  ),
  order_too_large: refusal(
    'invalid_amount',
    { max_amount: z.number() },
    ({ max_amount }) => `The total of an order must be at most ${max_amount}. Order fewer items.`,
    { members: none },
  ),
  total_mismatch: refusal(
    'total_changed',
    { expected_total_amount: z.number(), quote: QuoteJson },
    ({ expected_total_amount }) =>
      `The total is now ${expected_total_amount}. Show the quote to the shopper, and send its total_amount as expected_total.`,
    {
      members: ({ expected_total_amount }) => ({ expected_total_amount }),
      extra: ({ quote }) => ({ quote: toQuote(quote, shopperDiscountRefusals) }),
    },
  ),
  quantity_limit: refusal('quantity_limit', Limit, ({ limit }) => `Order at most ${limit} of one item.`),
  order_quantity_limit: refusal('quantity_limit', Limit, ({ limit }) => `Order at most ${limit} units at once.`),
  limit_reached: refusal(
    'limit_reached',
    Limit,
    ({ limit }) =>
      `This phone number already has ${limit} orders that the store has not confirmed yet. Wait for the store, or contact it.`,
  ),
  rate_limited: refusal(
    'rate_limited',
    { ...Limit, retry_after: z.int() },
    'Too many orders from this network in the last hour. Try again later, or contact the store.',
    { members: ({ limit }) => ({ limit }), retryAfter: ({ retry_after }) => retry_after },
  ),
  sold_out: refusal('insufficient_stock', Product, ({ product }) => `"${product}" is sold out.`, { members: none }),
  is_short: refusal('insufficient_stock', Product, ({ product }) => `Not enough of "${product}" left. Order fewer.`, {
    members: none,
  }),
  some_are_short: refusal(
    'insufficient_stock',
    Product,
    ({ product }) => `Not enough of "${product}" left, or of another item in this order. Order fewer.`,
    { members: none },
  ),
} as const satisfies Refusals
