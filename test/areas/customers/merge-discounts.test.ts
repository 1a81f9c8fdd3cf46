import { expect, test } from 'vitest'
import { expectSoundBooks } from '../orders/books.ts'
import { openCheckoutShop } from '../orders/checkout-shop.ts'
import { expectProblem } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

test('a merged customer has used a code as often as both had before', async () => {
  const shop = await openCheckoutShop()
  await asOwner`update discounts set usage_limit_per_customer = 1 where store_id = ${shop.store.id}`
  const { id: twin } = await shop.addCustomer({ name: 'Amal' })
  const order = await shop.check({ customer_id: twin })
  const merge = { keep_id: shop.customer.id, merge_ids: [twin] }
  expect((await shop.owner.post('/api/customers/merge', merge)).status).toBe(200)
  const again = () => shop.owner.post('/api/orders', shop.computed())
  expect(expectProblem(await again(), 422, 'discount_used_by_customer').errors).toMatchObject([
    { pointer: '/discount_code' },
  ])
  await expectSoundBooks(shop.store.id)

  // Their cancelled order gives the code back.
  expect((await shop.owner.post(`/api/orders/${order.id}/cancel`, { reason: 'No stock' })).status).toBe(200)
  expect((await again()).status).toBe(201)
  await expectSoundBooks(shop.store.id)
})
