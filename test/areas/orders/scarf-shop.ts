import { CreatedOrder, expectBody, openShop } from '../../support/shop.ts'

type Fields = Record<string, unknown>

/** A store with one customer and 100 scarves at 10 each, with helpers to order them. */
export async function openScarfShop(options: Parameters<typeof openShop>[0] & { on_hand?: number } = {}) {
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
