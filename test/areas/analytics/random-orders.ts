import fc from 'fast-check'
import { fulfillmentStatuses, orderStatuses } from '../../../src/platform/db/schema/order-states.ts'
import type { Asked } from './reference.ts'
import type { State } from './written-orders.ts'
import { clockOf, dateText, dayOf } from './zones.ts'

const minute = 60_000
const day = 86_400_000

/** When the zone's clocks changed in the last two years, or any moment if they never do. */
export function jumpsOf(zone: string): number[] {
  const offset = (at: number) => clockOf(zone)(at) - at
  const jumps: number[] = []
  for (let at = Date.UTC(2024, 6); at < Date.UTC(2026, 6); at += day) {
    if (offset(at) === offset(at + day)) continue
    let jump = at
    while (offset(jump) === offset(at)) jump += 15 * minute
    jumps.push(jump)
  }
  return jumps.length > 0 ? jumps : [Date.UTC(2025, 2, 31, 20, 15)]
}

export type Goods = {
  readonly variants: readonly { readonly product_id: string; readonly variant_id: string }[]
  readonly discounts: readonly string[]
}

const minor = fc.integer({ min: 0, max: 5000 })
const someMinor = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 500 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 100_000 }) },
)

const minorOrNone = fc.oneof(fc.constant(0), minor)

/** Most lines have a cost, and some a share of the order's discounts and tax. */
const line = (variants: Goods['variants']) => {
  const figures = fc.record(
    {
      quantity: fc.integer({ min: 1, max: 9 }),
      unit_price_minor: fc.integer({ min: 0, max: 99_999 }),
      returned: fc.constantFrom(0, 0, 1),
      refused: fc.constantFrom(0, 0, 1),
      cost_minor: fc.integer({ min: 0, max: 120_000 }),
      discount_minor: minor,
      tax_minor: minor,
    },
    { requiredKeys: ['quantity', 'unit_price_minor'] },
  )
  return fc.tuple(fc.constantFrom(...variants), figures).map(([variant, of]) => ({ ...variant, ...of }))
}

const discount = (discounts: readonly string[]) =>
  fc.record({ discount_id: fc.constantFrom(...discounts), amount_minor: minorOrNone }).map((taken) => ({
    ...taken,
    code: `CODE-${taken.discount_id}`,
    name: `Discount ${taken.discount_id}`,
    kind: 'fixed',
  }))

const delivery = minorOrNone.map((tax_minor) => ({
  method_id: crypto.randomUUID(),
  name: 'Standard',
  amount_minor: 0,
  cod_fee_minor: 0,
  tax_minor,
}))

/** Two spellings of a city, towns that are areas, a city without a country, and addresses without a city. */
const address = fc.constantFrom(
  null,
  { line1: 'Block 5', country: 'KW' },
  { city: 'الرياض', country: 'SA' },
  { city: 'Riyadh', country: 'SA' },
  { city: 'Riyadh' },
  { area: 'السالمية', country: 'KW' },
  { city: 'Salmiya', area: 'Block 5', country: 'KW' },
)

const parts = ({ variants, discounts }: Goods) => ({
  status: fc.constantFrom(...orderStatuses),
  fulfillment_status: fc.constantFrom(...fulfillmentStatuses),
  delivered_at: fc.constantFrom(null, '2026-01-01T00:00:00Z'),
  cancel_reason: fc.constantFrom(null, 'refused'),
  platform: fc.constantFrom('whatsapp', 'website', 'direct', 'souq'),
  payment_method: fc.constantFrom(
    null,
    'card',
    'cod',
    'COD',
    'Cash on delivery',
    'cash_on_delivery',
    'Cash',
    'cashier',
    'الدفع عند الإستلام',
  ),
  total_minor: fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.constantFrom(1, 999_999_999_999)),
  came_back_minor: someMinor,
  paid_minor: someMinor,
  refunded_minor: someMinor,
  due_again_minor: someMinor,
  lines: fc.array(line(variants), { minLength: 1, maxLength: 4 }),
  subtotal_minor: fc.integer({ min: 0, max: 100_000 }),
  shipping_minor: minorOrNone,
  tax_minor: minorOrNone,
  discount_minor: minorOrNone,
  tax_included: fc.boolean(),
  delivery: fc.option(delivery),
  discounts: fc.uniqueArray(discount(discounts), { maxLength: 2, selector: ({ discount_id }) => discount_id }),
  address,
})

export const states = (goods: Goods): fc.Arbitrary<State> => fc.record(parts(goods))

export const changes = (goods: Goods): fc.Arbitrary<Partial<State>> => fc.record(parts(goods), { requiredKeys: [] })

/** Moments within a month of the change, many close to it or to the start of a day or an hour. */
export function moments(zone: string, jump: number): fc.Arbitrary<number> {
  const near = fc.integer({ min: -30, max: 30 }).chain((days) =>
    fc.integer({ min: -12, max: 12 }).map((quarters) => {
      const at = jump + days * day
      const midnight = at - (clockOf(zone)(at) % day)
      return midnight + quarters * 15 * minute
    }),
  )
  const far = fc.integer({ min: -30 * day, max: 30 * day }).map((ms) => jump + ms)
  const close = fc.integer({ min: -16, max: 16 }).map((quarters) => jump + quarters * 15 * minute)
  return fc.tuple(fc.oneof(near, close, far), fc.constantFrom(0, 0, 0, 1, -1, 7 * minute)).map(([at, off]) => at + off)
}

/** Periods between dates, between times, and mixed; some of a single day. */
export function periods(zone: string, jump: number): fc.Arbitrary<Required<Asked>> {
  const bound = fc.tuple(moments(zone, jump), fc.boolean())
  const text = (at: number, isDate: boolean) => (isDate ? dateText(dayOf(zone, at)) : new Date(at).toISOString())
  return fc
    .tuple(bound, bound)
    .filter(([[a], [b]]) => Math.abs(a - b) > 2 * day)
    .map(([a, b]) => (a[0] < b[0] ? { from: text(...a), to: text(...b) } : { from: text(...b), to: text(...a) }))
}
