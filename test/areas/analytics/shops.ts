import type { z } from 'zod'
import { asOwner } from '../../support/sql.ts'
import { expectBody, openShop, type Shop } from '../../support/shop.ts'
import { getSummary } from '../../../src/areas/analytics/get-summary.ts'
import { makeOrder, type State } from './written-orders.ts'

/** A store in this time zone. */
export async function openShopIn(timezone: string, options: Parameters<typeof openShop>[0] = {}): Promise<Shop> {
  const shop = await openShop(options)
  await (options.sql ?? asOwner)`update stores set timezone = ${timezone} where id = ${shop.store.id}`
  return shop
}

/** Orders of one scarf for 10 by one customer each, completed and paid by card by default. */
export async function sell(
  shop: Shop,
  orders: readonly (Partial<State> & { at: string; customer_id?: string; number?: number })[],
) {
  const product = await shop.addProduct()
  const written = await Promise.all(
    orders.map(async ({ at, ...order }, nth) => ({
      id: crypto.randomUUID(),
      number: 9001 + nth,
      customer_id: order.customer_id ?? (await shop.addCustomer()).id,
      created_at: at,
      status: 'completed',
      fulfillment_status: 'delivered',
      platform: 'direct',
      payment_method: 'card',
      total_minor: 1000,
      refunded_minor: 0,
      lines: [{ product_id: product.id, quantity: 1, unit_price_minor: 1000 }],
      ...order,
      delivered_at: /^(delivered|partially_returned|returned)$/.test(order.fulfillment_status ?? 'delivered')
        ? at
        : null,
    })),
  )
  // Sequential, because each looks for the customer's earlier orders.
  await asOwner.transaction(written.map((order) => makeOrder(asOwner, shop, order)))
  return written
}

export async function askSales(shop: Shop, query: string): Promise<z.output<typeof getSummary.output>> {
  return expectBody(await shop.owner.get(`/api/analytics/${query}`), 200, getSummary.output)
}
