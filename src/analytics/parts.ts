import type { SQL } from 'drizzle-orm'
import * as z from 'zod'
import { exactSum, Money } from '../money.ts'
import { rate } from './compared.ts'

/** What orders consist of besides goods, and what their goods earn. Refunds are not subtracted. */
export const PartFigures = {
  discount_amount: Money.describe('Discounts of these orders'),
  shipping_amount: Money.describe('What these orders charge for delivery, with fees for cash on delivery'),
  tax_amount: Money.describe('Tax of these orders, whether prices include it or not'),
  cost_amount: Money.describe('What the goods with a known cost cost the store'),
  margin_amount: Money.describe(
    'Price of the goods with a known cost, after discounts and without tax, minus that cost. Goods that were returned count too',
  ),
  margin_rate: z.number().nullable().describe('margin_amount as a fraction of that price; null if it is 0'),
  margin_coverage: z
    .number()
    .nullable()
    .describe('How much of the price of all goods is of goods with a known cost, as a fraction; null if it is 0'),
}

/** The columns of app.sale_parts that PartFigures are made of. */
export const partSums = (sum: (column: string) => SQL<bigint>) => ({
  discountMinor: sum('discount_minor'),
  shippingMinor: sum('shipping_minor'),
  taxMinor: sum('tax_minor'),
  goodsMinor: sum('goods_minor'),
  costedMinor: sum('costed_minor'),
  costMinor: sum('cost_minor'),
})

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
