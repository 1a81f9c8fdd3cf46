import { expect, test } from 'vitest'
import { DeliveryMethod } from '../../../src/areas/delivery-methods/delivery-method.ts'
import type { Answer } from '../../support/service.ts'
import { CreatedOrder, expectBody } from '../../support/shop.ts'
import { sent, jsonl, types } from '../../platform/transfer/files.ts'
import { contradictionsOf } from './contradictions.ts'
import { openScarfShop } from './scarf-shop.ts'
import { setTax } from '../stores/taxes.ts'

// Whether an order's amounts were computed or sent, and whether its delivery was taxed, is what happened when it was made or changed:
// nothing in what it costs could tell.

const customer = { name: 'Huda', phone: '+96550000101' }

async function openStore(tax: object | null = null) {
  const shop = await openScarfShop()
  const { owner, store, line } = shop
  if (tax) await setTax(store, { tax_delivery: true, ...tax })
  const bodyOf = (answer: Answer) => expectBody(answer, 201, CreatedOrder)
  return {
    ...shop,
    make: async (fields: object = {}) =>
      bodyOf(await owner.post('/api/orders', { customer, items: [line()], ...fields })),
    change: async (id: string, fields: object) => (await owner.patch(`/api/orders/${id}`, fields)).body,
  }
}

test('a computed order of one piece gets the discount for six when it is changed to six, without any tax to tell it by', async () => {
  const { owner, make, change, line, store } = await openStore()
  await owner.post('/api/discounts', { automatic: true, kind: 'percentage', value: 10, min_quantity: 6 })
  const computed = await make()
  expect(await change(computed.id, { items: [line({ quantity: 6 })] })).toMatchObject({ total_amount: 54 })
  const stated = await make({ total_amount: 10 })
  expect(await change(stated.id, { items: [line({ quantity: 6 })] })).toMatchObject({ total_amount: 60 })
  expect(await contradictionsOf(store.id)).toEqual({})
})

test('an imported order that was calculated once stays calculated', async () => {
  const { owner, change, line, store } = await openStore({})
  await owner.post('/api/discounts', { code: 'TEN', kind: 'percentage', value: 10 })
  const record = { external_id: 'OLD-1', customer_name: 'Amal', customer_email: 'amal@test.example', items: [line()] }
  const { rows } = await sent(owner, 'orders', jsonl(record), { type: types.jsonl })
  const id = String(rows[0]?.id)
  expect(await change(id, { items: [line({ quantity: 2 })] })).toMatchObject({ tax_amount: 0, total_amount: 20 })
  expect(await change(id, { discount_code: 'TEN' })).toMatchObject({ tax_amount: 1.8, total_amount: 19.8 })
  expect(await change(id, { discount_code: null })).toMatchObject({ tax_amount: 2, total_amount: 22 })
  expect(await change(id, { items: [line({ quantity: 3 })] })).toMatchObject({ tax_amount: 3, total_amount: 33 })
  expect(await contradictionsOf(store.id)).toEqual({})
})

test('the fee for cash on delivery is taxed with a delivery that was free, so that its own tax was nothing', async () => {
  const { owner, make, change, store } = await openStore({})
  const method = await owner.post('/api/delivery-methods', { name: 'Post', price: 3, free_from: 10, cod_fee: 2 })
  const { id: delivery_method_id } = expectBody(method, 201, DeliveryMethod)
  const made = await make({ delivery_method_id, payment_method: 'card' })
  expect(made).toMatchObject({ shipping_amount: 0, tax_amount: 1, total_amount: 11 })
  const fresh = await make({ delivery_method_id, payment_method: 'cod' })
  expect(fresh).toMatchObject({ shipping_amount: 2, tax_amount: 1.2, total_amount: 13.2 })
  expect(await change(made.id, { payment_method: 'cod' })).toMatchObject({ tax_amount: 1.2, total_amount: 13.2 })
  expect(await contradictionsOf(store.id)).toEqual({})
})
