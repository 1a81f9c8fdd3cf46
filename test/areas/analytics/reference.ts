import { z } from 'zod'
import { toMajor } from '../../../src/platform/values/money.ts'
import type { asOwner } from '../../support/sql.ts'
import { beginnings, clockOf, dayOf, firstMoment, type Interval, type WeekStart } from './zones.ts'

// A slow reference implementation of analytics in TypeScript: every figure is computed from all orders.

const Row = z.object({
  id: z.string(),
  number: z.coerce.number(),
  status: z.string(),
  fulfillment_status: z.string(),
  delivered_at: z.coerce.date().nullable(),
  cancel_reason: z.string().nullable(),
  platform: z.string(),
  payment_method: z.string().nullable(),
  subtotal_minor: z.coerce.number(),
  shipping_minor: z.coerce.number(),
  tax_minor: z.coerce.number(),
  discount_minor: z.coerce.number(),
  tax_included: z.boolean(),
  delivery: z.looseObject({ tax_minor: z.number() }).nullable(),
  discounts: z.array(
    z.looseObject({
      discount_id: z.string(),
      code: z.string().nullable(),
      name: z.string(),
      amount_minor: z.number(),
    }),
  ),
  total_minor: z.coerce.number(),
  paid_minor: z.coerce.number(),
  refunded_minor: z.coerce.number(),
  due_again_minor: z.coerce.number(),
  came_back_minor: z.coerce.number(),
  customer_id: z.string(),
  created_at: z.coerce.date(),
  address: z.looseObject({ city: z.string().optional(), area: z.string().optional() }).nullable(),
  country: z.string().nullable(),
  city_key: z.string().nullable(),
  lines: z.array(
    z.looseObject({
      product_id: z.string(),
      variant_id: z.string(),
      quantity: z.number(),
      unit_price_minor: z.number(),
      returned: z.number().optional(),
      refused: z.number().optional(),
      discount_minor: z.number().optional(),
      tax_minor: z.number().optional(),
      cost_minor: z.number().optional(),
    }),
  ),
})

type Row = z.output<typeof Row>

/** A payment above the total is not revenue, so refunding it is not counted. */
const refundedOf = ({ total_minor, paid_minor, refunded_minor, due_again_minor }: Row) =>
  Math.max(0, refunded_minor - due_again_minor - Math.max(0, paid_minor - due_again_minor - total_minor))

/** What came back and was not paid: neither received nor due. */
function notCollectedOf({ total_minor, paid_minor, due_again_minor, came_back_minor }: Row) {
  const paid = paid_minor - due_again_minor
  return Math.max(0, total_minor - paid - Math.max(0, total_minor - came_back_minor - paid))
}

const revenueOf = (order: Row) => order.total_minor - refundedOf(order) - notCollectedOf(order)

/** The tax that prices include, without that of the delivery. */
const goodsTaxOf = ({ tax_included, tax_minor, delivery }: Row) =>
  tax_included ? tax_minor - (delivery?.tax_minor ?? 0) : 0

/** The price of an order's goods, after discounts and without included tax. */
const goodsOf = (order: Row) => order.subtotal_minor - order.discount_minor - goodsTaxOf(order)

/** The same for the lines with a known cost. What no line has a share of is taken from all in proportion to their prices. */
function costedOf(order: Row) {
  const taxOf = ({ tax_minor = 0 }: Row['lines'][number]) => (order.tax_included ? tax_minor : 0)
  const costed = order.lines.filter(({ cost_minor }) => cost_minor !== undefined)
  const price = sum(costed, ({ quantity, unit_price_minor }) => quantity * unit_price_minor)
  const discountLeft = order.discount_minor - sum(order.lines, ({ discount_minor = 0 }) => discount_minor)
  const left = discountLeft + goodsTaxOf(order) - sum(order.lines, taxOf)
  const share = order.subtotal_minor === 0 ? 0 : roundHalfUp(BigInt(left) * BigInt(price), BigInt(order.subtotal_minor))
  return price - sum(costed, (line) => (line.discount_minor ?? 0) + taxOf(line)) - share
}

