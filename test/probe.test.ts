import { expect, test } from 'vitest'
import { openShop } from './support/shop.ts'
import worker from '../src/index.ts'
void worker
test('x', async () => {
  const shop = await openShop()
  for (const p of ['/api/me', '/api/stores', '/api/orders', '/api/orders?search=abc', '/api/orders?page=0', '/api/orders/x','/nope','/healthz','/readyz']) { const a = await shop.owner.get(p)
  console.log(p, a.status, JSON.stringify(a.body)) }
  console.log(JSON.stringify(await shop.owner.post('/api/orders', {customer_id: crypto.randomUUID(), total_amount: 1.005, items: [{product_id: crypto.randomUUID(), quantity: 0, unit_price: 3, foo: 1, variant_x: {}}], wat: 1})))
  console.log(JSON.stringify(await shop.owner.post('/api/orders', {customer_id: crypto.randomUUID(), total_amount: 1.005, items: [{product_id: crypto.randomUUID(), quantity: 1, unit_price: 3, variant_x: 'aa'}]})))
  expect(1).toBe(2)
})
