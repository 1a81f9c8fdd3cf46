import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { exactSum, Money } from '../../platform/values/money.ts'
import { type PeriodBounds, periodOf } from './period.ts'
import { type Stretch, sumIn, sumMinorIn, type SumsOf } from './figures.ts'

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

function sums(stretch: Stretch) {
  const [sum, sumMinor] = [sumIn(stretch), sumMinorIn(stretch)]
  return {
    confirmed: sum('confirmed'),
    shipped: sum('shipped'),
    delivered: sum('delivered'),
    cancelled: sum('cancelled'),
    refused: sum('refused'),
    returned: sum('returned'),
    paidMinor: sumMinor('paid_minor'),
    refundedMinor: sumMinor('refunded_minor'),
  }
}

export const selectHappened = (db: Db, bounds: PeriodBounds) =>
  db.select({ current: sums('current'), previous: sums('previous') }).from(
    sql`${periodOf(bounds)} cross join lateral
      app.activity_in(period.store_id, array[period.previous_at, period.from_at, period.to_at]) as sold`,
  )

export const toHappened = (
  { paidMinor, refundedMinor, ...counts }: SumsOf<ReturnType<typeof sums>>,
  exponent: number,
) => ({
  ...counts,
  paid_amount: exactSum('paid_amount', paidMinor, exponent),
  refunded_amount: exactSum('refunded_amount', refundedMinor, exponent),
})
