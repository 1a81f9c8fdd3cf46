import { DeliveryMethod } from '../../../src/areas/delivery-methods/delivery-method.ts'
import { expectBody } from '../../support/shop.ts'
import { openScarfShop } from './scarf-shop.ts'
import { setTax } from '../stores/taxes.ts'

/**
 * A store that charges 10 % in the United States and 8.25 % elsewhere; delivery costs 3 there and in Ontario. `usual`: what an order
 * has by default, besides one scarf without a stated total.
 */
export async function openBorderStore(usual: (methodId: string) => object) {
  const shop = await openScarfShop()
  await setTax(shop.store, { rate: 8.25, label: 'Sales tax', country_rates: [{ country: 'US', rate: 10 }] })
  const zones = [{ country: 'US' }, { country: 'CA', regions: ['ON'] }]
  const made = await shop.owner.post('/api/delivery-methods', { name: 'Post', price: 3, zones })
  const method = expectBody(made, 201, DeliveryMethod)
  return {
    ...shop,
    method,
    make: (fields: object = {}) => shop.bought({ total_amount: undefined, ...usual(method.id), ...fields }),
    change: (id: string, fields: object) => shop.owner.patch(`/api/orders/${id}`, fields),
  }
}
