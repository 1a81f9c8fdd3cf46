import { expect, test } from 'vitest'
import { Order } from '../../../src/areas/orders/order.ts'
import { openCheckoutShop } from '../orders/checkout-shop.ts'
import { expectBody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { tracesLeft, tracesOf } from './traces.ts'

test('anonymizing a customer leaves of a delivery only what it was and its country', async () => {
  const shop = await openCheckoutShop()
  const { owner, store, methodId, discountId } = shop
  const { id: customer_id } = await shop.addCustomer({ name: 'Zahra Quibbleworth' })
  // A code that was made for her.
  await asOwner`update discounts set code = 'QUIBBLEWORTH10', name = 'For Zahra Quibbleworth' where store_id = ${store.id}`
  const destination = { country: 'kw', region: 'Wobble Tower, Hawalli' }
  const before = await shop.check({ customer_id, destination, discount_code: 'quibbleworth10' })
  expect(before.delivery?.destination).toEqual({ country: 'KW', region: 'Wobble Tower, Hawalli' })
  await owner.patch(`/api/orders/${before.id}`, { destination: { country: 'KW', region: 'Wobble Street' } })
  expect((await tracesOf(store.id, ['wobble'])).length).toBeGreaterThan(0)
  // The code itself is the store's to delete.
  expect((await owner.post(`/api/customers/${customer_id}/anonymize`, {})).status).toBe(200)
  expect(await tracesLeft(store.id, ['wobble'])).toEqual([])
  const traces = await tracesOf(store.id, ['quibbleworth', 'zahra'])
  expect(traces.filter((trace) => !trace.startsWith('discounts:'))).toEqual([])

  const after = expectBody(await owner.get(`/api/orders/${before.id}`), 200, Order)
  const { delivery, discounts, tax, total_amount, items } = after
  expect({ total_amount, tax }).toEqual({ total_amount: before.total_amount, tax: before.tax })
  expect(items[0]).toMatchObject({ discount_amount: 1, tax_amount: before.items[0]?.tax_amount })
  expect(delivery).toEqual({ ...before.delivery, method_id: methodId, destination: { country: 'KW', region: null } })
  expect(discounts).toEqual([
    { discount_id: discountId, code: 'Anonymized', name: 'Anonymized', kind: 'percentage', amount: 1 },
  ])
})
