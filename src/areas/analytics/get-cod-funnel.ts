import * as z from 'zod'
import { operation } from '../../platform/operation/operation.ts'
import { compare, compared, Rate, rate } from './compared.ts'
import { soldIn, type Stretch, sumIn } from './figures.ts'
import { PeriodFields, PeriodInput, periodRefusals, readPeriod, toPeriod } from './period.ts'

const Funnel = {
  placed: z.int().describe('Cash-on-delivery orders placed in the period, including cancelled ones'),
  confirmed: z.int().describe('Orders confirmed or completed'),
  shipped: z.int().describe('Orders shipped at least in part, including returned ones'),
  delivered: z.int().describe('Orders delivered and not returned in full'),
  returned: z.int().describe('Orders returned at least in part'),
  cancelled: z.int(),
  confirmation_rate: Rate.describe('Share of placed orders'),
  shipping_rate: Rate.describe('Share of confirmed orders'),
  delivery_rate: Rate.describe('Share of shipped orders'),
  return_rate: Rate.describe('Share of shipped orders'),
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
    return {
      ...toPeriod(period),
      ...compare({ current: toFunnel(found.current), previous: toFunnel(found.previous) }),
    }
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
    cancelled: sum('cod_cancelled'),
  }
}

const toFunnel = (steps: { [K in keyof ReturnType<typeof sums>]: number }) => ({
  ...steps,
  confirmation_rate: rate(steps.confirmed, steps.placed),
  shipping_rate: rate(steps.shipped, steps.confirmed),
  delivery_rate: rate(steps.delivered, steps.shipped),
  return_rate: rate(steps.returned, steps.shipped),
  cancellation_rate: rate(steps.cancelled, steps.placed),
})
