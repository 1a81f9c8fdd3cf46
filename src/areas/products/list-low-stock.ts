import * as z from 'zod'
import type { Caller } from '../../platform/operation/context.ts'
import { listInventory, VariantStock } from './list-inventory.ts'
import { shownTitle } from './variant.ts'

const input = listInventory.input.pick({ limit: true, cursor: true, threshold: true, search: true }).extend({
  threshold: listInventory.input.shape.threshold
    .describe('At most so many units available, for all variants. Default: their own low_stock_threshold, or 0')
    .meta({ tool: "Default: each variant's own, or 0" }),
})

/** The variants that are nearly or quite sold out, the fewest units first. */
export const listLowStock = Object.assign(
  (caller: Caller, asked: z.output<typeof input>) =>
    listInventory(caller, { ...asked, low_stock: true, sort: 'available' }),
  { scope: listInventory.scope, input },
)

/** A variant in few words. */
export const LowStock = VariantStock.pick({ sku: true, available: true, reserved: true, variant_id: true }).extend({
  title: z.string().describe('Of the product, and of the variant if it has one'),
  threshold: z.int().nullable(),
})

export const toLowStock = (stock: z.output<typeof VariantStock>): z.output<typeof LowStock> => ({
  title: [stock.product_title, ...(stock.variant_title === shownTitle('') ? [] : [stock.variant_title])].join(' – '),
  sku: stock.sku,
  available: stock.available,
  reserved: stock.reserved,
  threshold: stock.low_stock_threshold,
  variant_id: stock.variant_id,
})
