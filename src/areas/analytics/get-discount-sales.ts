import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { id } from '../../platform/values/ids.ts'
import { exactSum, Money } from '../../platform/values/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { compare, compared } from './compared.ts'
import { PeriodFields, PeriodInput, periodRefusals, readPeriod, toPeriod } from './period.ts'
import {
  bothPeriods,
  NotCollected,
  revenueIn,
  revenueOf,
  revenueSums,
  soldIn,
  type Stretch,
  sumMinorIn,
  type SumsOf,
} from './figures.ts'

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
        .from(soldIn(bounds, sql`app.discount_sales_between(${bothPeriods})`))
        .groupBy(sql`period.store_id, period.from_at, period.to_at, sold.discount_id`)
        .having(sql`${current.orders} > 0`)
        .orderBy(sql`${sortKey[by]} desc, ${current.orders} desc, sold.discount_id`)
        .limit(limit),
    ])
    return {
      ...toPeriod(period),
      by,
      data: results[0].map(({ discountId, discount, ...sums }) => ({
        discount_id: discountId,
        code: discount.code,
        name: discount.name,
        ...compare(sums, toDiscountFigures(period.exponent)),
      })),
    }
  },
)

const sums = (stretch: Stretch) => ({
  ...revenueSums(stretch),
  discountMinor: sumMinorIn(stretch)('discount_minor'),
})

const toDiscountFigures = (exponent: number) => (figures: SumsOf<ReturnType<typeof sums>>) => ({
  orders: figures.orders,
  discount_amount: exactSum('discount_amount', figures.discountMinor, exponent),
  revenue: exactSum('revenue', revenueOf(figures), exponent),
  not_collected: exactSum('not_collected', figures.notCollectedMinor, exponent),
})
