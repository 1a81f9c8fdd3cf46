import * as z from 'zod'
import { exactSum } from '../../platform/values/money.ts'
import { rate } from './compared.ts'
import type { partSums } from './sales-columns.ts'

const fraction = () => z.number().nullable()

/** Figures of one interval. Those of the period have the descriptions. */
export const PartsOfPoint = {
  discount_amount: z.number(),
  shipping_amount: z.number(),
  tax_amount: z.number(),
  cost_amount: z.number(),
  margin_amount: z.number(),
  margin_rate: fraction(),
  margin_coverage: fraction(),
}

/** What orders consist of besides goods, and what their goods earn. Neither refunds nor what came back are subtracted. */
export const PartFigures = {
  discount_amount: z.number().describe('Discounts of these orders, also of what came back'),
  shipping_amount: z.number().describe('What these orders charge for delivery'),
  tax_amount: z.number().describe('Tax of these orders, added or included'),
  cost_amount: z.number().describe('What the goods of these orders cost the store, as far as it is known'),
  margin_amount: z.number().describe('Of goods with a known cost: price without tax, minus cost_amount'),
  margin_rate: fraction().describe('Share of margin_amount in the price of these goods'),
  margin_coverage: fraction().describe(
    'How much of the goods sold margin_amount covers: the share of their price that belongs to goods with a known cost, 0 to 1',
  ),
}

type PartSums = { readonly [K in keyof ReturnType<typeof partSums>]: bigint }

export function toPartFigures(sums: PartSums, exponent: number) {
  const marginMinor = sums.costedMinor - sums.costMinor
  return {
    discount_amount: exactSum('discount_amount', sums.discountMinor, exponent),
    shipping_amount: exactSum('shipping_amount', sums.shippingMinor, exponent),
    tax_amount: exactSum('tax_amount', sums.taxMinor, exponent),
    cost_amount: exactSum('cost_amount', sums.costMinor, exponent),
    margin_amount: exactSum('margin_amount', marginMinor, exponent),
    margin_rate: rate(Number(marginMinor), Number(sums.costedMinor)),
    margin_coverage: rate(Number(sums.costedMinor), Number(sums.goodsMinor)),
  }
}
