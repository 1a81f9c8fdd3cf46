import { openShop } from '../support/shop.ts'

type Fields = Record<string, unknown>

/** A store that sells scarves at 10, of which it has 100, to one customer: with what an order of one needs. */
export async function openScarfShop(options: Parameters<typeof openShop>[0] & { on_hand?: number } = {}) {
  const shop = await openShop(options)
  const [customer, scarf] = await Promise.all([
    shop.addCustomer({ name: 'Amal', phone: '+965 5012 3456', address: '4 Gulf Road, Kuwait City' }),
    shop.addProduct({ title: 'Scarf', price: 10, variants: [{ sku: 'SC-1', on_hand: options.on_hand ?? 100 }] }),
  ])
  const line = (fields: Fields = {}) => ({ product_id: scarf.id, quantity: 1, unit_price: 10, ...fields })
  const order = (fields: Fields = {}) => ({ customer_id: customer.id, total_amount: 10, items: [line()], ...fields })

  return {
    ...shop,
    customer,
    scarf,
    /** One line of one scarf, unless `fields` say otherwise. */
    line,
    /** The body of an order of one scarf, unless `fields` say otherwise. */
    order,
    buy: (fields: Fields = {}, headers?: Record<string, string>) =>
      shop.owner.post('/api/orders', order(fields), headers),
  }
}
