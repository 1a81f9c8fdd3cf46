import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { id } from '../../platform/values/ids.ts'
import { exactSum, Money } from '../../platform/values/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { compare, compared } from './compared.ts'
import { PeriodFields, PeriodInput, periodOf, periodRefusals, readPeriod, toPeriod } from './period.ts'
import { NotCollected, revenueIn, revenueOf, type Stretch, sumIn, sumMinorIn, type SumsOf } from './figures.ts'

const SortKey = z.enum(['discount_amount', 'orders', 'revenue'])

const DiscountSales = z.object({
  discount_id: id('discount'),
  code: z.string().nullable().describe('Null for an automatic discount'),
  name: z.string().describe('The current name, or the last name of a deleted discount'),
  ...compared({
    orders: z.int().describe('Orders with this discount, placed in the period and not cancelled'),
    discount_amount: Money.describe('What the discount took off these orders. Free delivery takes off 0'),
    revenue: Money.describe('Totals of these orders less refunds and not_collected'),
    not_collected: NotCollected,
  }),
})

export const getDiscountSales = operation(
  {
    name: 'get_discount_sales',
    scope: 'analytics:read',
    input: z.strictObject({
      ...PeriodInput,
      by: SortKey.default('discount_amount').describe('Sorted by this, highest first'),
      limit: z.int().min(1).max(50).default(10).describe('At most this many discounts'),
    }),
    output: z.object({
      ...PeriodFields,
      by: SortKey,
      data: z.array(DiscountSales).describe('An order with two discounts counts for both'),
    }),
    refusals: periodRefusals,
  },
  async (context, { by, limit, ...bounds }) => {
    const current = sums('current')
    const sortKey = {
      discount_amount: current.discountMinor,
      orders: current.orders,
      revenue: revenueIn(current),
    }
    const { period, results } = await readPeriod(context, bounds, (db) => [
      db
        .select({
          discountId: sql<string>`sold.discount_id`,
          // Expensive, so PostgreSQL evaluates it last, only for the rows within the limit.
          discount: sql<{ code: string | null; name: string }>`(select to_jsonb(d)
            from app.discount_names(period.store_id, sold.discount_id, period.from_at, period.to_at) as d)`,
          current,
          previous: sums('previous'),
        })
        .from(
          sql`${periodOf(bounds)} cross join lateral app.discount_sales_between(
            period.store_id, array[period.previous_at, period.from_at, period.to_at]) as sold`,
        )
        .groupBy(sql`period.store_id, period.from_at, period.to_at, sold.discount_id`)
        .having(sql`${current.orders} > 0`)
        .orderBy(sql`${sortKey[by]} desc, ${current.orders} desc, sold.discount_id`)
        .limit(limit),
    ])
    return {
      ...toPeriod(period),
      by,
      data: results[0].map(({ discountId, discount, current, previous }) => ({
        discount_id: discountId,
        code: discount.code,
        name: discount.name,
        ...compare({
          current: toDiscountFigures(current, period.exponent),
          previous: toDiscountFigures(previous, period.exponent),
        }),
      })),
    }
  },
)

function sums(stretch: Stretch) {
  const [sum, sumMinor] = [sumIn(stretch), sumMinorIn(stretch)]
  return {
    orders: sum('orders'),
    discountMinor: sumMinor('discount_minor'),
    grossMinor: sumMinor('gross_minor'),
    refundedMinor: sumMinor('refunded_minor'),
    notCollectedMinor: sumMinor('not_collected_minor'),
  }
}

const toDiscountFigures = (figures: SumsOf<ReturnType<typeof sums>>, exponent: number) => ({
  orders: figures.orders,
  discount_amount: exactSum('discount_amount', figures.discountMinor, exponent),
  revenue: exactSum('revenue', revenueOf(figures), exponent),
  not_collected: exactSum('not_collected', figures.notCollectedMinor, exponent),
})
