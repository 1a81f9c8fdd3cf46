import { expect, test } from 'vitest'
import { DeliveryMethod } from '../../../src/areas/delivery-methods/delivery-method.ts'
import { CreatedOrder, expectBody, expectProblem } from '../../support/shop.ts'
import { orderOf } from './acting.ts'
import { openScarfShop } from './scarf-shop.ts'
import { setTax } from '../stores/taxes.ts'

// Discounts are compared by what the customer pays in the end, and amounts that were sent are the caller's only if they say something.

type Fields = Record<string, unknown>

async function openShopOf(price: number) {
  const shop = await openScarfShop()
  const { owner, store, addProduct } = shop
  const { id: product_id } = await addProduct({ title: 'Lamp', price, variants: [{ on_hand: 100 }] })
  const add = async (path: string, body: Fields) => expect(await owner.post(path, body)).toMatchObject({ status: 201 })
  const customer = { name: 'Huda', phone: '+965 5111 0001' }
  const body = (fields: Fields, quantity: number) => ({ customer, items: [{ product_id, quantity }], ...fields })
  return {
    ...shop,
    product_id,
    addMethod: async (fields: Fields) =>
      expectBody(await owner.post('/api/delivery-methods', { name: 'Courier', ...fields }), 201, DeliveryMethod).id,
    automatic: (fields: Fields) => add('/api/discounts', { name: 'Automatic', automatic: true, ...fields }),
    code: (fields: Fields) => add('/api/discounts', { code: 'CODE', kind: 'fixed', ...fields }),
    tax: (fields?: Fields) => setTax(store, fields),
    place: async (fields: Fields, quantity = 1) =>
      expectBody(await owner.post('/api/orders', body(fields, quantity)), 201, CreatedOrder),
    /** What a quote says, which the order must say as well. */
    price: async (fields: Fields, quantity = 1) => {
      const { customer: _customer, ...cart } = body(fields, quantity)
      const quoted = await owner.post('/api/orders/quote', cart)
      expect(quoted.status, JSON.stringify(quoted.body)).toBe(200)
      const { total_amount, discount_refused } = Object(quoted.body)
      const order = expectBody(await owner.post('/api/orders', body(fields, quantity)), 201, CreatedOrder)
      expect({ ...order }).toMatchObject({ total_amount, discount_refused })
      return { total: total_amount, refused: discount_refused?.code ?? null }
    },
  }
}

test('a price of delivery that is stated is no worth of free delivery', async () => {
  const { addMethod, automatic, code, price } = await openShopOf(20)
  const delivery_method_id = await addMethod({ price: 10 })
  await automatic({ kind: 'free_delivery' })
  await code({ value: 5 })
  const stated = { delivery_method_id, shipping_amount: 1 }
  expect(await price({ ...stated, discount_code: 'CODE' })).toEqual({ total: 16, refused: null })
  await automatic({ kind: 'percentage', value: 25 })
  expect(await price(stated)).toEqual({ total: 16, refused: null })
  // Without the stated price, free delivery takes off most.
  expect(await price({ delivery_method_id })).toEqual({ total: 20, refused: null })
})

test('a code that is worth less, but is taxed less, applies', async () => {
  const { addMethod, automatic, code, price, tax } = await openShopOf(100)
  await tax()
  const delivery_method_id = await addMethod({ price: 10 })
  await automatic({ kind: 'free_delivery' })
  await code({ value: 9.5 })
  expect(await price({ delivery_method_id })).toEqual({ total: 110, refused: null })
  expect(await price({ delivery_method_id, discount_code: 'CODE' })).toEqual({ total: 109.55, refused: null })
})

test('an automatic discount that makes delivery dearer by more than it takes off does not apply', async () => {
  const { addMethod, automatic, code, price } = await openShopOf(105)
  const delivery_method_id = await addMethod({ price: 30, free_from: 100 })
  await automatic({ kind: 'fixed', value: 10 })
  await code({ value: 5 })
  expect(await price({ delivery_method_id })).toEqual({ total: 105, refused: null })
  expect(await price({ delivery_method_id, discount_code: 'CODE' })).toEqual({ total: 100, refused: null })
  // Of two, it is free delivery for 210: 10 off leaves it.
  expect(await price({ delivery_method_id }, 2)).toEqual({ total: 200, refused: null })
})

test('a code that takes the method away does not apply', async () => {
  const { addMethod, code, price } = await openShopOf(100)
  const delivery_method_id = await addMethod({ price: 4, min_subtotal: 20 })
  await code({ value: 90 })
  expect(await price({ delivery_method_id, discount_code: 'CODE' })).toEqual({
    total: 104,
    refused: 'cheaper_without_code',
  })
})

test('of two that combine, one alone applies if both take the method away', async () => {
  const { addMethod, automatic, code, price } = await openShopOf(100)
  const delivery_method_id = await addMethod({ price: 4, min_subtotal: 40 })
  await automatic({ kind: 'fixed', value: 30, combines: true })
  await code({ value: 40, combines: true })
  expect(await price({ delivery_method_id, discount_code: 'CODE' })).toEqual({ total: 64, refused: null })
})

