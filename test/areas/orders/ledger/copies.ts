import { expect } from 'vitest'
import { z } from 'zod'
import { Customer } from '../../../../src/areas/customers/customer.ts'
import { Product } from '../../../../src/areas/products/product.ts'
import { Order } from '../../../../src/areas/orders/order.ts'
import { type Client, expectBody, openShop } from '../../../support/shop.ts'
import { exported, recordsIn, sent, types } from '../../../platform/transfer/files.ts'
import { contradictionsOf } from '../contradictions.ts'
import { priceOfOrder, type Shown } from './checks.ts'
import type { LedgerShop } from './shop.ts'

// Exports of a store, imported into a new one.

/** What an order keeps when it moves to another store. Delivery methods and discounts belong to a store. */
function keptOf(order: Shown) {
  const { discounts: _discounts, delivery, ...price } = priceOfOrder(order)
  return {
    ...price,
    adjustment: order.adjustment_amount,
    delivery: delivery && { ...delivery, method_id: null },
    deliveryTax: order.tax?.delivery_amount,
    destination: order.destination,
    address: [order.shipping_address, order.address],
    paid: order.paid_amount,
    refunded: order.refunded_amount,
    dueAgain: order.due_again_amount,
    cameBack: order.came_back_amount,
    due: order.due_amount,
    overpaid: order.overpaid_amount,
    status: order.status,
    payment: order.payment_status,
    fulfillment: order.fulfillment_status,
    moved: order.items.map(({ shipped_quantity, returned_quantity }) => [shipped_quantity, returned_quantity]),
    placed: order.created_at,
  }
}

async function ordersOf({ owner }: { readonly owner: Client }) {
  const orders = recordsIn(await exported(owner, 'orders', '?format=jsonl'), Order)
  return new Map(orders.map((order) => [order.external_id ?? order.id, keptOf(order)]))
}

async function stockOf({ owner }: { readonly owner: Client }) {
  const products = recordsIn(await exported(owner, 'products', '?format=jsonl'), Product)
  const stock = products.flatMap(({ variants }) =>
    variants.map(({ sku, on_hand, reserved }) => [sku, { on_hand, reserved }] as const),
  )
  return Object.fromEntries(stock)
}

const Figures = z.looseObject({ store_id: z.string() })
const Sold = z.object({ data: z.array(z.looseObject({ product_id: z.string(), title: z.string() })) })

/** The figures of a period, without the ids that differ between stores. */
async function figuresOf(owner: Client, period: string) {
  const answer = async (name: string) => owner.get(`/api/analytics/${name}?${period}`)
  const figures = async (name: string) => {
    const { store_id: _store, ...rest } = expectBody(await answer(name), 200, Figures)
    return rest
  }
  const { data } = expectBody(await answer('top-products'), 200, Sold)
  return {
    summary: await figures('summary'),
    platforms: await figures('platforms'),
    cod: await figures('cod'),
    products: data
      .map(({ product_id: _product, ...rest }) => rest)
      .toSorted((one, other) => (one.title < other.title ? -1 : 1)),
  }
}

const dayMs = 86_400_000

/** The orders of a store and their figures are the same in a new store that imports its export. */
export async function expectSameInCopy(shop: LedgerShop, format: 'csv' | 'jsonl'): Promise<void> {
  // What orders did not have when they were placed, a copy does not give them.
  const address = { line1: 'Block 4', city: 'Salmiya', country: 'KW' }
  const moved = { address: 'Block 4, Salmiya', addresses: [address] }
  expectBody(await shop.owner.patch(`/api/customers/${shop.customerId}`, moved), 200, Customer)
  const copy = await openShop({ currency: shop.rules.currency })
  for (const area of ['customers', 'products', 'orders'] as const) {
    const file = await exported(shop.owner, area, `?format=${format}`)
    const report = await sent(copy.owner, area, file, { type: types[format] })
    expect(report.failed, `${area} as ${format}: ${JSON.stringify(report.rows)}`).toBe(0)
  }
  expect(await ordersOf(copy), `the orders after a move as ${format}`).toEqual(await ordersOf(shop))
  expect(await stockOf(copy), `the stock after a move as ${format}`).toEqual(await stockOf(shop))
  const now = Date.now()
  const [from, to] = [now - dayMs, now + dayMs].map((time) => new Date(time).toISOString())
  const period = new URLSearchParams({ from: from ?? '', to: to ?? '' }).toString()
  expect(await figuresOf(copy.owner, period), `the figures after a move as ${format}`).toEqual(
    await figuresOf(shop.owner, period),
  )
  expect(await contradictionsOf(copy.store.id)).toEqual({})
}
