import * as z from 'zod'
import type { Caller } from '../../platform/operation/context.ts'
import { getCitySales } from './get-city-sales.ts'
import { getCodFunnel } from './get-cod-funnel.ts'
import { getCustomerSales } from './get-customer-sales.ts'
import { getDiscountSales } from './get-discount-sales.ts'
import { getPlatforms } from './get-platforms.ts'
import { PeriodFields, PeriodInput } from './period.ts'

const input = z.strictObject({
  ...PeriodInput,
  by: z
    .enum(['platforms', 'cash_on_delivery', 'customers', 'discounts', 'cities'])
    .describe(
      'platforms: where orders came from. customers: first and later orders. discounts: what each took off. cities: where orders go',
    ),
})

const { store_id: _store, previous_from: _from, previous_to: _to, ...Period } = PeriodFields

const output = z.object({
  ...Period,
  by: input.shape.by,
  data: z
    .array(z.record(z.string(), z.unknown()))
    .describe('Rows of figures, each with `previous`. cash_on_delivery has one: from placed to delivered'),
})

const shownOfPlatforms = [
  'orders',
  'revenue',
  'average_order_value',
  'units',
  'cancellation_rate',
  'return_rate',
  'refusal_rate',
] as const

const shownOfCities = ['orders', 'revenue', 'refused', 'refusal_rate'] as const

const someOf = <Name extends string>(names: readonly Name[], figures: Readonly<Record<Name, unknown>>) =>
  Object.fromEntries(names.map((name) => [name, figures[name]]))

/** The five breakdowns of sales as one, for assistants. */
export const getSalesBreakdown = Object.assign(
  async (caller: Caller, { by, ...period }: z.output<typeof input>): Promise<z.output<typeof output>> => {
    const { data, ...found } = await rowsBy[by](caller, period)
    return output.parse({ ...found, by, data })
  },
  { scope: getPlatforms.scope, input, output },
)

type Period = z.output<typeof getPlatforms.input>

const rowsBy = {
  platforms: async (caller: Caller, asked: Period) => {
    const { data, ...period } = await getPlatforms(caller, asked)
    const rows = data.map(({ platform, previous, ...figures }) => ({
      platform,
      ...someOf(shownOfPlatforms, figures),
      previous: someOf(shownOfPlatforms, previous),
    }))
    return { ...period, data: rows }
  },
  cash_on_delivery: async (caller: Caller, asked: Period) => {
    const { change: _change, ...funnel } = await getCodFunnel(caller, asked)
    return { ...funnel, data: [{ ...withoutPeriod(funnel) }] }
  },
  customers: async (caller: Caller, asked: Period) => {
    const { new: first, returning, ...period } = await getCustomerSales(caller, asked)
    const row = (orders: string, { change: _change, ...figures }: typeof first) => ({ orders_of: orders, ...figures })
    return { ...period, data: [row('new', first), row('returning', returning)] }
  },
  discounts: async (caller: Caller, asked: Period) => {
    const { data, ...period } = await getDiscountSales(caller, { ...asked, by: 'discount_amount', limit: 50 })
    return { ...period, data: data.map(({ discount_id: _id, change: _change, ...row }) => row) }
  },
  cities: async (caller: Caller, asked: Period) => {
    const { data, ...period } = await getCitySales(caller, { ...asked, by: 'revenue', limit: 50 })
    const rows = data.map(({ city, country, previous, ...figures }) => ({
      city,
      country,
      ...someOf(shownOfCities, figures),
      previous: someOf(shownOfCities, previous),
    }))
    return { ...period, data: rows }
  },
} as const

const withoutPeriod = (found: object) =>
  Object.fromEntries(Object.entries(found).filter(([name]) => !(name in PeriodFields)))
