import { mintToken } from '../../src/mcp-tokens/mint-token.ts'
import type { Answer } from '../support/service.ts'
import { type Client, expectBody, type Shop } from '../support/shop.ts'
import { type Goods, type Sample } from './route-facts.ts'
import { methodOf } from './route-table.ts'

/** What every sample request needs, made afresh: a product of two variants, a customer, an order of theirs, a token. */
export async function stock(shop: Shop, word = 'Wool', customer: Record<string, unknown> = {}): Promise<Goods> {
  const product = await shop.addProduct({
    title: `Scarf ${word}`,
    tags: [word],
    variants: [
      { on_hand: 100, options: { colour: 'red' }, barcode: `${word}-r` },
      { on_hand: 100, options: { colour: 'blue' }, barcode: `${word}-b` },
    ],
  })
  const { id: customerId } = await shop.addCustomer({ name: `Amal ${word}`, notes: word, ...customer })
  const [variant] = product.variants
  if (!variant) throw new Error('a product has a variant')
  const order = await shop.addOrder({
    customer_id: customerId,
    items: [{ product_id: product.id, variant_id: variant.id, quantity: 1, unit_price: 10, variant_note: word }],
    notes: word,
    tags: [word],
  })
  const minted = await shop.owner.post('/api/mcp/tokens', {
    name: `Assistant ${word}`,
    scopes: ['orders:read'],
    store_id: shop.store.id,
  })
  const { id: tokenId } = expectBody(minted, 201, mintToken.output)
  return {
    storeId: shop.store.id,
    customerId,
    productId: product.id,
    variantId: variant.id,
    orderId: order.id,
    tokenId,
  }
}

export function call(
  client: Client,
  route: string,
  { path, body, headers: own }: Sample,
  given?: Record<string, string>,
): Promise<Answer> {
  const headers = { ...own, ...given }
  switch (methodOf(route)) {
    case 'POST':
      return client.post(path, body, headers)
    case 'PATCH':
      return client.patch(path, body, headers)
    case 'DELETE':
      return client.delete(path, headers)
    default:
      return client.get(path, headers)
  }
}

/** The answer as text, without what differs between any two requests: their ids, and the ids they ask for. */
export function textOf({ status, body }: Answer, asked: readonly string[] = []): string {
  const text = JSON.stringify({ status, body }, (key, value: unknown) => (key === 'request_id' ? undefined : value))
  return asked.reduce((seen, id) => seen.replaceAll(id, '<id>'), text)
}
