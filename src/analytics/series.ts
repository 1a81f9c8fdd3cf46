import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '../db/client.ts'
import { exactSum, Money } from '../money.ts'
import { type AskedPeriod, periodOf } from './period.ts'

const weekStarts = { monday: 1, saturday: 6, sunday: 7 } as const

export const Interval = z
  .enum(['hour', 'day', 'week', 'month'])
  .describe("Of the store's time zone. Where clocks go back, an hour comes twice")

export const WeekStart = z
  .enum(['monday', 'saturday', 'sunday'])
  .optional()
  .describe('Where the interval is a week; default monday')

/** Of every interval of the period, also of those in which nothing was sold. */
export const Point = z.object({
  start: z.iso.datetime().describe('The beginning of the interval, which of the first may lie before from'),
  local_start: z.iso.datetime({ offset: true }).describe("The same in the store's time zone"),
  partial: z.boolean().describe('The period has only a part of this interval, and the figures are of that part'),
  orders: z.int(),
  revenue: Money,
  refunds: Money,
  units: z.int(),
  cancelled: z.int(),
})

type Asked = AskedPeriod & {
  readonly interval: z.output<typeof Interval>
  readonly week_start?: keyof typeof weekStarts | undefined
}

const figure = (column: string) => sql`point.${sql.identifier(column)}`.mapWith(Number)

export const selectSeries = (db: Db, { interval, week_start = 'monday', ...asked }: Asked) =>
  db
    .select({
      startsAt: sql`point.starts_at`.mapWith((text: string) => new Date(text)),
      clock: sql<string>`point.clock`,
      partial: sql<boolean>`point.partial`,
      orders: figure('orders'),
      grossMinor: figure('gross_minor').mapWith(BigInt),
      refundedMinor: figure('refunded_minor').mapWith(BigInt),
      units: figure('units'),
      cancelled: figure('cancelled'),
    })
    .from(
      sql`${periodOf(asked)} cross join lateral app.sales_series(
        period.store_id, period.timezone, period.from_at, period.to_at, ${interval}, ${weekStarts[week_start]}) as point`,
    )
    .orderBy(sql`point.starts_at`)

export const toPoint = (row: Awaited<ReturnType<typeof selectSeries>>[number], exponent: number) => ({
  start: row.startsAt.toISOString(),
  local_start: localTime(row.startsAt, row.clock),
  partial: row.partial,
  orders: row.orders,
  revenue: exactSum('revenue', row.grossMinor - row.refundedMinor, exponent),
  refunds: exactSum('refunds', row.refundedMinor, exponent),
  units: row.units,
  cancelled: row.cancelled,
})

/** RFC 3339 with the offset by which the clock, given without one, differs from UTC. */
function localTime(at: Date, clock: string): string {
  const shown = new Date(`${clock.replace(' ', 'T')}Z`)
  const minutes = (shown.getTime() - at.getTime()) / 60_000
  const two = (value: number) => String(value).padStart(2, '0')
  const offset = `${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
  return `${shown.toISOString().slice(0, 19)}${minutes < 0 ? '-' : '+'}${offset}`
}
