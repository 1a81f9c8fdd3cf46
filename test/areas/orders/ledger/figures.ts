import { expect } from 'vitest'
import { getSummary } from '../../../../src/areas/analytics/get-summary.ts'
import { getTopProducts } from '../../../../src/areas/analytics/get-top-products.ts'
import { listCustomers } from '../../../../src/areas/customers/list-customers.ts'
import { expectBody } from '../../../support/shop.ts'
import { sum } from './books.ts'
import { minorAmountsOf, type Shown } from './checks.ts'
import type { LedgerShop } from './shop.ts'

const dayMs = 86_400_000

/** Reports, best sellers and the figures of customers are sums over the orders. */
export async function expectFiguresAsSums(shop: LedgerShop, orders: readonly Shown[]): Promise<void> {
  const { owner } = shop
  const [from = '', to = ''] = [-1, 1].map((days) => new Date(Date.now() + days * dayMs).toISOString())
  const period = new URLSearchParams({ from, to }).toString()

  const summary = expectBody(await owner.get(`/api/analytics/summary?${period}`), 200, getSummary.output)
  expect(summary, 'the summary').toMatchObject(summaryOf(shop, orders))

  const path = `/api/analytics/top-products?group_by=variant&limit=50&${period}`
  const { data: sold } = expectBody(await owner.get(path), 200, getTopProducts.output)
  const variants = sold.map(({ variant_id, revenue, units, returned_units, refused_units, orders: count }) => [
    variant_id,
    { revenue, units, returned_units, refused_units, orders: count },
  ])
  expect(Object.fromEntries(variants), 'best sellers').toEqual(variantsOf(shop, orders))

  const { data: all } = expectBody(await owner.get('/api/customers?limit=100'), 200, listCustomers.output)
  const { data: buyers } = expectBody(await owner.get(`/api/customers?limit=100&${period}`), 200, listCustomers.output)
  for (const customer of all) {
    const figures = customerOf(shop, orders, customer.id)
    expect(customer, 'the figures of a customer').toMatchObject(figures)
    const inPeriod = buyers.find(({ id }) => id === customer.id)?.in_period ?? noFigures
    expect(inPeriod, 'the figures of a customer in the period').toEqual(figures)
  }
}

const noFigures = { orders_count: 0, total_spent: 0, total_paid: 0, last_order_at: null }

const isSold = ({ status }: Shown) => status !== 'cancelled'
const isClosed = ({ cancel_reason }: Shown) => cancel_reason === 'refused'
const moved = (order: Shown, name: 'shipped_quantity' | 'returned_quantity' | 'refused_quantity') =>
  sum(order.items.map((item) => item[name]))

/** In minor units. Revenue is what was received and kept, and what is still to come. */
function moneyOf({ rules }: LedgerShop, order: Shown) {
  const { total, paid, refunded, dueAgain, ...parts } = minorAmountsOf(order, rules)
  const kept = paid - dueAgain
  const ofTotal = Math.max(0, refunded - dueAgain - Math.max(0, kept - total))
  const notCollected = Math.max(0, total - kept - parts.due)
  return { ...parts, total, paid, refunded, ofTotal, notCollected, revenue: total - ofTotal - notCollected }
}

function summaryOf(shop: LedgerShop, orders: readonly Shown[]) {
  const { major } = shop
  const sold = orders.filter(isSold)
  const left = orders.filter((order) => isSold(order) || isClosed(order))
  type Amount = Exclude<keyof ReturnType<typeof moneyOf>, 'lines'>
  const total = (of: readonly Shown[], name: Amount) => sum(of.map((order) => moneyOf(shop, order)[name]))
  return {
    orders: sold.length,
    gross_sales: major(total(sold, 'total')),
    refunds: major(total(sold, 'ofTotal')),
    not_collected: major(total(sold, 'notCollected')),
    revenue: major(total(sold, 'revenue')),
    tax_amount: major(total(sold, 'tax')),
    shipping_amount: major(total(sold, 'shipping')),
    discount_amount: major(total(sold, 'discount')),
    units: sum(sold.flatMap(({ items }) => items.map(({ quantity }) => quantity))),
    cancelled: orders.length - left.length,
    shipped: orders.filter((order) => moved(order, 'shipped_quantity') > 0).length,
    returned: orders.filter((order) => moved(order, 'returned_quantity') > 0).length,
    refused: orders.filter((order) => moved(order, 'refused_quantity') > 0).length,
    happened: {
      confirmed: orders.filter(({ confirmed_at }) => confirmed_at !== null).length,
      shipped: orders.filter(({ shipped_at }) => shipped_at !== null).length,
      delivered: orders.filter(({ delivered_at }) => delivered_at !== null).length,
      cancelled: orders.length - left.length,
      paid_amount: major(total(orders, 'paid')),
      refunded_amount: major(total(orders, 'refunded')),
    },
  }
}

function variantsOf({ rules, major }: LedgerShop, orders: readonly Shown[]) {
  const sold = orders.filter(isSold)
  const ids = new Set(sold.flatMap(({ items }) => items.map(({ variant_id }) => variant_id)))
  const of = (id: string) => {
    const lines = sold.flatMap((order) => {
      const { lines: amounts } = minorAmountsOf(order, rules)
      return order.items.map((item, nth) => ({ ...item, order: order.id, minor: amounts[nth]?.amount ?? NaN }))
    })
    const own = lines.filter(({ variant_id }) => variant_id === id)
    return {
      revenue: major(sum(own.map(({ minor }) => minor))),
      units: sum(own.map(({ quantity }) => quantity)),
      returned_units: sum(own.map(({ returned_quantity }) => returned_quantity)),
      refused_units: sum(own.map(({ refused_quantity }) => refused_quantity)),
      orders: new Set(own.map(({ order }) => order)).size,
    }
  }
  return Object.fromEntries([...ids].map((id) => [id, of(id)]))
}

function customerOf(shop: LedgerShop, orders: readonly Shown[], id: string) {
  const own = orders.filter(({ customer_id }) => customer_id === id)
  const counted = own.filter(isSold)
  const spent = counted.map((order) => moneyOf(shop, order).revenue)
  const paid = own.map((order) => moneyOf(shop, order)).map((money) => money.paid - money.refunded)
  return {
    orders_count: counted.length,
    total_spent: shop.major(sum(spent)),
    total_paid: shop.major(sum(paid)),
    last_order_at:
      counted
        .map(({ created_at }) => created_at)
        .toSorted()
        .at(-1) ?? null,
  }
}
