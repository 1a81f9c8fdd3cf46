import * as z from 'zod'
import type { ProductRow } from './product.ts'
import type { VariantRow } from './read-variants.ts'
import { toVariant, Variant, type OfProduct, type VariantJson } from './variant.ts'

export const PriceWarnings = z
  .array(
    z.object({
      code: z.enum(['variants_keep_price', 'compare_at_price_not_above_price']),
      detail: z.string(),
      variants: z.array(Variant.pick({ id: true, title: true, sku: true, price: true })),
    }),
  )
  .describe(
    'variants_keep_price, if you sent the price of a product: variants keep a price of their own. compare_at_price_not_above_price, if you sent compare_at_price or the price of a variant: compare_at_price is not above the price of these variants',
  )

type Warnings = { warnings?: z.output<typeof PriceWarnings> }
type Code = keyof typeof details

const details = {
  variants_keep_price:
    'These variants keep their own price. To make the price of the product apply, set theirs to null.',
  compare_at_price_not_above_price:
    'compare_at_price is not above the price of these variants, so shoppers do not see it there. Raise it, or lower their price.',
} as const

/** Of a changed product: the variants to which a new price does not apply, and those that are no cheaper than before. */
export function priceWarnings(
  product: ProductRow,
  sent: { readonly price?: unknown; readonly compare_at_price?: unknown },
): Warnings {
  const own = product.variants.filter(({ price_minor }) => price_minor !== null)
  return listed([
    sent.price === undefined ? [] : warningOf('variants_keep_price', own, product),
    // The price of the product is not that of these variants.
    sent.compare_at_price === undefined ? [] : aboveFormerPrice(own, product),
  ])
}

/** Of a new product. */
export const newPriceWarnings = (product: ProductRow): Warnings => listed([aboveFormerPrice(product.variants, product)])

/** Of a variant whose price was set. */
export const variantPriceWarnings = (row: VariantRow): Warnings => listed([aboveFormerPrice([row.variant], row)])

const aboveFormerPrice = (variants: readonly VariantJson[], product: OfProduct) => {
  const { compareAtPriceMinor: former } = product
  const isAbove = ({ price_minor, compare_at_price_minor = null }: VariantJson) =>
    former !== null && price_minor !== null && compare_at_price_minor === null && price_minor >= former
  return warningOf('compare_at_price_not_above_price', variants.filter(isAbove), product)
}

function warningOf(code: Code, variants: readonly VariantJson[], product: OfProduct) {
  const shown = variants
    .map((variant) => toVariant(variant, product))
    .map(({ id, title, sku, price }) => ({ id, title, sku, price }))
  return shown.length === 0 ? [] : [{ code, detail: details[code], variants: shown }]
}

function listed(found: readonly (readonly z.output<typeof PriceWarnings>[number][])[]): Warnings {
  const warnings = found.flat()
  return warnings.length === 0 ? {} : { warnings }
}
