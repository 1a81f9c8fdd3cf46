import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { exactSum, Money } from '../../platform/values/money.ts'
import { type PeriodBounds, periodOf } from './period.ts'

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

const count = (column: string) => sql`happened.${sql.identifier(column)}`.mapWith(Number)
const sumMinor = (column: string) => count(column).mapWith(BigInt)

/** Two rows: the previous period, and the period. */
export const selectHappened = (db: Db, bounds: PeriodBounds) =>
  db
    .select({
      confirmed: count('confirmed'),
      shipped: count('shipped'),
      delivered: count('delivered'),
      cancelled: count('cancelled'),
      refused: count('refused'),
      returned: count('returned'),
      paidMinor: sumMinor('paid_minor'),
      refundedMinor: sumMinor('refunded_minor'),
    })
    .from(
      sql`${periodOf(bounds)} cross join lateral
        app.activity_in(period.store_id, array[period.previous_at, period.from_at, period.to_at]) as happened`,
    )
    .orderBy(sql`happened.stretch`)

export const toHappened = (
  { paidMinor, refundedMinor, ...counts }: Awaited<ReturnType<typeof selectHappened>>[number],
  exponent: number,
) => ({
  ...counts,
  paid_amount: exactSum('paid_amount', paidMinor, exponent),
  refunded_amount: exactSum('refunded_amount', refundedMinor, exponent),
})
