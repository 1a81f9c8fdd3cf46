import { getTableColumns, sql } from 'drizzle-orm'
import * as z from 'zod'
import { keptRow } from '../../platform/db/as-table.ts'
import { type ProductImage, products, productStatuses } from '../../platform/db/schema/products.ts'
import { typed } from '../../platform/db/selection.ts'
import type { Deployment, Read } from '../../platform/operation/context.ts'
import { id } from '../../platform/values/ids.ts'
import { Amount, majorOrNull, toMajor } from '../../platform/values/money.ts'
import { toIso, type WithRowTimes } from '../../platform/values/row-time.ts'
import { Line, maybe, Slug, slugOf, Tags, Text } from '../../platform/values/text.ts'
import { variantsOf } from './read-variants.ts'
import { type Discounted, discountedOf } from './shown-discounts.ts'
import { toVariant, Variant, type VariantJson, WeightG } from './variant.ts'
import { limits } from '../../platform/values/limits.ts'

const Pixels = z.int().min(1).max(100_000)

const HttpAddress = z.url({ protocol: /^https?$/ }).max(2000)

const Alt = Text(500).nullable().default(null)

/** A picture in a request. null is a field that is missing, so that what was read can be sent again. */
export const NewImage = z
  .strictObject({
    media_id: maybe(id('file')).describe('Of an uploaded file. Instead of url'),
    url: maybe(HttpAddress),
    alt: Alt,
    width: maybe(Pixels).describe('Ignored for an uploaded file, whose own width is used'),
    height: maybe(Pixels),
  })
  .refine(({ media_id, url }) => (media_id ?? url) !== undefined, {
    message: 'Send media_id or url.',
    path: ['url'],
    params: { code: 'required' },
  })

/** An image by its address alone, which is enough to recognize an uploaded file. */
export const ImageAddress = z.strictObject({ url: HttpAddress, alt: Alt })

export const Option = z.strictObject({
  name: Line(100),
  values: z.array(Line(200)).max(limits.product.variants).default([]),
})

export const ShownImage = z.object({
  url: z.string(),
  alt: z.string().nullable(),
  media_id: id('file').nullable().describe('Null: stored elsewhere'),
  width: z.int().nullable(),
  height: z.int().nullable(),
})

export const Product = z.object({
  id: id('product'),
  store_id: id('store'),
  external_id: z.string().nullable(),
  title: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  status: z.enum(productStatuses),
  tags: z.array(z.string()),
  images: z.array(ShownImage),
  price: z.number(),
  compare_at_price: z.number().nullable(),
  weight_g: z.int().nullable(),
  taxable: z.boolean(),
  cost: z.number().nullable(),
  currency: z.string(),
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  variants: z.array(Variant),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

export const ProductFields = {
  title: Line(300),
  slug: Slug.optional().describe('Unique in the store. Default: derived from the title'),
  description: Text(20_000).nullable().optional(),
  status: z.enum(productStatuses).optional(),
  tags: Tags.optional(),
  images: z.array(NewImage).max(limits.product.pictures).optional(),
  options: z
    .array(Option)
    .max(limits.product.options)
    .optional()
    .describe(
      'Names and values in display order. A variant must have each value. Those that only variants have are appended',
    ),
  price: Amount,
  compare_at_price: Amount.nullable().optional().describe('Former price, shown crossed out'),
  weight_g: WeightG.nullable().optional(),
  taxable: z.boolean().optional(),
  cost: Amount.nullable().optional().describe('What one unit costs you. Never public'),
}

const {
  id: idColumn,
  tagKeys: _tagKeys,
  searchText: _searchText,
  publicSearchText: _publicSearchText,
  variantTerms: _variantTerms,
  publicTerms: _publicTerms,
  ...otherColumns
} = getTableColumns(products)
export const ownColumns = { id: idColumn, ...otherColumns }

/**
 * A product's columns and its variants with their stock. `id` must be first: a null there marks an empty page of the left
 * join.
 */
export const productColumns = {
  ...ownColumns,
  variants: typed('json', sql<VariantJson[]>`${variantsOf(products.storeId, products.id)}`),
}

export type ProductRow = WithRowTimes<
  Omit<typeof products.$inferSelect, 'tagKeys' | 'searchText' | 'publicSearchText' | 'variantTerms' | 'publicTerms'>
> & {
  variants: VariantJson[]
}

export const readProduct: Read<ProductRow & { readonly discounted: Discounted }> = (db, result) =>
  db
    .select({
      ...ownColumns,
      // Results that were stored before products had this field do not have it.
      taxable: sql<boolean>`coalesce(taxable, true)`,
      variants: sql<VariantJson[]>`kept -> 'variants'`,
      discounted: discountedOf,
    })
    .from(keptRow(products, result))

export function toProduct(row: ProductRow): z.output<typeof Product> {
  const major = (minor: number) => toMajor(minor, row.currencyExponent)
  return {
    id: row.id,
    store_id: row.storeId,
    external_id: row.externalId,
    title: row.title,
    slug: row.slug,
    description: row.description,
    status: row.status,
    tags: row.tags,
    images: row.images.map(toImage),
    price: major(row.priceMinor),
    compare_at_price: majorOrNull(row.compareAtPriceMinor, row.currencyExponent),
    weight_g: row.weightG,
    taxable: row.taxable,
    cost: majorOrNull(row.costMinor, row.currencyExponent),
    currency: row.currency,
    options: row.options,
    variants: row.variants.map((variant) => toVariant(variant, row)),
    version: row.version,
    created_at: toIso(row.createdAt),
    updated_at: toIso(row.updatedAt),
  }
}

export const toImage = ({ url, alt, media_id, width, height }: ProductImage) => ({
  url,
  alt,
  media_id: media_id ?? null,
  width: width ?? null,
  height: height ?? null,
})

/** The images of a request as they are stored: with the addresses and sizes of uploaded files. */
export const storedImages = (images: z.output<typeof ProductFields.images>, { publicUrl }: Deployment) =>
  images && sql`app.product_images(${JSON.stringify(images)}::jsonb, ${publicUrl})`

export const defaultSlug = (title: string): string => slugOf(title) || 'product'
