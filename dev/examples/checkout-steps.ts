import { idOf, type Perform } from './recorder.ts'

/** Delivery methods and discounts. */
export async function recordCheckout(call: Perform): Promise<void> {
  const courier = await call('create_delivery_method', {
    body: {
      name: 'Courier',
      zones: [{ country: 'US', regions: ['NY', 'New York'] }],
      price: 9,
      free_from: 150,
      estimated_days: { min: 0, max: 1 },
    },
  })
  const method = { delivery_method_id: idOf(courier) }
  await call('list_delivery_methods', { query: { limit: 1 } })
  await call('get_delivery_method', { path: method })
  await call('update_delivery_method', { path: method, body: { price: 8.5, max_weight_g: 10000 } })
  await call('delete_delivery_method', { path: method })
  const spring = await call('create_discount', {
    body: { code: 'SPRING', kind: 'percentage', value: 12.5, max_amount: 40, applies_to: { tags: ['winter'] } },
  })
  const discount = { discount_id: idOf(spring) }
  await call('list_discounts', { query: { search: 'spring', limit: 1 } })
  await call('get_discount', { path: discount })
  await call('update_discount', { path: discount, body: { usage_limit: 100 } })
  await call('delete_discount', { path: discount })
}
