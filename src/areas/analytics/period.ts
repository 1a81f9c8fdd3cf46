import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '../../platform/operation/context.ts'
import type { Db, Results, Statement } from '../../platform/db/client.ts'
import { id } from '../../platform/values/ids.ts'
import { isDay, TimeOrDate } from '../../platform/values/text.ts'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'

const Bound = TimeOrDate.transform((value) => (isDay(value) ? value : new Date(value).toISOString()))
  // Sales buckets are 15 minutes long. Offsets of time zones have been multiples of that only since 1972.
  .refine((value) => /^(19[89]\d|2\d{3})-/.test(value), 'must be in the years 1980 to 2999')

export const PeriodInput = {
  from: Bound.optional().describe(
    "Start of the period: a time (RFC 3339), or a date, which is a day in the store's time zone. Default: 29 days before the last day",
  ),
  to: Bound.optional().describe('End of the period: a time (exclusive), or a date (inclusive). Default: today'),
}

/** As in PeriodInput. A period may also begin where the database says. */
export type PeriodBounds = { readonly from?: string | SQL | undefined; readonly to?: string | undefined }

const Moment = z.iso.datetime()

export const PeriodFields = {
  store_id: id('store'),
  currency: z.string(),
  timezone: z.string(),
  from: Moment,
  to: Moment.describe('Exclusive'),
  previous_from: Moment.describe('Start of the previous period, which has the same number of days or the same length'),
  previous_to: Moment,
}

/** A row `period`: the store, its time zone and currency, and the bounds of the period and of the previous one. */
export const periodOf = ({ from, to }: PeriodBounds): SQL =>
  sql`app.sales_period(${from ?? null}, ${to ?? null}) as period`

const moment = (name: string) => sql`period.${sql.identifier(name)}`.mapWith((text: string) => new Date(text))

/** The columns of a row `period`. */
export const periodColumns = {
  storeId: sql<string>`period.store_id`,
  currency: sql<string>`period.currency`,
  exponent: sql<number>`period.currency_exponent`,
  timezone: sql<string>`period.timezone`,
  previousAt: moment('previous_at'),
  fromAt: moment('from_at'),
  toAt: moment('to_at'),
}

const selectPeriod = (db: Db, bounds: PeriodBounds) => db.select(periodColumns).from(periodOf(bounds))

export type Period = Awaited<ReturnType<typeof selectPeriod>>[number]

/** Reads the period and the figures in one batch. */
export async function readPeriod<const T extends readonly Statement[]>(
  { run }: Context,
  input: PeriodBounds,
  statements: (db: Db) => T,
): Promise<{ period: Period; results: Results<T> }> {
  const [[period], ...results] = await run((db) => [selectPeriod(db, input), ...statements(db)])
  if (!period) throw new Error('there is no period')
  return { period, results }
}

/** Refusals of app.sales_period. */
export const periodRefusals = {
  period_empty: refusal(
    'invalid_input',
    {},
    {
      en: 'The period must end after it begins. Send a later `to` or an earlier `from`.',
      ar: 'يجب أن تنتهي الفترة بعد بدايتها. اختر نهاية لاحقة أو بداية أسبق.',
    },
    {
      pointer: '/to',
      problem: 'period_empty',
    },
  ),
  period_too_long: refusal(
    'invalid_input',
    { max_days: z.int() },
    {
      en: ({ max_days }) => `A period can have at most ${max_days} days. Request a longer one in parts.`,
      ar: ({ max_days }) => `أقصى مدة للفترة ${max_days} يومًا. اختر فترة أقصر.`,
    },
    { pointer: '/to', problem: 'period_too_long', members: () => ({}) },
  ),
} as const satisfies Refusals

export const toPeriod = (period: Period) => ({
  store_id: period.storeId,
  currency: period.currency,
  timezone: period.timezone,
  from: period.fromAt.toISOString(),
  to: period.toAt.toISOString(),
  previous_from: period.previousAt.toISOString(),
  previous_to: period.fromAt.toISOString(),
})
