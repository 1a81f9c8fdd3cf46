import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { refused } from '../../platform/errors/errors.ts'
import { operation } from '../../platform/operation/operation.ts'
import { compare, compared } from './compared.ts'
import { SalesFigures, toSalesFigures } from './figures.ts'
import { salesColumns } from './sales-columns.ts'
import { Happened, happenedColumns, toHappened } from './happened.ts'
import { type PeriodBounds, periodColumns, PeriodFields, PeriodInput, periodRefusals, toPeriod } from './period.ts'
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
  async ({ run }, { interval, week_start, ...bounds }) => {
    if (week_start !== undefined && interval !== 'week')
      throw refused('invalid_input', [
        {
          pointer: '/week_start',
          code: 'option_unused',
          detail: 'week_start is only for interval week. Leave it out.',
        },
      ])
    if (interval === undefined) {
      const [summary] = await run((db) => [selectSummary(db, bounds)])
      return summaryOf(summary).figures
    }
    const [summary, points] = await run((db) => [
      selectSummary(db, bounds),
      selectSeries(db, { ...bounds, interval, week_start }),
    ])
    const { figures, exponent } = summaryOf(summary)
    return { ...figures, interval, data: points.map((row) => toPoint(row, exponent)) }
  },
)

/** The response to a request with an interval. */
export const SummaryWithSeries = getSummary.output.required({ interval: true, data: true })

const sum = (column: string) => sql`period.${sql.identifier(column)}`.mapWith(Number)
const sumMinor = (column: string) => sum(column).mapWith(BigInt)

/** Two rows: the previous period, and the period. */
const selectSummary = (db: Db, { from, to }: PeriodBounds) =>
  db
    .select({ period: periodColumns, sums: salesColumns(sum, sumMinor), happened: happenedColumns(sum, sumMinor) })
    .from(sql`app.sales_summary(${from ?? null}, ${to ?? null}) as period`)

function summaryOf([previous, current]: Awaited<ReturnType<typeof selectSummary>>) {
  if (!previous || !current) throw new Error('there are no sums')
  const { exponent } = current.period
  const figures = {
    ...toPeriod(current.period),
    ...compare({ current, previous }, ({ sums }) => toSalesFigures(sums, exponent)),
    happened: compare({ current, previous }, ({ happened }) => toHappened(happened, exponent)),
  }
  return { figures, exponent }
}
