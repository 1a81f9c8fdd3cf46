import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { exactSum } from '../../platform/values/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { compare, compared, rate } from './compared.ts'
import {
  bothPeriods,
  revenueIn,
  SalesFigures,
  soldIn,
  type Stretch,
  sumIn,
  sumMinorIn,
  type SumsOf,
  toRevenue,
} from './figures.ts'
import { PeriodFields, PeriodInput, periodRefusals, readPeriod, toPeriod } from './period.ts'
import { orderSums } from './sales-columns.ts'

const SortKey = z.enum(['revenue', 'orders', 'refused'])

const CitySales = z.object({
  city: z.string().describe('As the newest order spells it. All spellings of a city are one row'),
  country: z.string().nullable().describe('ISO 3166-1 alpha-2 code. Null if the orders do not say it'),
  ...compared({
    orders: SalesFigures.orders.describe(
      'Orders placed in the period, neither cancelled nor refused altogether. Money and units are of these',
    ),
    cancelled: SalesFigures.cancelled,
    revenue: SalesFigures.revenue.describe('Order totals less refunds and not_collected'),
    not_collected: SalesFigures.not_collected,
    average_order_value: SalesFigures.average_order_value,
    units: SalesFigures.units,
    shipped: SalesFigures.shipped,
    returned: SalesFigures.returned,
    refused: SalesFigures.refused,
    refusal_rate: SalesFigures.refusal_rate,
  }),
})

export const getCitySales = operation(
  {
    name: 'get_city_sales',
    scope: 'analytics:read',
    input: z.strictObject({
      ...PeriodInput,
      by: SortKey.default('revenue').describe('Sorted by this, highest first'),
      limit: z.int().min(1).max(50).default(20).describe('At most this many cities'),
    }),
    output: z.object({
      ...PeriodFields,
      by: SortKey,
      data: z.array(CitySales).describe('Orders whose address has no city, or area in its place, are left out'),
    }),
    refusals: periodRefusals,
  },
  async (context, { by, limit, ...bounds }) => {
    const current = sums('current')
    const sortKey = {
      revenue: revenueIn(current),
      orders: current.orders,
      refused: current.refused,
    }
    const { period, results } = await readPeriod(context, bounds, (db) => [
      db
        .select({
          country: sql<string>`sold.country`,
          // Expensive, so PostgreSQL evaluates it last, only for the rows within the limit.
          city: sql<string>`coalesce(app.city_name(period.store_id, sold.country, sold.city_key, period.to_at), sold.city_key)`,
          current,
          previous: sums('previous'),
        })
        .from(soldIn(bounds, sql`app.city_sales_between(${bothPeriods})`))
        .groupBy(sql`period.store_id, period.to_at, sold.country, sold.city_key`)
        .having(sql`${current.orders} + ${current.cancelled} + ${current.refused} > 0`)
        .orderBy(sql`${sortKey[by]} desc, ${current.orders} desc, sold.country, sold.city_key`)
        .limit(limit),
    ])
    return {
      ...toPeriod(period),
      by,
      data: results[0].map(({ country, city, ...sums }) => ({
        city,
        country: country || null,
        ...compare(sums, toCityFigures(period.exponent)),
      })),
    }
  },
)

const sums = (stretch: Stretch) => orderSums(sumIn(stretch), sumMinorIn(stretch))

const toCityFigures = (exponent: number) => (figures: SumsOf<ReturnType<typeof sums>>) => ({
  ...toRevenue(figures, exponent),
  not_collected: exactSum('not_collected', figures.notCollectedMinor, exponent),
  cancelled: figures.cancelled,
  units: figures.units,
  shipped: figures.shipped,
  returned: figures.returned,
  refused: figures.refused,
  refusal_rate: rate(figures.refused, figures.shipped),
})
