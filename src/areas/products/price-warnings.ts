import * as z from 'zod'
import type { ProductRow } from './product.ts'
import type { VariantRow } from './read-variants.ts'
import {
  discountedPrice,
  DiscountedPrice,
  type DescribedDiscount,
  type Discounted,
  toShownDiscount,
} from './shown-discounts.ts'
import { toVariant, Variant, type OfProduct, type VariantJson } from './variant.ts'

export const PriceWarnings = z
  .array(
    z.object({
      code: z.enum(['variants_keep_price', 'compare_at_price_not_above_price', 'also_discounted']),
      detail: z.string(),
      variants: z.array(
        Variant.pick({ id: true, title: true, sku: true, price: true }).extend({
          discounted_price: DiscountedPrice.optional(),
        }),
      ),
    }),
  )
  .describe(
    'variants_keep_price, if you sent the price of a product: variants keep a price of their own. compare_at_price_not_above_price, if you sent compare_at_price or the price of a variant: compare_at_price is not above the price of these variants. also_discounted, if you sent a price or compare_at_price: an automatic discount that runs now makes these variants cheaper, as discounted_price says',
  )

type Warnings = { warnings?: z.output<typeof PriceWarnings> }
type Warning = z.output<typeof PriceWarnings>[number]
type Code = keyof typeof details
type Priced = OfProduct & { readonly discounted: Discounted }

const details = {
  variants_keep_price:
    'These variants keep their own price. To make the price of the product apply, set theirs to null.',
  compare_at_price_not_above_price:
    'compare_at_price is not above the price of these variants, so shoppers do not see it there. Raise it, or lower their price.',
} as const

/** Of a changed product: the variants to which a new price does not apply, and those that are no cheaper than before. */
export function priceWarnings(
  product: ProductRow & Priced,
  sent: { readonly price?: unknown; readonly compare_at_price?: unknown },
): Warnings {
  const own = product.variants.filter(({ price_minor }) => price_minor !== null)
  return listed([
    sent.price === undefined ? [] : warningOf('variants_keep_price', own, product),
    // The price of the product is not that of these variants.
    sent.compare_at_price === undefined ? [] : aboveFormerPrice(own, product),
    alsoDiscounted(pricedBy(product, sent), product),
  ])
}

/** The variants to which what was sent applies. */
function pricedBy({ variants }: ProductRow, sent: { readonly price?: unknown; readonly compare_at_price?: unknown }) {
  if (typeof sent.compare_at_price === 'number') return variants
  return sent.price === undefined ? [] : variants.filter(({ price_minor }) => price_minor === null)
}

/** Of a new product. */
export const newPriceWarnings = (product: ProductRow & Priced): Warnings =>
  listed([aboveFormerPrice(product.variants, product), alsoDiscounted(product.variants, product)])

/** Of a variant whose price was set. */
export const variantPriceWarnings = (row: VariantRow): Warnings =>
  listed([aboveFormerPrice([row.variant], row), alsoDiscounted([row.variant], row)])

/** The variants that automatic discounts make cheaper than their price. */
function alsoDiscounted(variants: readonly VariantJson[], product: Priced): readonly Warning[] {
  const { discounts, amounts } = product.discounted ?? {}
  const concerned = variants.flatMap((variant) => {
    const discounted_price = discountedPrice(
      variant.price_minor ?? product.priceMinor,
      amounts?.[variant.id] ?? null,
      product.currencyExponent,
    )
    return discounted_price === null ? [] : [{ ...shownOf(variant, product), discounted_price }]
  })
  if (!discounts || concerned.length === 0) return []
  const names = namesOf(discounts, product.currencyExponent)
  const detail = `Already discounted automatically by ${names}: shoppers pay less than this price, as discounted_price says. Change the discount or the price if that is not meant.`
  return [{ code: 'also_discounted', detail, variants: concerned }]
}

const maxNamed = 5

/** Such as `"Eid" (10% off), "Summer" (5.00 off)`. */
export function namesOf(discounts: readonly DescribedDiscount[], exponent: number): string {
  const names = discounts.slice(0, maxNamed).map((discount) => nameOf(discount, exponent))
  const all = names.join(', ') + (discounts.length > maxNamed ? ` and ${discounts.length - maxNamed} more` : '')
  return discounts.length > 1 ? `${all}, of which the one that takes off most applies` : all
}

function nameOf(discount: DescribedDiscount, exponent: number): string {
  const { name, kind, value, max_amount } = toShownDiscount(discount, exponent)
  const off = kind === 'percentage' ? `${value}%` : value?.toFixed(exponent)
  return `"${name}" (${off} off${max_amount === null ? '' : `, at most ${max_amount.toFixed(exponent)}`})`
}

const aboveFormerPrice = (variants: readonly VariantJson[], product: OfProduct) => {
  const { compareAtPriceMinor: former } = product
  const isAbove = ({ price_minor, compare_at_price_minor = null }: VariantJson) =>
    former !== null && price_minor !== null && compare_at_price_minor === null && price_minor >= former
  return warningOf('compare_at_price_not_above_price', variants.filter(isAbove), product)
}

function warningOf(code: Code, variants: readonly VariantJson[], product: OfProduct): readonly Warning[] {
  const shown = variants.map((variant) => shownOf(variant, product))
  return shown.length === 0 ? [] : [{ code, detail: details[code], variants: shown }]
}

function shownOf(variant: VariantJson, product: OfProduct) {
  const { id, title, sku, price } = toVariant(variant, product)
  return { id, title, sku, price }
}

function listed(found: readonly (readonly Warning[])[]): Warnings {
  const warnings = found.flat()
  return warnings.length === 0 ? {} : { warnings }
}
