import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { exactSum, Money } from '../money.ts'
import { Rate, rate } from './compared.ts'
import { type AskedPeriod, periodOf } from './period.ts'

/** `sold`: sums by platform of the period (stretch 2) and of the one before (stretch 1). */
export const soldIn = (asked: AskedPeriod) =>
  sql`${periodOf(asked)} cross join lateral
    app.sales_between(period.store_id, array[period.previous_at, period.from_at, period.to_at]) as sold`

export type Stretch = 'previous' | 'current'

/** Sums of a column of `sold`. */
export const sumIn = (stretch: Stretch) => (column: string) =>
  sql`coalesce(sum(sold.${sql.identifier(column)}) filter (where sold.stretch = ${sql.raw(stretch === 'previous' ? '1' : '2')}), 0)`.mapWith(
    Number,
  )

/** Sums of a column of minor units, which a number may not hold. */
export const sumMinorIn = (stretch: Stretch) => (column: string) => sumIn(stretch)(column).mapWith(BigInt)

export function salesSums(stretch: Stretch) {
  const [sum, sumMinor] = [sumIn(stretch), sumMinorIn(stretch)]
  return {
    orders: sum('orders'),
    cancelled: sum('cancelled'),
    grossMinor: sumMinor('gross_minor'),
    refundedMinor: sumMinor('refunded_minor'),
    units: sum('units'),
    shipped: sum('shipped'),
    returned: sum('returned'),
  }
}

/** What a query gives for sums that it selects. */
export type SumsOf<Selected extends Record<string, SQL>> = {
  [K in keyof Selected]: Selected[K] extends SQL<infer Value> ? Value : never
}

export const MoneyOrNone = z.number().nullable().describe('Major units of the currency; null of no orders')

export const SalesFigures = {
  orders: z.int().describe('Orders made in the period and not cancelled; all that follows is of these, save cancelled'),
  revenue: Money.describe('Totals of the orders, less refunds'),
  gross_sales: Money.describe('Totals of the orders'),
  refunds: Money.describe('Refunded of the orders so far'),
  average_order_value: MoneyOrNone.describe('Revenue an order, rounded to the minor unit; null of no orders'),
  units: z.int().describe('Pieces ordered'),
  cancelled: z.int().describe('Orders made in the period and cancelled since'),
  cancellation_rate: Rate.describe('Cancelled, of all orders made in the period'),
  shipped: z.int().describe('Orders of which anything was shipped, whatever came back'),
  returned: z.int().describe('Orders that were returned, or a part of them'),
  return_rate: Rate.describe('Returned, of those shipped'),
}

export type SalesSums = SumsOf<ReturnType<typeof salesSums>>

export const toSalesFigures = (sums: SalesSums, exponent: number) => ({
  ...toRevenue(sums, exponent),
  gross_sales: exactSum('gross_sales', sums.grossMinor, exponent),
  refunds: exactSum('refunds', sums.refundedMinor, exponent),
  units: sums.units,
  cancelled: sums.cancelled,
  cancellation_rate: rate(sums.cancelled, sums.orders + sums.cancelled),
  shipped: sums.shipped,
  returned: sums.returned,
  return_rate: rate(sums.returned, sums.shipped),
})

/** Orders, and what they brought in. */
export function toRevenue(sums: Pick<SalesSums, 'orders' | 'grossMinor' | 'refundedMinor'>, exponent: number) {
  const revenueMinor = sums.grossMinor - sums.refundedMinor
  return {
    orders: sums.orders,
    revenue: exactSum('revenue', revenueMinor, exponent),
    average_order_value:
      sums.orders === 0 ? null : exactSum('average_order_value', average(revenueMinor, sums.orders), exponent),
  }
}

/** Rounded to the minor unit, half of one up. */
function average(minor: bigint, orders: number): bigint {
  const [sum, count] = [2n * minor + BigInt(orders), 2n * BigInt(orders)]
  return sum >= 0n ? sum / count : -((-sum + count - 1n) / count)
}