/** The nearest integer to the fraction, halves away from zero. */
function roundHalfUp(numerator: bigint, denominator: bigint): number {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = Number((2n * size + denominator) / (2n * denominator))
  return numerator < 0n ? -rounded : rounded
}

export type Asked = { from?: string; to?: string }
type Store = { id: string; currency: string; exponent: number; zone: string }

const day = 86_400_000
const sum = <T>(all: readonly T[], valueOf: (one: T) => number) => all.reduce((total, one) => total + valueOf(one), 0)
const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e6)

type Figures = Record<string, number | null>

function compared(figuresOf: (orders: readonly Row[]) => Figures, current: readonly Row[], previous: readonly Row[]) {
  const [now, before] = [figuresOf(current), figuresOf(previous)]
  const change = Object.fromEntries(
    Object.entries(now).map(([name, value]) => {
      const base = before[name] ?? null
      if (value === null || base === null || base === 0) return [name, null]
      return [name, Math.round(((value - base) / Math.abs(base)) * 1e6) / 1e6]
    }),
  )
  return { ...now, previous: before, change }
}

const isShipped = (order: Row) => /shipped|delivered|returned/.test(order.fulfillment_status)
const isReturned = ({ lines }: Row) => lines.some(({ returned = 0 }) => returned > 0)
const isRefused = ({ lines }: Row) => lines.some(({ refused = 0 }) => refused > 0)
const isDelivered = (order: Row) => order.delivered_at !== null && order.fulfillment_status !== 'returned'
/** Cancelled by somebody, or because its goods were refused. Either is no sale. */
const isCancelled = (order: Row) => order.status === 'cancelled'
const isClosed = (order: Row) => order.cancel_reason === 'refused'
const isCod = ({ payment_method }: Row) =>
  /^(cod|cash|cash[_ -]on[_ -]delivery|الدفع عند الاستلام|الدفع عند الإستلام)$/i.test(payment_method ?? '')

