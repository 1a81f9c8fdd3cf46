import { CreatedOrder, expectBody, openShop } from '../../support/shop.ts'
import { handling } from './acting.ts'

type Fields = Record<string, unknown>

type Options = Parameters<typeof openShop>[0] & { on_hand?: number }

/** A store with one customer and 100 scarves at 10 each, with helpers to order them. */
export async function openScarfShop(options: Options = {}) {
  const shop = await openShop(options)
  const [customer, scarf] = await Promise.all([
    shop.addCustomer({ name: 'Amal', phone: '+965 5012 3456', address: '4 Gulf Road, Kuwait City' }),
    shop.addProduct({ title: 'Scarf', price: 10, variants: [{ sku: 'SC-1', on_hand: options.on_hand ?? 100 }] }),
  ])
  const line = (fields: Fields = {}) => ({ product_id: scarf.id, quantity: 1, unit_price: 10, ...fields })
  const order = (fields: Fields = {}) => ({ customer_id: customer.id, total_amount: 10, items: [line()], ...fields })

  const buy = (fields?: Fields, headers?: Record<string, string>) =>
    shop.owner.post('/api/orders', order(fields), headers)

  return {
    ...shop,
    customer,
    scarf,
    /** One scarf, with `fields` overriding the defaults. */
    line,
    /** The body of an order of one scarf, with `fields` overriding the defaults. */
    order,
    buy,
    /** The order of a purchase that must succeed. */
    bought: async (fields?: Fields, headers?: Record<string, string>) =>
      expectBody(await buy(fields, headers), 201, CreatedOrder),
  }
}

export type Line = { readonly quantity?: number; readonly unit_price?: number }

/**
 * A scarf shop with an order of these `lines`, each of one scarf at 10 unless it says otherwise, and what the owner does with it.
 * `order`: other fields than usual.
 */
export async function openWithOrder({
  lines = [{}],
  order = {},
  ...options
}: Options & { lines?: readonly Line[]; order?: Fields } = {}) {
  const shop = await openScarfShop(options)
  const total_amount = lines.reduce((sum, { quantity = 1, unit_price = 10 }) => sum + quantity * unit_price, 0)
  const { id, number } = await shop.bought({ items: lines.map((line) => shop.line(line)), total_amount, ...order })
  return { ...shop, number, ...handling(shop.owner, id) }
}
