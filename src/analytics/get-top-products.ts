import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { products } from '../db/schema/products.ts'
import { id } from '../ids.ts'
import { exactSum, Money } from '../money.ts'
import { operation } from '../operation.ts'
import { compare, compared } from './compared.ts'
import { type Stretch, sumIn, sumMinorIn, type SumsOf } from './figures.ts'
import { PeriodFields, PeriodInput, periodOf, readPeriod, toPeriod } from './period.ts'

const TopProduct = z.object({
  product_id: id('product'),
  title: z.string(),
  ...compared({
    revenue: Money.describe("Of the order's lines, before discounts, shipping, tax and refunds"),
    units: z.int().describe('Pieces ordered, of all variants'),
    returned_units: z.int().describe('Pieces of these that came back'),
    orders: z.int().describe('Orders made in the period with this product and not cancelled'),
  }),
})

export const getTopProducts = operation(
  {
    name: 'get_top_products',
    scope: 'analytics:read',
    input: z.strictObject({
      ...PeriodInput,
      by: z.enum(['revenue', 'units']).default('revenue').describe('What the highest of comes first'),
      limit: z.int().min(1).max(50).default(10).describe('Products at most'),
    }),
    output: z.object({ ...PeriodFields, by: z.enum(['revenue', 'units']), data: z.array(TopProduct) }),
  },
  async (context, { by, limit, ...asked }) => {
    const current = sums('current')
    const most = { revenue: current.revenueMinor, units: current.units }
    const { period, results } = await readPeriod(context, asked, (db) => [
      db
        .select({
          productId: sql<string>`sold.product_id`,
          title: sql<string>`(select p.title from ${products} p where p.store_id = period.store_id and p.id = sold.product_id)`,
          current,
          previous: sums('previous'),
        })
        .from(
          sql`${periodOf(asked)} cross join lateral app.product_sales_between(
            period.store_id, array[period.previous_at, period.from_at, period.to_at]) as sold`,
        )
        .groupBy(sql`period.store_id, sold.product_id`)
        .having(sql`${current.orders} > 0`)
        .orderBy(sql`${most[by]} desc, ${current.revenueMinor} desc, ${current.units} desc, sold.product_id`)
        .limit(limit),
    ])
    return {
      ...toPeriod(period),
      by,
      data: results[0].map(({ productId, title, current, previous }) => ({
        product_id: productId,
        title,
        ...compare({
          current: toProductFigures(current, period.exponent),
          previous: toProductFigures(previous, period.exponent),
        }),
      })),
    }
  },
)

function sums(stretch: Stretch) {
  const sum = sumIn(stretch)
  return {
    revenueMinor: sumMinorIn(stretch)('revenue_minor'),
    units: sum('units'),
    returnedUnits: sum('returned_units'),
    orders: sum('orders'),
  }
}

const toProductFigures = (of: SumsOf<ReturnType<typeof sums>>, exponent: number) => ({
  revenue: exactSum('revenue', of.revenueMinor, exponent),
  units: of.units,
  returned_units: of.returnedUnits,
  orders: of.orders,
})
