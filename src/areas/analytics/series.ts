import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { exactSum, Money } from '../../platform/values/money.ts'
import { NotCollected, Refunds, revenueOf } from './figures.ts'
import { PartsOfPoint, toPartFigures } from './part-figures.ts'
import { partSums } from './sales-columns.ts'
import { type PeriodBounds, periodOf } from './period.ts'

const weekStarts = { monday: 1, saturday: 6, sunday: 7 } as const

export const Interval = z
  .enum(['hour', 'day', 'week', 'month'])
  .describe("In the store's time zone. When clocks go back, an hour occurs twice")

export const WeekStart = z
  .enum(['monday', 'saturday', 'sunday'])
  .optional()
  .describe('First day of a week, if interval is week. Default: monday')
  .meta({ tool: false })

/** One per interval of the period, including those without orders. */
export const Point = z.object({
  start: z.iso.datetime().describe('Start of the interval; the first can start before from'),
  local_start: z.iso.datetime({ offset: true }).describe("start in the store's time zone"),
  partial: z.boolean().describe('Only a part of the interval lies in the period; the figures count that part'),
  orders: z
    .int()
    .describe('Orders placed in the interval, neither cancelled nor refused altogether. The rest is of these'),
  revenue: Money.describe('Order totals less refunds and not_collected'),
  refunds: Refunds,
  not_collected: NotCollected,
  units: z.int().describe('Units ordered'),
  cancelled: z.int().describe('Orders placed in the interval and cancelled since, without refused ones'),
  ...PartsOfPoint,
})

type SeriesInput = PeriodBounds & {
  readonly interval: z.output<typeof Interval>
  readonly week_start?: keyof typeof weekStarts | undefined
}

const figure = (column: string) => sql`point.${sql.identifier(column)}`.mapWith(Number)

const minorFigure = (column: string) => figure(column).mapWith(BigInt)

export const selectSeries = (db: Db, { interval, week_start = 'monday', ...bounds }: SeriesInput) =>
  db
    .select({
      startsAt: sql`point.starts_at`.mapWith((text: string) => new Date(text)),
      clock: sql<string>`point.clock`,
      partial: sql<boolean>`point.partial`,
      orders: figure('orders'),
      grossMinor: minorFigure('gross_minor'),
      refundedMinor: minorFigure('refunded_minor'),
      notCollectedMinor: minorFigure('not_collected_minor'),
      units: figure('units'),
      cancelled: figure('cancelled'),
      ...partSums(minorFigure),
    })
    .from(
      sql`${periodOf(bounds)} cross join lateral app.sales_points(
        period.store_id, period.timezone, period.from_at, period.to_at, ${interval}, ${weekStarts[week_start]}) as point`,
    )
    .orderBy(sql`point.starts_at`)

export const toPoint = (row: Awaited<ReturnType<typeof selectSeries>>[number], exponent: number) => ({
  start: row.startsAt.toISOString(),
  local_start: localTime(row.startsAt, row.clock),
  partial: row.partial,
  orders: row.orders,
  revenue: exactSum('revenue', revenueOf(row), exponent),
  refunds: exactSum('refunds', row.refundedMinor, exponent),
  not_collected: exactSum('not_collected', row.notCollectedMinor, exponent),
  units: row.units,
  cancelled: row.cancelled,
  ...toPartFigures(row, exponent),
})

/** RFC 3339, with the offset between the clock time and UTC. */
function localTime(at: Date, clock: string): string {
  const shown = new Date(`${clock.replace(' ', 'T')}Z`)
  const minutes = (shown.getTime() - at.getTime()) / 60_000
  const pad = (value: number) => String(value).padStart(2, '0')
  const offset = `${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`
  return `${shown.toISOString().slice(0, 19)}${minutes < 0 ? '-' : '+'}${offset}`
}
