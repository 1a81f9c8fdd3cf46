import * as z from 'zod'
import type { ProductRow } from './product.ts'
import { toVariant, Variant } from './variant.ts'

export const PriceWarnings = z
  .array(
    z.object({
      code: z.literal('variants_keep_price'),
      detail: z.string(),
      variants: z.array(Variant.pick({ id: true, title: true, sku: true, price: true })),
    }),
  )
  .describe('Only if you sent price, and variants keep a price of their own')

/** For a product whose price was set: the variants to which it does not apply. */
export function priceWarnings(product: ProductRow): { warnings?: z.output<typeof PriceWarnings> } {
  const variants = product.variants
    .filter(({ price_minor }) => price_minor !== null)
    .map((variant) => toVariant(variant, product))
    .map(({ id, title, sku, price }) => ({ id, title, sku, price }))
  if (variants.length === 0) return {}
  const detail = 'These variants keep their own price. To make the price of the product apply, set theirs to null.'
  return { warnings: [{ code: 'variants_keep_price', detail, variants }] }
}
