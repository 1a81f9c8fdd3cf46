import type { SQL } from 'drizzle-orm'
import * as z from 'zod'
import { exactSum, Money } from '../../platform/values/money.ts'
import type { SumsOf } from './figures.ts'

/** What happened in a period, whenever the orders were placed. */
export const Happened = {
  confirmed: z.int().describe('Orders first confirmed'),
  shipped: z.int().describe('Orders of which the first shipment left'),
  delivered: z.int().describe('Orders delivered'),
  cancelled: z.int().describe('Orders cancelled, without refused ones'),
  refused: z.int().describe('Parcels that came back undelivered'),
  returned: z.int().describe('Returns by customers'),
  paid_amount: Money.describe('Payments received'),
  refunded_amount: Money.describe('Refunds made'),
}

/** What Happened is made of, as columns of app.sales_summary. */
export const happenedColumns = (sum: (column: string) => SQL<number>, sumMinor: (column: string) => SQL<bigint>) => ({
  confirmed: sum('happened_confirmed'),
  shipped: sum('happened_shipped'),
  delivered: sum('happened_delivered'),
  cancelled: sum('happened_cancelled'),
  refused: sum('happened_refused'),
  returned: sum('happened_returned'),
  paidMinor: sumMinor('happened_paid_minor'),
  refundedMinor: sumMinor('happened_refunded_minor'),
})

export const toHappened = (
  { paidMinor, refundedMinor, ...counts }: SumsOf<ReturnType<typeof happenedColumns>>,
  exponent: number,
) => ({
  ...counts,
  paid_amount: exactSum('paid_amount', paidMinor, exponent),
  refunded_amount: exactSum('refunded_amount', refundedMinor, exponent),
})
