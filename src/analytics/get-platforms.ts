import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { operation } from '../operation.ts'
import { compare, compared } from './compared.ts'
import { SalesFigures, salesSums, soldIn, toSalesFigures } from './figures.ts'
import { PeriodFields, PeriodInput, readPeriod, toPeriod } from './period.ts'

/** Platforms have names of the merchant's own, so there may be any number. */
const most = 50

export const getPlatforms = operation(
  {
    name: 'get_platforms',
    scope: 'analytics:read',
    input: z.strictObject(PeriodInput),
    output: z.object({
      ...PeriodFields,
      data: z
        .array(z.object({ platform: z.string(), ...compared(SalesFigures) }))
        .describe(`Of the highest revenue first, ${most} at most`),
    }),
  },
  async (context, input) => {
    const current = salesSums('current')
    const { period, results } = await readPeriod(context, input, (db) => [
      db
        .select({ platform: sql<string>`sold.platform`, current, previous: salesSums('previous') })
        .from(soldIn(input))
        .groupBy(sql`sold.platform`)
        // Buckets stay where orders were moved to another platform.
        .having(sql`sum(sold.orders + sold.cancelled) > 0`)
        .orderBy(
          sql`${current.grossMinor} - ${current.refundedMinor} desc`,
          sql`${current.orders} desc`,
          sql`sold.platform`,
        )
        .limit(most),
    ])
    return {
      ...toPeriod(period),
      data: results[0].map(({ platform, current, previous }) => ({
        platform,
        ...compare({
          current: toSalesFigures(current, period.exponent),
          previous: toSalesFigures(previous, period.exponent),
        }),
      })),
    }
  },
)
