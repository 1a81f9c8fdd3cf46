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

const selectSums = (db: Db, bounds: PeriodBounds) =>
  db.select({ current: salesSums('current'), previous: salesSums('previous') }).from(soldIn(bounds))

function summaryOf(
  period: Period,
  [sums]: readonly { current: SalesSums; previous: SalesSums }[],
  [happened]: Awaited<ReturnType<typeof selectHappened>>,
) {
  if (!sums || !happened) throw new Error('there are no sums')
  return {
    ...toPeriod(period),
    ...compare({
      current: toSalesFigures(sums.current, period.exponent),
      previous: toSalesFigures(sums.previous, period.exponent),
    }),
    happened: compare({
      current: toHappened(happened.current, period.exponent),
      previous: toHappened(happened.previous, period.exponent),
    }),
  }
}
