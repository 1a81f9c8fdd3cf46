import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod'
import { exactSum, Money } from '../../platform/values/money.ts'
import { Rate, rate } from './compared.ts'
import { PartFigures, toPartFigures } from './part-figures.ts'
import { type PeriodBounds, periodOf } from './period.ts'
import { salesColumns } from './sales-columns.ts'

export type Stretch = 'previous' | 'current'

/** The sum of a column of `sold`. */
export const sumIn = (stretch: Stretch) => (column: string) =>
  sql`coalesce(sum(sold.${sql.identifier(column)}) filter (where sold.stretch = ${sql.raw(stretch === 'previous' ? '1' : '2')}), 0)`.mapWith(
    Number,
  )

/** The sum of a column of minor units, which can exceed what a number holds exactly. */
export const sumMinorIn = (stretch: Stretch) => (column: string) => sumIn(stretch)(column).mapWith(BigInt)

/** The values that a query returns for the sums it selects. */
export type SumsOf<Selected extends Record<string, SQL>> = {
  [K in keyof Selected]: Selected[K] extends SQL<infer Value> ? Value : never
}

/** The store and the bounds of both periods, which functions with sums take. */
export const bothPeriods = sql`period.store_id, array[period.previous_at, period.from_at, period.to_at]`

/** Rows `sold`: sums of the previous period (stretch 1) and of the period (stretch 2). Default: per platform. */
export const soldIn = (bounds: PeriodBounds, sales = sql`app.sales_in(${bothPeriods})`) =>
  sql`${periodOf(bounds)} cross join lateral ${sales} as sold`

export const salesSums = (stretch: Stretch) => salesColumns(sumIn(stretch), sumMinorIn(stretch))

export const MoneyOrNone = z.number().nullable().describe('Major units; null without orders')

const Revenue = Money.describe(
  'gross_sales less refunds and not_collected: what was received and kept, and what is still to come',
)

export const Refunds = Money.describe(
  'Refunds of these orders so far, whenever they were made, except refunds of overpayments and those marked due_again',
)

export const NotCollected = Money.describe(
  'The value of goods of these orders that came back and had not been paid for',
)

export const SalesFigures = {
  orders: z
    .int()
    .describe(
      'Orders placed in the period, neither cancelled nor refused altogether. Money, units and parts are of these',
    ),
  revenue: Revenue,
  gross_sales: Money.describe('Order totals'),
  refunds: Refunds,
  not_collected: NotCollected,
  average_order_value: MoneyOrNone.describe('Revenue per order, rounded to the minor unit; null without orders'),
  units: z.int().describe('Units ordered, whether or not they came back'),
  cancelled: z.int().describe('Orders placed in the period and cancelled since, without refused ones'),
  cancellation_rate: Rate.describe('Share of orders and cancelled'),
  shipped: z.int().describe('Orders placed in the period and shipped since at least in part, even if they came back'),
  returned: z.int().describe('Orders placed in the period of which the customer returned at least a part since'),
  return_rate: Rate.describe('Share of shipped'),
  refused: z.int().describe('Orders placed in the period of which at least a part came back undelivered since'),
  refusal_rate: Rate.describe('Share of shipped'),
  ...PartFigures,
}

export type SalesSums = SumsOf<ReturnType<typeof salesSums>>

export const toSalesFigures = (sums: SalesSums, exponent: number) => ({
  ...toRevenue(sums, exponent),
  gross_sales: exactSum('gross_sales', sums.grossMinor, exponent),
  refunds: exactSum('refunds', sums.refundedMinor, exponent),
  not_collected: exactSum('not_collected', sums.notCollectedMinor, exponent),
  units: sums.units,
  cancelled: sums.cancelled,
  cancellation_rate: rate(sums.cancelled, sums.orders + sums.cancelled),
  shipped: sums.shipped,
  returned: sums.returned,
  return_rate: rate(sums.returned, sums.shipped),
  refused: sums.refused,
  refusal_rate: rate(sums.refused, sums.shipped),
  ...toPartFigures(sums, exponent),
})

/** What revenue is made of. `of`: with `new_`, only that of customers' first orders. */
export const revenueSums = (stretch: Stretch, of: '' | 'new_' = '') => ({
  orders: sumIn(stretch)(`${of}orders`),
  grossMinor: sumMinorIn(stretch)(`${of}gross_minor`),
  refundedMinor: sumMinorIn(stretch)(`${of}refunded_minor`),
  notCollectedMinor: sumMinorIn(stretch)(`${of}not_collected_minor`),
})

export type RevenueSums = SumsOf<ReturnType<typeof revenueSums>>

export const revenueOf = (sums: Omit<RevenueSums, 'orders'>): bigint =>
  sums.grossMinor - sums.refundedMinor - sums.notCollectedMinor

/** The same to sort by. */
export const revenueIn = (sums: { readonly [Name in keyof Omit<RevenueSums, 'orders'>]: SQL }): SQL =>
  sql`${sums.grossMinor} - ${sums.refundedMinor} - ${sums.notCollectedMinor}`

export function toRevenue(sums: RevenueSums, exponent: number) {
  const revenueMinor = revenueOf(sums)
  return {
    orders: sums.orders,
    revenue: exactSum('revenue', revenueMinor, exponent),
    average_order_value:
      sums.orders === 0 ? null : exactSum('average_order_value', average(revenueMinor, sums.orders), exponent),
  }
}

/** Rounded half up to the minor unit. */
function average(minor: bigint, orders: number): bigint {
  const [sum, count] = [2n * minor + BigInt(orders), 2n * BigInt(orders)]
  return sum >= 0n ? sum / count : -((-sum + count - 1n) / count)
}