test('a code that does not apply leaves the discount that was granted', async () => {
  const { addMethod, code, owner, place } = await openShopOf(105)
  const delivery_method_id = await addMethod({ price: 30, free_from: 100 })
  await code({ value: 10 })
  for (const total of [{}, { total_amount: 100 }]) {
    const method = 'total_amount' in total ? {} : { delivery_method_id }
    const { id } = await place({ ...method, discount_amount: 5, ...total })
    const answer = await owner.patch(`/api/orders/${id}`, { discount_code: 'CODE', delivery_method_id })
    expect(answer.body).toMatchObject({
      total_amount: 100,
      discount_amount: 5,
      discount_refused: { code: 'cheaper_without_code' },
    })
  }
})

test('an order with all amounts of its quote is computed when it changes', async () => {
  const { addMethod, automatic, owner, place, tax, product_id } = await openShopOf(20)
  const delivery_method_id = await addMethod({ price: 10 })
  await automatic({ kind: 'fixed', value: 3, min_quantity: 3 })
  const sent = { discount_amount: 0, shipping_amount: 10, tax_amount: 0, total_amount: 30 }
  const { id } = await place({ delivery_method_id, ...sent })
  const three = { items: [{ product_id, quantity: 3 }] }
  expect((await owner.patch(`/api/orders/${id}`, three)).body).toMatchObject({ total_amount: 67, discount_amount: 3 })

  await tax()
  const taxed = await place({ discount_amount: 0, tax_amount: 2 })
  expect((await owner.patch(`/api/orders/${taxed.id}`, three)).body).toMatchObject({
    discount_amount: 3,
    tax_amount: 5.7,
    total_amount: 62.7,
  })
  // The same if what delivery costs decides which discount applies.
  const both = await openShopOf(20)
  const method = await both.addMethod({ price: 10 })
  await both.automatic({ kind: 'free_delivery' })
  await both.automatic({ kind: 'percentage', value: 25 })
  const quoted = { delivery_method_id: method, shipping_amount: 1, discount_amount: 5, total_amount: 16 }
  const { id: stated } = await both.place(quoted)
  const more = { items: [{ product_id: both.product_id, quantity: 3 }] }
  expect((await both.owner.patch(`/api/orders/${stated}`, more)).body).toMatchObject({ total_amount: 46 })

  // What the service would not have come to stays.
  const granted = await place({ discount_amount: 5, tax_amount: 1.5 })
  expect((await owner.patch(`/api/orders/${granted.id}`, three)).body).toMatchObject({
    discount_amount: 5,
    tax_amount: 5.5,
    total_amount: 60.5,
  })
})

test('a total that is the sum of what was sent is nobody’s: the parts stay when a method is chosen', async () => {
  const { addMethod, owner, place, tax } = await openShopOf(70)
  await tax()
  const delivery_method_id = await addMethod({ price: 0 })
  for (const total of [{}, { total_amount: 66 }]) {
    const { id, total_amount } = await place({ discount_amount: 7, tax_amount: 3, ...total })
    expect(total_amount).toBe(66)
    expect((await owner.patch(`/api/orders/${id}`, { delivery_method_id })).body).toMatchObject({
      discount_amount: 7,
      tax_amount: 3,
      total_amount: 66,
      delivery: { name: 'Courier' },
    })
    // A code names the discount.
    await owner.post('/api/discounts', { code: 'TEN', kind: 'fixed', value: 10 })
    expect((await owner.patch(`/api/orders/${id}`, { discount_code: 'TEN' })).body).toMatchObject({
      discount_amount: 10,
      tax_amount: 3,
      total_amount: 63,
    })
    expect(await orderOf(owner, id)).toMatchObject({ total_amount: 63, adjustment_amount: 0 })
  }
  // A tax can be named with the method, and a total without tax has it computed by the method.
  const named = await place({ discount_amount: 7, tax_amount: 3, total_amount: 66 })
  const change = { delivery_method_id, tax_amount: 6.3 }
  expect((await owner.patch(`/api/orders/${named.id}`, change)).body).toMatchObject({
    tax_amount: 6.3,
    total_amount: 69.3,
  })
  const untaxed = await place({ discount_amount: 7, tax_amount: 0, total_amount: 63 })
  expect((await owner.patch(`/api/orders/${untaxed.id}`, { delivery_method_id })).body).toMatchObject({
    total_amount: 69.3,
  })
  const alone = await place({ total_amount: 70 })
  expect((await owner.patch(`/api/orders/${alone.id}`, { delivery_method_id })).body).toMatchObject({
    total_amount: 77,
  })
  expectProblem(
    await owner.patch(`/api/orders/${alone.id}`, { delivery_method_id, total_amount: 70 }),
    422,
    'total_mismatch',
  )
})
