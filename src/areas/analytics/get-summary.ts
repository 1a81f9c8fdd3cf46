import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { refused } from '../../platform/errors/errors.ts'
import { operation } from '../../platform/operation/operation.ts'
import { compare, compared } from './compared.ts'
import { SalesFigures, salesSums, type SalesSums, soldIn, toSalesFigures } from './figures.ts'
import { Happened, selectHappened, toHappened } from './happened.ts'
import {
  type PeriodBounds,
  type Period,
  PeriodFields,
  PeriodInput,
  periodRefusals,
  readPeriod,
  toPeriod,
} from './period.ts'
import { Interval, Point, selectSeries, toPoint, WeekStart } from './series.ts'

export const getSummary = operation(
  {
    name: 'get_sales_summary',
    scope: 'analytics:read',
    input: z.strictObject({
      ...PeriodInput,
      interval: Interval.optional().describe("Adds data: one point per interval in the store's time zone"),
      week_start: WeekStart,
    }),
    output: z.object({
      ...PeriodFields,
      ...compared(SalesFigures),
      happened: z
        .object(compared(Happened))
        .describe(
          'What happened in the period, whenever the orders were placed; all other figures are of orders placed in the period. In quarter hours',
        ),
      interval: Interval.optional(),
      data: z.array(Point).optional(),
    }),
    refusals: periodRefusals,
  },
  async (context, { interval, week_start, ...bounds }) => {
    if (week_start !== undefined && interval !== 'week')
      throw refused('invalid_input', [
        {
          pointer: '/week_start',
          code: 'option_unused',
          detail: 'week_start is only for interval week. Leave it out.',
        },
      ])
    if (interval === undefined) {
      const { period, results } = await readPeriod(context, bounds, (db) => [
        selectSums(db, bounds),
        selectHappened(db, bounds),
      ])
      return summaryOf(period, ...results)
    }
    const { period, results } = await readPeriod(context, bounds, (db) => [
      selectSums(db, bounds),
      selectHappened(db, bounds),
      selectSeries(db, { ...bounds, interval, week_start }),
    ])
    return {
      ...summaryOf(period, results[0], results[1]),
      interval,
      data: results[2].map((row) => toPoint(row, period.exponent)),
    }
  },
)

/** The response to a request with an interval. */
export const SummaryWithSeries = getSummary.output.required({ interval: true, data: true })

/** One row per stretch with orders. Planning a query with both in one row takes longer than running it. */
const selectSums = (db: Db, bounds: PeriodBounds) =>
  db
    .select({ stretch: sql<number>`sold.stretch`, ...salesSums('each') })
    .from(soldIn(bounds))
    .groupBy(sql`sold.stretch`)

function summaryOf(
  period: Period,
  sums: readonly ({ stretch: number } & SalesSums)[],
  [previous, current]: Awaited<ReturnType<typeof selectHappened>>,
) {
  if (!previous || !current) throw new Error('there are no sums')
  const figures = (nth: number) =>
    toSalesFigures(sums.find(({ stretch }) => stretch === nth) ?? noSums, period.exponent)
  return {
    ...toPeriod(period),
    ...compare({ current: figures(2), previous: figures(1) }),
    happened: compare({
      current: toHappened(current, period.exponent),
      previous: toHappened(previous, period.exponent),
    }),
  }
}

const noSums: SalesSums = {
  orders: 0,
  cancelled: 0,
  grossMinor: 0n,
  refundedMinor: 0n,
  units: 0,
  shipped: 0,
  returned: 0,
  refused: 0,
  discountMinor: 0n,
  shippingMinor: 0n,
  taxMinor: 0n,
  goodsMinor: 0n,
  costedMinor: 0n,
  costMinor: 0n,
}