/** Reads all orders of a store and computes the figures of any period. */
export async function referenceOf(sql: typeof asOwner, store: Store) {
  const orders = z
    .array(Row)
    .parse(await sql`select * from orders where store_id = ${store.id} order by created_at, number`)
  const firsts = new Set(new Map(orders.toReversed().map(({ customer_id, id }) => [customer_id, id])).values())
  const clock = clockOf(store.zone)
  const start = (local: number) => firstMoment(store.zone, local)
  const major = (minor: number) => toMajor(minor, store.exponent)

  function periodOf({ from, to }: Asked) {
    const isTime = (bound: string | undefined) => bound !== undefined && bound.length > 10
    const last = isTime(to) ? dayOf(store.zone, Date.parse(to ?? '') - 1) : Date.parse(to ?? '')
    const end = isTime(to) ? Date.parse(to ?? '') : start(last + day)
    const first = from === undefined ? last - 29 * day : Date.parse(from)
    const begin = isTime(from) ? first : start(first)
    const before = isTime(from) || isTime(to) ? begin - (end - begin) : start(first - (last - first + day))
    return { begin, end, before }
  }

  const between = (from: number, to: number) =>
    orders.filter(({ created_at }) => created_at.getTime() >= from && created_at.getTime() < to)

  function revenue(all: readonly Row[]) {
    const minor = sum(all, revenueOf)
    return {
      orders: all.length,
      revenue: major(minor),
      not_collected: major(sum(all, notCollectedOf)),
      average_order_value: all.length === 0 ? null : major(Math.round(minor / all.length)),
    }
  }

  function figures(all: readonly Row[]) {
    const sold = all.filter((order) => !isCancelled(order))
    const countOf = (is: (order: Row) => boolean) => all.filter(is).length
    const [shipped, returned, refused] = [countOf(isShipped), countOf(isReturned), countOf(isRefused)]
    const cancelled = all.filter((order) => isCancelled(order) && !isClosed(order)).length
    return {
      ...revenue(sold),
      gross_sales: major(sum(sold, ({ total_minor }) => total_minor)),
      refunds: major(sum(sold, refundedOf)),
      units: sum(sold, ({ lines }) => sum(lines, ({ quantity }) => quantity)),
      cancelled,
      cancellation_rate: share(cancelled, sold.length + cancelled),
      shipped,
      returned,
      return_rate: share(returned, shipped),
      refused,
      refusal_rate: share(refused, shipped),
      ...parts(sold),
    }
  }

  function cityFigures(all: readonly Row[]) {
    const { orders, revenue, not_collected, average_order_value, units, cancelled, ...rest } = figures(all)
    const { shipped, returned, refused, refusal_rate } = rest
    return {
      orders,
      revenue,
      not_collected,
      average_order_value,
      cancelled,
      units,
      shipped,
      returned,
      refused,
      refusal_rate,
    }
  }

  function parts(sold: readonly Row[]) {
    const [goods, costed] = [sum(sold, goodsOf), sum(sold, costedOf)]
    const cost = sum(sold, ({ lines }) => sum(lines, ({ quantity, cost_minor = 0 }) => quantity * cost_minor))
    return {
      discount_amount: major(sum(sold, ({ discount_minor }) => discount_minor)),
      shipping_amount: major(sum(sold, ({ shipping_minor }) => shipping_minor)),
      tax_amount: major(sum(sold, ({ tax_minor }) => tax_minor)),
      cost_amount: major(cost),
      margin_amount: major(costed - cost),
      margin_rate: share(costed - cost, costed),
      margin_coverage: share(costed, goods),
    }
  }

  function discount(id: string) {
    return (all: readonly Row[]) => {
      const used = (order: Row) => order.discounts.filter(({ discount_id }) => discount_id === id)
      const sold = all.filter((order) => !isCancelled(order) && used(order).length > 0)
      return {
        orders: sold.length,
        discount_amount: major(sum(sold, (order) => sum(used(order), ({ amount_minor }) => amount_minor))),
        revenue: major(sum(sold, revenueOf)),
        not_collected: major(sum(sold, notCollectedOf)),
      }
    }
  }

  function funnel(all: readonly Row[]) {
    const cod = all.filter(isCod)
    const alive = cod.filter((order) => !isCancelled(order) || isClosed(order))
    const steps = {
      placed: cod.length,
      confirmed: cod.filter((order) => (isCancelled(order) ? isShipped(order) : order.status !== 'pending')).length,
      shipped: cod.filter(isShipped).length,
      delivered: alive.filter((order) => isDelivered(order) && !isClosed(order)).length,
      returned: cod.filter(isReturned).length,
      refused: cod.filter(isRefused).length,
      cancelled: cod.length - alive.length,
    }
    return {
      ...steps,
      confirmation_rate: share(steps.confirmed, steps.placed),
      shipping_rate: share(steps.shipped, steps.confirmed),
      delivery_rate: share(steps.delivered, steps.shipped),
      return_rate: share(steps.returned, steps.shipped),
      refusal_rate: share(steps.refused, steps.shipped),
      cancellation_rate: share(steps.cancelled, steps.placed),
    }
  }

  function itemsOf(key: 'product_id' | 'variant_id', id: string) {
    return (all: readonly Row[]) => {
      const sold = all.filter((order) => !isCancelled(order))
      const lines = sold.flatMap((order) => order.lines).filter((line) => line[key] === id)
      return {
        revenue: major(sum(lines, (line) => line.quantity * line.unit_price_minor)),
        units: sum(lines, ({ quantity }) => quantity),
        returned_units: sum(lines, ({ returned = 0 }) => returned),
        refused_units: sum(lines, ({ refused = 0 }) => refused),
        orders: sold.filter((order) => order.lines.some((line) => line[key] === id)).length,
      }
    }
  }

  function open(asked: Asked) {
    const { begin, end, before } = periodOf(asked)
    const period = {
      store_id: store.id,
      currency: store.currency,
      timezone: store.zone,
      from: new Date(begin).toISOString(),
      to: new Date(end).toISOString(),
      previous_from: new Date(before).toISOString(),
      previous_to: new Date(begin).toISOString(),
    }
    return { period, begin, end, current: between(begin, end), previous: between(before, begin) }
  }

  return {
    summary(asked: Asked) {
      const { period, current, previous } = open(asked)
      return { ...period, ...compared(figures, current, previous) }
    },
    sales(asked: Asked, interval: Interval, weekStart: WeekStart) {
      const { period, begin, end, current, previous } = open(asked)
      const starts = beginnings(store.zone, begin, end, interval, weekStart)
      const data = starts.slice(0, -1).map((at, nth) => {
        const next = starts[nth + 1] ?? NaN
        const all = between(Math.max(at, begin), Math.min(next, end))
        const { orders, revenue, refunds, not_collected, units, cancelled } = figures(all)
        const ofSold = parts(all.filter((order) => !isCancelled(order)))
        return {
          start: new Date(at).toISOString(),
          local_start: localText(clock(at), (clock(at) - at) / 6e4),
          partial: at < begin || next > end,
          orders,
          revenue,
          refunds,
          not_collected,
          units,
          cancelled,
          ...ofSold,
        }
      })
      return { ...period, ...compared(figures, current, previous), interval, data }
    },
    platforms(asked: Asked) {
      const { period, current, previous } = open(asked)
      const names = new Set([...current, ...previous].map(({ platform }) => platform))
      const onPlatform = (all: readonly Row[], name: string) => all.filter(({ platform }) => platform === name)
      const data = [...names].map((platform) => ({
        platform,
        ...compared(figures, onPlatform(current, platform), onPlatform(previous, platform)),
      }))
      return { ...period, data }
    },
    customers(asked: Asked) {
      const { period, current, previous } = open(asked)
      const split = (isNew: boolean) => (all: readonly Row[]) =>
        revenue(all.filter((order) => !isCancelled(order) && firsts.has(order.id) === isNew))
      return {
        ...period,
        new: compared(split(true), current, previous),
        returning: compared(split(false), current, previous),
      }
    },
    cod(asked: Asked) {
      const { period, current, previous } = open(asked)
      return { ...period, ...compared(funnel, current, previous) }
    },
    discounts(asked: Asked) {
      const { period, current, previous } = open(asked)
      const found = new Map(current.flatMap(({ discounts }) => discounts.map((one) => [one.discount_id, one])))
      const data = [...found.values()]
        .filter(({ discount_id }) => discount(discount_id)(current).orders > 0)
        .map(({ discount_id, code, name }) => ({
          discount_id,
          code,
          name,
          ...compared(discount(discount_id), current, previous),
        }))
      return { ...period, data }
    },
    cities(asked: Asked) {
      const { period, end, current, previous } = open(asked)
      const placeOf = ({ country, city_key }: Row) => `${country ?? ''} ${city_key ?? ''}`
      const places = new Map(
        current.filter(({ city_key }) => city_key !== null).map((order) => [placeOf(order), order.country]),
      )
      const data = [...places].map(([key, country]) => {
        const inCity = (all: readonly Row[]) => all.filter((order) => order.city_key !== null && placeOf(order) === key)
        const newest = inCity(between(0, end)).reduce((a, b) =>
          b.created_at > a.created_at || (b.created_at.getTime() === a.created_at.getTime() && b.id > a.id) ? b : a,
        )
        return {
          key,
          city: newest.address?.city ?? newest.address?.area,
          country,
          ...compared(cityFigures, inCity(current), inCity(previous)),
        }
      })
      return { ...period, data }
    },
    products(asked: Asked) {
      const { period, current, previous } = open(asked)
      const ids = new Set(current.flatMap(({ lines }) => lines.map(({ product_id }) => product_id)))
      const data = [...ids]
        .filter((id) => itemsOf('product_id', id)(current).orders > 0)
        .map((id) => ({ product_id: id, ...compared(itemsOf('product_id', id), current, previous) }))
      return { ...period, data }
    },
    variants(asked: Asked) {
      const { period, current, previous } = open(asked)
      const lines = new Map(current.flatMap((order) => order.lines.map((line) => [line.variant_id, line])))
      const data = [...lines.values()]
        .filter(({ variant_id }) => itemsOf('variant_id', variant_id)(current).orders > 0)
        .map(({ product_id, variant_id }) => ({
          product_id,
          variant_id,
          key: product_id + variant_id,
          ...compared(itemsOf('variant_id', variant_id), current, previous),
        }))
      return { ...period, data }
    },
  }
}

const two = (value: number) => String(value).padStart(2, '0')

const localText = (shown: number, offset: number) =>
  `${new Date(shown).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
