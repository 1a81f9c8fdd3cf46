import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { products } from '../../platform/db/schema/products.ts'
import { id } from '../../platform/values/ids.ts'
import { exactSum, Money } from '../../platform/values/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { compare, compared } from './compared.ts'
import { PeriodFields, PeriodInput, periodOf, periodRefusals, readPeriod, toPeriod } from './period.ts'
import { type Stretch, sumIn, sumMinorIn, type SumsOf } from './figures.ts'

const TopProduct = z.object({
  product_id: id('product'),
  title: z.string(),
  ...compared({
    revenue: Money.describe('Sum of order lines before discounts, shipping, tax and refunds'),
    units: z.int().describe('Units ordered, all variants together'),
    returned_units: z.int().describe('Units of these that were returned'),
    orders: z.int().describe('Orders with this product, placed in the period and not cancelled'),
  }),
})

export const getTopProducts = operation(
  {
    name: 'get_top_products',
    scope: 'analytics:read',
    input: z.strictObject({
      ...PeriodInput,
      by: z.enum(['revenue', 'units']).default('revenue').describe('Sorted by this, highest first'),
      limit: z.int().min(1).max(50).default(10).describe('At most this many products'),
    }),
    output: z.object({ ...PeriodFields, by: z.enum(['revenue', 'units']), data: z.array(TopProduct) }),
    refusals: periodRefusals,
  },
  async (context, { by, limit, ...bounds }) => {
    const current = sums('current')
    const sortKey = { revenue: current.revenueMinor, units: current.units }
    const { period, results } = await readPeriod(context, bounds, (db) => [
      db
        .select({
          productId: sql<string>`sold.product_id`,
          title: sql<string>`(select p.title from ${products} p where p.store_id = period.store_id and p.id = sold.product_id)`,
          current,
          previous: sums('previous'),
        })
        .from(
          sql`${periodOf(bounds)} cross join lateral app.product_sales_between(
            period.store_id, array[period.previous_at, period.from_at, period.to_at]) as sold`,
        )
        .groupBy(sql`period.store_id, sold.product_id`)
        .having(sql`${current.orders} > 0`)
        .orderBy(sql`${sortKey[by]} desc, ${current.revenueMinor} desc, ${current.units} desc, sold.product_id`)
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

const toProductFigures = (figures: SumsOf<ReturnType<typeof sums>>, exponent: number) => ({
  revenue: exactSum('revenue', figures.revenueMinor, exponent),
  units: figures.units,
  returned_units: figures.returnedUnits,
  orders: figures.orders,
})
