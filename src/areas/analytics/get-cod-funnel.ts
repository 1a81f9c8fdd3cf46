import * as z from 'zod'
import { operation } from '../../platform/operation/operation.ts'
import { compare, compared, Rate, rate } from './compared.ts'
import { soldIn, type Stretch, sumIn } from './figures.ts'
import { PeriodFields, PeriodInput, periodRefusals, readPeriod, toPeriod } from './period.ts'

const Funnel = {
  placed: z
    .int()
    .describe('Cash-on-delivery orders placed in the period, including cancelled ones. The rest are of these'),
  confirmed: z.int().describe('Confirmed since, and not cancelled before they were shipped'),
  shipped: z.int().describe('Shipped since at least in part, even if they came back'),
  delivered: z.int().describe('Delivered since, and not returned in full'),
  returned: z.int().describe('Returned by the customer at least in part'),
  refused: z.int().describe('Came back undelivered at least in part'),
  cancelled: z.int().describe('Cancelled since, without refused ones'),
  confirmation_rate: Rate.describe('Share of placed orders'),
  shipping_rate: Rate.describe('Share of confirmed orders'),
  delivery_rate: Rate.describe('Share of shipped orders'),
  return_rate: Rate.describe('Share of shipped orders'),
  refusal_rate: Rate.describe('Share of shipped orders'),
  cancellation_rate: Rate.describe('Share of placed orders'),
}

export const getCodFunnel = operation(
  {
    name: 'get_cod_funnel',
    scope: 'analytics:read',
    input: z.strictObject(PeriodInput),
    output: z.object({ ...PeriodFields, ...compared(Funnel) }),
    refusals: periodRefusals,
  },
  async (context, input) => {
    const { period, results } = await readPeriod(context, input, (db) => [
      db.select({ current: sums('current'), previous: sums('previous') }).from(soldIn(input)),
    ])
    const [found] = results[0]
    if (!found) throw new Error('there are no sums')
    return { ...toPeriod(period), ...compare(found, toFunnel) }
  },
)

function sums(stretch: Stretch) {
  const sum = sumIn(stretch)
  return {
    placed: sum('cod_placed'),
    confirmed: sum('cod_confirmed'),
    shipped: sum('cod_shipped'),
    delivered: sum('cod_delivered'),
    returned: sum('cod_returned'),
    refused: sum('cod_refused'),
    cancelled: sum('cod_cancelled'),
  }
}

const toFunnel = (steps: { [K in keyof ReturnType<typeof sums>]: number }) => ({
  ...steps,
  confirmation_rate: rate(steps.confirmed, steps.placed),
  shipping_rate: rate(steps.shipped, steps.confirmed),
  delivery_rate: rate(steps.delivered, steps.shipped),
  return_rate: rate(steps.returned, steps.shipped),
  refusal_rate: rate(steps.refused, steps.shipped),
  cancellation_rate: rate(steps.cancelled, steps.placed),
})
