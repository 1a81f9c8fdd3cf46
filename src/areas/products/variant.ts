import * as z from 'zod'
import type { VariantOptions } from '../../platform/db/schema/products.ts'
import { id } from '../../platform/values/ids.ts'
import { Amount, majorOrNull, toMajor } from '../../platform/values/money.ts'
import { Identifier } from '../../platform/values/pasted.ts'
import { Line, Text } from '../../platform/values/text.ts'

export const Variant = z.object({
  id: id('variant'),
  title: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  options: z.record(z.string(), z.string()),
  price: z.number(),
  compare_at_price: z.number().nullable(),
  weight_g: z.int().nullable(),
  taxable: z.boolean(),
  cost: z.number().nullable(),
  image_id: id('file').nullable().describe("media_id of one of the product's images"),
  position: z.int(),
  on_hand: z.int(),
  reserved: z.int().describe('Units on hand reserved for orders'),
  available: z.int(),
  tracked: z.boolean().describe('If false, stock is not counted'),
  allow_backorder: z.boolean().describe('Can be ordered when out of stock'),
  low_stock_threshold: z.int().nullable(),
})

export const Threshold = z.int().min(0).max(1e9)

/** At most ten tonnes. */
export const WeightG = z.int().min(0).max(10_000_000)

/** The unique index on a variant's options has no room for more. */
const maxOptionBytes = 2000

const bytesOf = (options: VariantOptions) => new TextEncoder().encode(JSON.stringify(options)).length

export const VariantFields = {
  title: Text(200).optional().describe('Default: the values of the options'),
  sku: Identifier(100).nullable().optional(),
  barcode: Identifier(100).nullable().optional(),
  options: z
    .record(Line(100), Line(200))
    .refine((options) => Object.keys(options).length <= 10, {
      message: 'must have at most 10 entries',
      params: { code: 'too_big' },
    })
    .refine((options) => bytesOf(options) <= maxOptionBytes, {
      message: 'must be at most 2,000 bytes as JSON. Shorten names or values.',
      params: { code: 'too_big' },
    })
    .optional()
    .describe('Option names and values. Unique among the variants of a product'),
  price: Amount.nullable().optional().describe("Default: the product's price"),
  compare_at_price: Amount.nullable()
    .optional()
    .describe("Former price, above the price. Default: the product's, if it is above the price"),
  weight_g: WeightG.nullable().optional().describe("Default: the product's"),
  taxable: z.boolean().nullable().optional().describe("Default: the product's"),
  cost: Amount.nullable().optional().describe("Default: the product's"),
  image_id: id('file').nullable().optional().describe("media_id of one of the product's images"),
  tracked: z.boolean().optional(),
  allow_backorder: z.boolean().optional(),
  low_stock_threshold: Threshold.nullable()
    .optional()
    .describe('Stock is low when the available units are at or below this number'),
}

export const NewVariant = z.strictObject({
  ...VariantFields,
  on_hand: z.int().min(0).max(1e9).default(0),
})

/** Created by `variantJson` in read-variants.ts. */
export type VariantJson = {
  readonly id: string
  readonly title: string
  readonly sku: string | null
  readonly barcode: string | null
  readonly options: VariantOptions
  readonly price_minor: number | null
  /** Absent from results that were stored before variants had it. */
  readonly compare_at_price_minor?: number | null
  readonly weight_g: number | null
  readonly taxable: boolean | null
  readonly cost_minor: number | null
  /** Results that were stored before variants had this field do not have it. */
  readonly image_id?: string | null
  readonly position: number
  readonly on_hand: number
  readonly reserved: number
  readonly tracked: boolean
  readonly allow_backorder: boolean
  /** Absent from results that were stored before variants had it. */
  readonly low_stock_threshold?: number | null
}

/** What a variant has of its product, unless it has its own. */
export type OfProduct = {
  readonly priceMinor: number
  readonly compareAtPriceMinor: number | null
  readonly weightG: number | null
  readonly taxable: boolean
  readonly costMinor: number | null
  readonly currencyExponent: number
}

/** A variant without options and a title of its own is called Default. */
export const shownTitle = (title: string): string => title || 'Default'

/** What a variant cost before: its own former price, or the product's if that is above its price. */
export const formerPriceOf = (own: number | null | undefined, product: number | null, price: number): number | null =>
  own ?? (product !== null && product > price ? product : null)

const priceOf = (variant: VariantJson, product: OfProduct) => variant.price_minor ?? product.priceMinor

export const toVariant = (variant: VariantJson, product: OfProduct): z.output<typeof Variant> => ({
  id: variant.id,
  title: shownTitle(variant.title),
  sku: variant.sku,
  barcode: variant.barcode,
  options: variant.options,
  price: toMajor(priceOf(variant, product), product.currencyExponent),
  compare_at_price: majorOrNull(
    formerPriceOf(variant.compare_at_price_minor, product.compareAtPriceMinor, priceOf(variant, product)),
    product.currencyExponent,
  ),
  weight_g: variant.weight_g ?? product.weightG,
  taxable: variant.taxable ?? product.taxable,
  cost: majorOrNull(variant.cost_minor ?? product.costMinor, product.currencyExponent),
  image_id: variant.image_id ?? null,
  position: variant.position,
  on_hand: variant.on_hand,
  reserved: variant.reserved,
  available: variant.on_hand - variant.reserved,
  tracked: variant.tracked,
  allow_backorder: variant.allow_backorder,
  low_stock_threshold: variant.low_stock_threshold ?? null,
})

export const titleOf = (options: VariantOptions | undefined): string => Object.values(options ?? {}).join(' / ')
