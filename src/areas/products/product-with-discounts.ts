import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { products } from '../../platform/db/schema/products.ts'
import { typed } from '../../platform/db/selection.ts'
import { severalOf } from '../../platform/values/text.ts'
import { ownColumns, Product, type ProductRow, toProduct } from './product.ts'
import { variantsOf } from './read-variants.ts'
import {
  type DescribedDiscount,
  discountColumns,
  DiscountedPrice,
  discountedPrice,
  discountOf,
  discountOfVariant,
  ShownDiscount,
  toShownDiscount,
} from './shown-discounts.ts'
import { Variant, type VariantJson } from './variant.ts'

/** What reading products can return besides them. */
export const AskedOfProducts = {
  include: severalOf(['discounts'])
    .optional()
    .describe('discounts: also returns the automatic discounts that run now, and what a unit costs with the best one'),
}

export const includedOfProducts = ['discounted_price', 'discounts'] as const

const VariantWithDiscount = Variant.extend({ discounted_price: DiscountedPrice })

/** As shoppers see it, for merchants. */
export const ProductWithDiscounts = Product.extend({
  variants: z.array(VariantWithDiscount),
  discounted_price: DiscountedPrice,
  discounts: z.array(ShownDiscount),
})

/** A product, with its discounts if the request asks for them. */
export const ProductWithIncluded = Product.extend({
  variants: z.array(
    Variant.extend({
      discounted_price: DiscountedPrice.optional().describe(
        'With include=discounts: what one unit costs on its own with the best automatic discount. Null: none applies',
      ),
    }),
  ),
  discounted_price: DiscountedPrice.optional().describe(
    'With include=discounts: what one unit costs on its own with the best automatic discount. Null: none applies',
  ),
  discounts: z
    .array(ShownDiscount)
    .optional()
    .describe(
      'With include=discounts: the automatic discounts that run now and apply to this product, whatever else is in the cart and whoever buys',
    ),
})

type VariantWithDiscountJson = VariantJson & { readonly discount_minor?: number | null }

/** Of the products of `withDescribedDiscounts`. `id` must be first, as in `productColumns`. */
export const columnsWithDiscounts = {
  ...ownColumns,
  variants: typed(
    'json',
    sql<VariantWithDiscountJson[]>`${variantsOf(products.storeId, products.id, discountOfVariant)}`,
  ),
  ...discountColumns,
}

type Row = ProductRow & {
  readonly variants: readonly VariantWithDiscountJson[]
  readonly discountMinor: number | null
  readonly discounts: readonly DescribedDiscount[] | null
}

export function toProductWithDiscounts(row: Row): z.output<typeof ProductWithDiscounts> {
  const { currencyExponent: exponent, priceMinor, discountMinor, discounts } = row
  const prices = new Map(
    row.variants.map((variant) => [
      variant.id,
      discountedPrice(variant.price_minor ?? priceMinor, discountOf(variant, row), exponent),
    ]),
  )
  const product = toProduct(row)
  return {
    ...product,
    variants: product.variants.map((variant) => ({ ...variant, discounted_price: prices.get(variant.id) ?? null })),
    discounted_price: discountedPrice(priceMinor, discountMinor, exponent),
    discounts: (discounts ?? []).map((discount) => toShownDiscount(discount, exponent)),
  }
}
