import { Order } from '../../../src/areas/orders/order.ts'
import { Product } from '../../../src/areas/products/product.ts'
import { type Client, expectBody } from '../../support/shop.ts'

type Body = Record<string, unknown>

/** Sends an action and returns the answer, whatever it is. */
export const ask = (client: Client, id: string, action: string, body: Body = {}, headers?: Record<string, string>) =>
  client.post(`/api/orders/${id}/${action}`, body, headers)

/** Takes an action that must succeed, and returns the changed order. */
export const act = async (client: Client, id: string, action: string, body: Body = {}) =>
  expectBody(await ask(client, id, action, body), 200, Order)

export const orderOf = async (client: Client, id: string) =>
  expectBody(await client.get(`/api/orders/${id}`), 200, Order)

/** The stock of each variant of a product. */
export async function stockOf(client: Client, productId: string) {
  const { variants } = expectBody(await client.get(`/api/products/${productId}`), 200, Product)
  return variants.map(({ on_hand, reserved }) => ({ on_hand, reserved }))
}

/** What the client does with this order. */
export const handling = (client: Client, id: string) => ({
  id,
  does: (action: string, body?: Body) => act(client, id, action, body),
  asks: (action: string, body?: Body, headers?: Record<string, string>) => ask(client, id, action, body, headers),
  now: () => orderOf(client, id),
})
