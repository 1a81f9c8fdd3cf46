import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '../context.ts'
import type { Db, Results, Statement } from '../db/client.ts'
import { Refusal } from '../db/failure.ts'
import { refused } from '../errors.ts'
import { id } from '../ids.ts'

const Bound = z
  .union(
    [z.iso.datetime({ offset: true }), z.iso.date()],
    'Give a date such as 2026-11-21, or a time such as 2026-11-21T08:00:00Z',
  )
  .transform((value) => (isDate(value) ? value : new Date(value).toISOString()))
  // Every time zone's days and hours have been whole quarters of an hour since 1972, as the buckets of sales are.
  .refine((value) => /^(19[89]\d|2\d{3})-/.test(value), 'Give a time of the years 1980 to 2999')

const isDate = (value: string) => value.length === 10

export const PeriodInput = {
  from: Bound.optional().describe(
    "Beginning of the period: a time (RFC 3339), or a date, which is a day in the store's time zone. Default: 30 days with the last one",
  ),
  to: Bound.optional().describe(
    'End of the period: a time, which is not part of it any more, or a date, which is its last day. Default: today',
  ),
}

export type AskedPeriod = { readonly from?: string | undefined; readonly to?: string | undefined }

const Moment = z.iso.datetime()

export const PeriodFields = {
  store_id: id('store'),
  currency: z.string(),
  timezone: z.string(),
  from: Moment,
  to: Moment.describe('Not part of the period any more'),
  previous_from: Moment.describe('The period before: as many days, or as long'),
  previous_to: Moment,
}

/** `period` in what follows it: the store, its zone and currency, and the bounds of the period and the one before. */
export const periodOf = ({ from, to }: AskedPeriod): SQL =>
  sql`app.sales_period(${from ?? null}, ${to ?? null}) as period`

const moment = (name: string) => sql`period.${sql.identifier(name)}`.mapWith((text: string) => new Date(text))

const selectPeriod = (db: Db, asked: AskedPeriod) =>
  db
    .select({
      storeId: sql<string>`period.store_id`,
      currency: sql<string>`period.currency`,
      exponent: sql<number>`period.currency_exponent`,
      timezone: sql<string>`period.timezone`,
      previousAt: moment('previous_at'),
      fromAt: moment('from_at'),
      toAt: moment('to_at'),
    })
    .from(periodOf(asked))

export type Period = Awaited<ReturnType<typeof selectPeriod>>[number]

/** Reads the period and what is asked about it in one batch. */
export async function readPeriod<const T extends readonly Statement[]>(
  { run }: Context,
  asked: AskedPeriod,
  statements: (db: Db) => T,
): Promise<{ period: Period; results: Results<T> }> {
  try {
    const [[period], ...results] = await run((db) => [selectPeriod(db, asked), ...statements(db)])
    if (!period) throw new Error('there is no period')
    return { period, results }
  } catch (error) {
    throw explained(error)
  }
}

function explained(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  if (error.code === 'period_empty')
    return refused('invalid_input', [
      {
        pointer: '/to',
        code: 'period_empty',
        detail: 'The period must end after it begins: give a later to, or an earlier from.',
      },
    ])
  if (error.code === 'period_too_long')
    return refused('invalid_input', [
      {
        pointer: '/to',
        code: 'period_too_long',
        detail: 'A period may have 366 days at most: ask for a longer one in parts.',
      },
    ])
  return error
}

export const toPeriod = (period: Period) => ({
  store_id: period.storeId,
  currency: period.currency,
  timezone: period.timezone,
  from: period.fromAt.toISOString(),
  to: period.toAt.toISOString(),
  previous_from: period.previousAt.toISOString(),
  previous_to: period.fromAt.toISOString(),
})
