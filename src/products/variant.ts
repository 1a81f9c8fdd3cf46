import * as z from 'zod'
import type { VariantOptions } from '../db/schema/products.ts'
import { id } from '../ids.ts'
import { Amount, toMajor } from '../money.ts'
import { Line, Text } from '../text.ts'

export const Variant = z.object({
  id: id('variant'),
  title: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  options: z.record(z.string(), z.string()),
  price: z.number(),
  position: z.int(),
  on_hand: z.int(),
  reserved: z.int().describe('Of what is on hand, promised to orders'),
  available: z.int(),
  tracked: z.boolean().describe('False: sold without counting'),
  allow_backorder: z.boolean().describe('Sold past what is on hand'),
})

/** No two variants of a product have the same, which an index of so many bytes sees to. */
const maxOptionBytes = 2000

const bytesOf = (options: VariantOptions) => new TextEncoder().encode(JSON.stringify(options)).length

export const VariantFields = {
  title: Text(200).optional().describe('Default: the values of its options'),
  sku: Line(100).nullable().optional(),
  barcode: Line(100).nullable().optional(),
  options: z
    .record(Line(100), Line(200))
    .refine((options) => Object.keys(options).length <= 10, 'Give at most 10 options')
    .refine(
      (options) => bytesOf(options) <= maxOptionBytes,
      'Names and values of the options come to more than 2,000 bytes of JSON together: shorten them',
    )
    .optional()
    .describe('Option name to value; unlike those of every other variant'),
  price: Amount.nullable().optional().describe("Default: the product's price"),
  tracked: z.boolean().optional(),
  allow_backorder: z.boolean().optional(),
}

export const NewVariant = z.strictObject({
  ...VariantFields,
  on_hand: z.int().min(0).max(1e9).default(0),
})

/** As `variantJson` in read-variants.ts makes it. */
export type VariantJson = {
  readonly id: string
  readonly title: string
  readonly sku: string | null
  readonly barcode: string | null
  readonly options: VariantOptions
  readonly price_minor: number | null
  readonly position: number
  readonly on_hand: number
  readonly reserved: number
  readonly tracked: boolean
  readonly allow_backorder: boolean
}

type Priced = { readonly priceMinor: number; readonly currencyExponent: number }

export const toVariant = (
  { price_minor, title, ...variant }: VariantJson,
  { priceMinor, currencyExponent }: Priced,
): z.output<typeof Variant> => ({
  ...variant,
  title: title || 'Default',
  price: toMajor(price_minor ?? priceMinor, currencyExponent),
  available: variant.on_hand - variant.reserved,
})

export const titleOf = (options: VariantOptions | undefined): string => Object.values(options ?? {}).join(' / ')
