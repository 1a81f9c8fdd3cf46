import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type ProductImage, products, productVariants } from '../../../platform/db/schema/products.ts'
import { type RowOf, typed } from '../../../platform/db/selection.ts'
import { id } from '../../../platform/values/ids.ts'
import { majorOrNull, toMajor } from '../../../platform/values/money.ts'
import { stockOfVariant } from '../../products/read-variants.ts'
import {
  discountedPrice,
  DiscountedPrice,
  discountOfProduct,
  discountOfVariant,
} from '../../products/shown-discounts.ts'
import { formerPriceOf } from '../../products/variant.ts'

const PublicVariant = z.strictObject({
  id: id('variant'),
  title: z.string(),
  options: z.record(z.string(), z.string()),
  price: z.number(),
  compare_at_price: z.number().nullable().describe("Its own, or the product's if that is above its price"),
  discounted_price: DiscountedPrice,
  image_url: z.string().nullable().describe("The variant's own picture, one of the product's images"),
  in_stock: z.boolean(),
})

export const PublicImage = z.strictObject({
  url: z.string().describe('For a smaller picture, add ?w=<pixels> if width is known'),
  alt: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
})

/** A visible product as shoppers see it, without stock quantities. */
export const PublicProduct = z.strictObject({
  id: id('product'),
  slug: z.string(),
  title: z.string(),
  description: z.string().nullable().describe('Plain text'),
  tags: z.array(z.string()),
  images: z.array(PublicImage),
  price: z.number(),
  compare_at_price: z.number().nullable(),
  discounted_price: DiscountedPrice,
  currency: z.string(),
  options: z.array(z.strictObject({ name: z.string(), values: z.array(z.string()) })),
  variants: z.array(PublicVariant),
  in_stock: z.boolean().describe('Whether any variant is in stock'),
})

type VariantJson = {
  readonly id: string
  readonly title: string
  readonly options: Record<string, string>
  readonly price_minor: number
  readonly compare_at_price_minor: number | null
  /** Null: none, or that of the product if the variant has its price. */
  readonly discount_minor: number | null
  readonly has_own_price: boolean
  readonly image_id: string | null
  readonly in_stock: boolean
}

const variantsOnSale = sql`(select coalesce(json_agg(json_build_object(
    'id', v.id, 'title', v.title, 'options', v.options, 'price_minor', coalesce(v.price_minor, ${products.priceMinor}),
    'compare_at_price_minor', v.compare_at_price_minor, 'image_id', v.image_id, 'has_own_price', v.price_minor is not null,
    'in_stock', not i.tracked or i.allow_backorder or i.on_hand > i.reserved + i.unconfirmed_blocked${discountOfVariant}) order by v.position, v.id), '[]')
  from ${productVariants} v ${stockOfVariant}
  where v.store_id = ${products.storeId} and v.product_id = ${products.id} and v.archived_at is null)`

/**
 * Only these columns of the products of `withDiscounts` leave the database. `id` must be first: a null there marks an empty page
 * of the left join.
 */
export const publicColumns = {
  id: products.id,
  slug: products.slug,
  title: products.title,
  description: products.description,
  tags: products.tags,
  images: products.images,
  priceMinor: products.priceMinor,
  compareAtPriceMinor: products.compareAtPriceMinor,
  currency: products.currency,
  currencyExponent: products.currencyExponent,
  options: products.options,
  createdAt: products.createdAt,
  variants: typed('json', sql<VariantJson[]>`${variantsOnSale}`),
  discountMinor: discountOfProduct,
}

export const toPublicImage = ({ url, alt, width, height }: ProductImage): z.output<typeof PublicImage> => ({
  url,
  alt,
  width: width ?? null,
  height: height ?? null,
})

export function toPublicProduct(row: RowOf<typeof publicColumns>): z.output<typeof PublicProduct> {
  const major = (minor: number) => toMajor(minor, row.currencyExponent)
  const discounted = (price: number, discount: number | null) => discountedPrice(price, discount, row.currencyExponent)
  const variants = row.variants.map(
    ({
      id,
      title,
      options,
      price_minor,
      compare_at_price_minor,
      discount_minor,
      has_own_price,
      image_id,
      in_stock,
    }) => ({
      id,
      title: title || 'Default',
      options,
      price: major(price_minor),
      compare_at_price: majorOrNull(
        formerPriceOf(compare_at_price_minor, row.compareAtPriceMinor, price_minor),
        row.currencyExponent,
      ),
      discounted_price: discounted(price_minor, has_own_price ? discount_minor : row.discountMinor),
      image_url: (image_id && row.images.find(({ media_id }) => media_id === image_id)?.url) || null,
      in_stock,
    }),
  )
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    tags: row.tags,
    images: row.images.map(toPublicImage),
    price: major(row.priceMinor),
    compare_at_price: majorOrNull(row.compareAtPriceMinor, row.currencyExponent),
    discounted_price: discounted(row.priceMinor, row.discountMinor),
    currency: row.currency,
    options: row.options,
    variants,
    in_stock: variants.some(({ in_stock }) => in_stock),
  }
}
