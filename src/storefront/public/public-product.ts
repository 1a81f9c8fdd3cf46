import { sql } from 'drizzle-orm'
import * as z from 'zod'
import {
  inventory,
  type ProductImage,
  type ProductOption,
  products,
  productVariants,
} from '../../db/schema/products.ts'
import { typed } from '../../db/selection.ts'
import { id } from '../../ids.ts'
import { toMajor } from '../../money.ts'
import { optionsOf } from '../../products/product.ts'
import type { RowTime } from '../../row-time.ts'

const PublicVariant = z.strictObject({
  id: id('variant'),
  title: z.string(),
  options: z.record(z.string(), z.string()),
  price: z.number(),
  in_stock: z.boolean(),
})

/** A product on sale as visitors see it, without stock quantities. */
export const PublicProduct = z.strictObject({
  id: id('product'),
  slug: z.string(),
  title: z.string(),
  description: z.string().nullable().describe('Plain text'),
  tags: z.array(z.string()),
  images: z.array(z.strictObject({ url: z.string(), alt: z.string().nullable() })),
  price: z.number(),
  compare_at_price: z.number().nullable(),
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
  readonly in_stock: boolean
}

const variantsOnSale = sql`(select coalesce(jsonb_agg(jsonb_build_object(
    'id', v.id, 'title', v.title, 'options', v.options, 'price_minor', coalesce(v.price_minor, ${products.priceMinor}),
    'in_stock', not i.tracked or i.allow_backorder or i.on_hand > i.reserved + i.unconfirmed_blocked) order by v.position, v.id), '[]')
  from ${productVariants} v join ${inventory} i on i.store_id = v.store_id and i.variant_id = v.id
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
  variants: typed('jsonb', sql<VariantJson[]>`${variantsOnSale}`),
}

export type PublicProductRow = {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly description: string | null
  readonly tags: string[]
  readonly images: ProductImage[]
  readonly priceMinor: number
  readonly compareAtPriceMinor: number | null
  readonly currency: string
  readonly currencyExponent: number
  readonly options: ProductOption[]
  readonly createdAt: RowTime
  readonly variants: VariantJson[]
}

export function toPublicProduct(row: PublicProductRow): z.output<typeof PublicProduct> {
  const major = (minor: number) => toMajor(minor, row.currencyExponent)
  const variants = row.variants.map(({ price_minor, title, ...variant }) => ({
    ...variant,
    title: title || 'Default',
    price: major(price_minor),
  }))
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    tags: row.tags,
    images: row.images,
    price: major(row.priceMinor),
    compare_at_price: row.compareAtPriceMinor === null ? null : major(row.compareAtPriceMinor),
    currency: row.currency,
    options: optionsOf(row),
    variants,
    in_stock: variants.some(({ in_stock }) => in_stock),
  }
}
