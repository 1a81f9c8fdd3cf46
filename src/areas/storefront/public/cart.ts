import * as z from 'zod'
import { id } from '../../../platform/values/ids.ts'
import { OrderAddress } from '../../checkout/address.ts'
import { Destination } from '../../checkout/quote.ts'
import { Identifier } from '../../../platform/values/pasted.ts'
import { Line, maybe, Slug } from '../../../platform/values/text.ts'
import { limits } from '../../../platform/values/limits.ts'

const Item = z
  .strictObject({
    product_id: maybe(id('product')),
    product_slug: maybe(Slug),
    variant_id: maybe(id('variant')),
    options: maybe(
      z.record(Line(100), Line(200)).refine((options) => Object.keys(options).length <= 10, {
        message: 'can have at most 10 options',
        params: { code: 'too_big' },
      }),
    ).describe("The variant's options, instead of variant_id. A product with one variant needs neither"),
    quantity: z.int().min(1).max(100),
  })
  .refine(({ product_id, product_slug }) => product_id !== undefined || product_slug !== undefined, {
    message: 'Set either product_id or product_slug',
    path: ['product_id'],
    params: { code: 'required' },
  })
  .refine(({ product_id, product_slug }) => product_id === undefined || product_slug === undefined, {
    message: 'Set either product_id or product_slug',
    path: ['product_id'],
    params: { code: 'conflicting_fields' },
  })
  .refine(({ variant_id, options }) => variant_id === undefined || options === undefined, {
    message: 'Set variant_id or options, not both',
    path: ['options'],
    params: { code: 'conflicting_fields' },
  })

/** What determines the price of a shopper's order. */
export const cart = {
  items: z.array(Item).min(1).max(limits.order.items),
  address: OrderAddress,
  destination: maybe(Destination),
  delivery_method_id: maybe(id('delivery method')).describe('Default: the first of the delivery methods on offer'),
  payment_method: maybe(Line(100)),
  discount_code: maybe(Identifier(100)),
}

export const positioned = <T extends object>(items: readonly T[]) =>
  items.map((item, index) => ({ ...item, position: index + 1 }))
