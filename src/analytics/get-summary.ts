import * as z from 'zod'
import type { Db } from '../db/client.ts'
import { operation } from '../operation.ts'
import { compare, compared } from './compared.ts'
import { SalesFigures, salesSums, type SalesSums, soldIn, toSalesFigures } from './figures.ts'
import { type AskedPeriod, type Period, PeriodFields, PeriodInput, readPeriod, toPeriod } from './period.ts'
import { Interval, Point, selectSeries, toPoint, WeekStart } from './series.ts'

export const getSummary = operation(
  {
    name: 'get_sales_summary',
    scope: 'analytics:read',
    input: z.strictObject({
      ...PeriodInput,
      interval: Interval.optional().describe("Adds data: a point for every one of these of the store's time zone"),
      week_start: WeekStart,
    }),
    output: z.object({
      ...PeriodFields,
      ...compared(SalesFigures),
      interval: Interval.optional(),
      data: z.array(Point).optional(),
    }),
  },
  async (context, { interval, week_start, ...asked }) => {
    if (interval === undefined) {
      const { period, results } = await readPeriod(context, asked, (db) => [selectSums(db, asked)])
      return summaryOf(period, results[0])
    }
    const { period, results } = await readPeriod(context, asked, (db) => [
      selectSums(db, asked),
      selectSeries(db, { ...asked, interval, week_start }),
    ])
    return {
      ...summaryOf(period, results[0]),
      interval,
      data: results[1].map((row) => toPoint(row, period.exponent)),
    }
  },
)

const selectSums = (db: Db, asked: AskedPeriod) =>
  db.select({ current: salesSums('current'), previous: salesSums('previous') }).from(soldIn(asked))

function summaryOf(period: Period, [sums]: readonly { current: SalesSums; previous: SalesSums }[]) {
  if (!sums) throw new Error('there are no sums')
  return {
    ...toPeriod(period),
    ...compare({
      current: toSalesFigures(sums.current, period.exponent),
      previous: toSalesFigures(sums.previous, period.exponent),
    }),
  }
}
