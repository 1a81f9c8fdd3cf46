import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { operation } from '../../platform/operation/operation.ts'
import { compare, compared } from './compared.ts'
import { revenueIn, SalesFigures, salesSums, soldIn, toSalesFigures } from './figures.ts'
import { PeriodFields, PeriodInput, periodRefusals, readPeriod, toPeriod } from './period.ts'

/** Merchants name platforms themselves, so there can be any number. */
const maxPlatforms = 50

export const getPlatforms = operation(
  {
    name: 'get_platforms',
    scope: 'analytics:read',
    input: z.strictObject(PeriodInput),
    output: z.object({
      ...PeriodFields,
      data: z
        .array(z.object({ platform: z.string(), ...compared(SalesFigures) }))
        .describe(`Highest revenue first, at most ${maxPlatforms}`),
    }),
    refusals: periodRefusals,
  },
  async (context, input) => {
    const current = salesSums('current')
    const { period, results } = await readPeriod(context, input, (db) => [
      db
        .select({ platform: sql<string>`sold.platform`, current, previous: salesSums('previous') })
        .from(soldIn(input))
        .groupBy(sql`sold.platform`)
        // A bucket remains, with zero sums, when its orders are moved to another platform.
        .having(sql`sum(sold.orders + sold.cancelled + sold.refused) > 0`)
        .orderBy(sql`${revenueIn(current)} desc`, sql`${current.orders} desc`, sql`sold.platform`)
        .limit(maxPlatforms),
    ])
    return {
      ...toPeriod(period),
      data: results[0].map(({ platform, ...sums }) => ({
        platform,
        ...compare(sums, (each) => toSalesFigures(each, period.exponent)),
      })),
    }
  },
)
