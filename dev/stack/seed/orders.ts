import { createHash } from 'node:crypto'
import type { OrderLine } from '../../../src/platform/db/schema/order-parts.ts'
import { addressText } from '../../../src/platform/values/address-format.ts'
import type { orders } from '../../../src/platform/db/schema/orders.ts'
import type { Variant } from './catalogue.ts'
import type { Customer } from './customers.ts'
import { createStates, type OrderState } from './order-states.ts'
import type { Random } from './random.ts'
import type { StorePlan } from './stores.ts'

type SeededOrder = typeof orders.$inferInsert & { id: string; createdAt: Date; updatedAt: Date; lines: OrderLine[] }
export type PlannedOrder = { order: SeededOrder; state: OrderState }

const day = 86_400_000
const platforms = [
  'website',
  'website',
  'instagram',
  'whatsapp',
  'direct',
  'tiktok',
  'phone',
  'facebook',
  'marketplace',
  'pos',
]
const sources = ['api', 'api', 'storefront', 'mcp', 'import'] as const

type Parts = {
  plan: StorePlan
  storeId: string
  random: Random
  now: Date
  variants: Variant[]
  customers: Customer[]
  count: number
  recent: number
}

/** Orders of the last 90 days and `recent` more of the last week, oldest first, with numbers from 1001 and amounts that add up. */
export function planOrders({ plan, storeId, random, now, variants, customers, count, recent }: Parts): PlannedOrder[] {
  const stateFor = createStates()
  const within = (days: number, slope: number) => () =>
    now.getTime() - Math.floor(random.next() ** slope * days * day) - 60_000
  const times = [
    ...Array.from({ length: count }, within(89.5, 1.15)),
    ...Array.from({ length: recent }, within(7, 1.5)),
  ]
  return times
    .toSorted((a, b) => a - b)
    .map((time, nth) => {
      const createdAt = new Date(time)
      const state = stateFor((now.getTime() - time) / day)
      const customer = pickCustomer(random, customers, createdAt)
      const lines = planLines(plan, random, variants, state)
      const money = planMoney(plan, random, lines, state)
      const changes = changesOf(state)
      const address = customer.addresses[0] ?? random.pick(plan.addresses)
      const order: SeededOrder = {
        storeId,
        id: random.id(createdAt),
        number: 1001 + nth,
        status: state.status,
        paymentStatus: state.payment,
        fulfillmentStatus: state.fulfillment,
        holdReason: state.hold ?? null,
        contactAttempts: state.hold ? random.integer(1, 3) : 0,
        platform: random.pick(platforms),
        source: random.pick(sources),
        currency: plan.currency,
        currencyExponent: plan.exponent,
        ...money,
        stated: ['total'],
        customerId: customer.id,
        customerName: customer.name,
        customerPhone: customer.phone ?? null,
        customerPhoneE164: customer.phoneE164 ?? null,
        shippingAddress: addressText(address),
        address,
        destination: address.country ? { country: address.country, region: address.region ?? null } : null,
        paymentMethod: paymentMethodOf(random, state),
        notes: nth % 13 === 0 ? 'Leave at the door' : nth % 17 === 0 ? 'الرجاء الاتصال قبل التوصيل' : null,
        tags: nth % 8 === 0 ? ['gift'] : [],
        lines,
        linesKey: linesKey(lines),
        createdAt,
        updatedAt: new Date(Math.min(time + changes * random.integer(2, 30) * 3_600_000, now.getTime() - 1000)),
      }
      return { order, state }
    })
}

function pickCustomer(random: Random, customers: Customer[], before: Date) {
  const known = customers.filter(({ createdAt }) => createdAt < before)
  // A few customers buy often, some never.
  return known[Math.floor(random.next() ** 1.7 * known.length * 0.93)] ?? random.pick(known)
}

function planLines(plan: StorePlan, random: Random, variants: Variant[], state: OrderState): OrderLine[] {
  // Only an order with several lines can be shipped or returned in part.
  const minLines = state.stock[0] === state.stock[1] ? 1 : 2
  const chosen = new Set<Variant>()
  const count = Math.max(minLines, random.pick([1, 1, 1, 2, 2, 3, 4]))
  while (chosen.size < count) chosen.add(random.pick(variants))
  return [...chosen].map((variant, index) => {
    const lineStock = state.stock[index === 0 ? 0 : 1]
    const quantity = random.pick([1, 1, 1, 1, 2, 2, 3, 5])
    return {
      position: index + 1,
      product_id: variant.productId,
      product_name: variant.productTitle,
      variant_id: variant.id,
      variant_name: variant.title || null,
      variant_sku: variant.sku ?? null,
      variant_options: variant.options ?? {},
      variant_attributes: random.chance(0.05) ? { variant_engraving: plan.name.slice(0, 2) } : {},
      quantity,
      ...((lineStock === 'shipped' || lineStock === 'returned') && { shipped: quantity }),
      ...(lineStock === 'returned' && { returned: quantity }),
      unit_price_minor: random.chance(0.08) ? Math.round(variant.listPrice * 0.9) : variant.listPrice,
      list_price_minor: variant.listPrice,
    }
  })
}

function planMoney(plan: StorePlan, random: Random, lines: OrderLine[], { payment }: OrderState) {
  const subtotalMinor = lines.reduce((sum, line) => sum + line.quantity * line.unit_price_minor, 0)
  const shippingMinor = Math.round(random.pick(plan.shipping) * 10 ** plan.exponent)
  const discountMinor = random.chance(0.15) ? Math.floor(subtotalMinor / 10) : 0
  // Merchants sometimes round a total.
  const adjustmentMinor = random.chance(0.06) ? -(subtotalMinor % 10 ** plan.exponent) : 0
  const totalMinor = Math.max(subtotalMinor + shippingMinor - discountMinor + adjustmentMinor, 0)
  const paid = payment === 'unpaid' ? 0 : payment === 'partially_paid' ? Math.ceil(totalMinor / 3) : totalMinor
  const refunded =
    payment === 'refunded' ? totalMinor : payment === 'partially_refunded' ? Math.ceil(totalMinor / 4) : 0
  return {
    subtotalMinor,
    shippingMinor,
    taxMinor: 0,
    discountMinor,
    adjustmentMinor: totalMinor - subtotalMinor - shippingMinor + discountMinor,
    totalMinor,
    paidMinor: paid,
    refundedMinor: refunded,
  }
}

/** Unpaid orders, and most delivered ones, are cash on delivery. */
function paymentMethodOf(random: Random, { payment, fulfillment }: OrderState) {
  const isPaidOnDelivery = ['delivered', 'partially_returned', 'returned'].includes(fulfillment) && random.chance(0.6)
  return payment === 'unpaid' || isPaidOnDelivery
    ? 'cash_on_delivery'
    : random.pick(['card', 'bank_transfer', 'wallet'])
}

function changesOf({ status, fulfillment, payment, hold }: OrderState) {
  const fulfillmentSteps = fulfillment === 'unfulfilled' ? 0 : fulfillment === 'preparing' ? 1 : 2
  return Number(status !== 'pending') + fulfillmentSteps + Number(payment !== 'unpaid') + Number(hold !== undefined)
}

/** The same key as app.lines_key computes. */
function linesKey(lines: OrderLine[]) {
  const parts = lines.map((line) => `${line.variant_id} ${line.quantity}`).toSorted()
  return createHash('md5').update(parts.join(',')).digest('hex').slice(0, 16)
}
