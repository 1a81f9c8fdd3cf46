import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { type ProductImage, products, productVariants } from '../../../platform/db/schema/products.ts'
import { type RowOf, typed } from '../../../platform/db/selection.ts'
import { id } from '../../../platform/values/ids.ts'
import { toMajor } from '../../../platform/values/money.ts'
import { stockOfVariant } from '../../products/read-variants.ts'
import { formerPriceOf, majorOrNull } from '../../products/variant.ts'

const DiscountedPrice = z
  .number()
  .nullable()
  .describe('What one unit costs on its own with the automatic discount. Null: no discount applies')

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

/**
 * The products of a page with their automatic discounts. Those for collections are found for all products at once.
 * `publicColumns` needs it.
 */
export const withDiscounts = (rows: SQL) => sql`
  with page as materialized (${rows}), shown as materialized (select * from app.shown_discounts())
  select page.*, app.shown_from(best.rates, best.caps) as prices_from, best.rates, best.caps
    from page cross join lateral (
      select array_agg(d.rate order by d.rate desc, d.cap desc) as rates, array_agg(d.cap order by d.rate desc, d.cap desc) as caps
        from shown as d
       where d.product_ids is null and d.tag_keys is null or page.id = any (d.product_ids) or d.tag_keys && page.tag_keys
          or d.collection_ids is not null
             and (d.id, page.id) in (select discount_id, product_id from app.shown_by_collection((select array_agg(page.id) from page)))
    ) as best`

/** The largest automatic discount on one unit of a product. */
const automaticDiscount = (price: SQL) =>
  sql`app.shown_discount(${price}, products.prices_from, products.rates, products.caps)`

const variantsOnSale = sql`(select coalesce(json_agg(json_build_object(
    'id', v.id, 'title', v.title, 'options', v.options, 'price_minor', coalesce(v.price_minor, ${products.priceMinor}),
    'compare_at_price_minor', v.compare_at_price_minor, 'image_id', v.image_id, 'has_own_price', v.price_minor is not null,
    'discount_minor', case when v.price_minor is not null then ${automaticDiscount(sql`v.price_minor`)} end,
    'in_stock', not i.tracked or i.allow_backorder or i.on_hand > i.reserved + i.unconfirmed_blocked) order by v.position, v.id), '[]')
  from ${productVariants} v ${stockOfVariant}
  where v.store_id = ${products.storeId} and v.product_id = ${products.id} and v.archived_at is null)`

/** Only these columns leave the database. `id` must be first: a null there marks an empty page of the left join. */
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
  discountMinor: typed('bigint', sql<number | null>`${automaticDiscount(sql`${products.priceMinor}`)}`),
}

export const toPublicImage = ({ url, alt, width, height }: ProductImage): z.output<typeof PublicImage> => ({
  url,
  alt,
  width: width ?? null,
  height: height ?? null,
})

export function toPublicProduct(row: RowOf<typeof publicColumns>): z.output<typeof PublicProduct> {
  const major = (minor: number) => toMajor(minor, row.currencyExponent)
  const discounted = (price: number, discount: number | null) => (discount ? major(price - discount) : null)
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
