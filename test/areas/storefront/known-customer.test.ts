import { expect, test } from 'vitest'
import { expectBody, expectProblem } from '../../support/shop.ts'
import { DeliveryMethod } from '../../../src/areas/delivery-methods/delivery-method.ts'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { openWindow } from './shop-window.ts'

// What an order that is refused, and so leaves nothing behind, reveals about a phone number.

const known = '+14155550101'
const unknown = '+14155550102'

async function openSale(discount: object) {
  const window = await openWindow()
  const lamp = await window.addProduct({ title: 'Lamp', price: 100, variants: [{ on_hand: 5 }] })
  const vase = await window.addProduct({ title: 'Vase', price: 10, variants: [{ on_hand: 0 }] })
  const sale = { kind: 'percentage', value: 10, first_order_only: true, ...discount }
  expectBody(await window.owner.post('/api/discounts', sale), 201, Discount)
  const order = (phone: string, more: object = {}) =>
    window.send(
      '/orders',
      { customer: { name: 'Amal', phone }, items: [{ product_id: lamp.id, quantity: 1 }], ...more },
      { 'Idempotency-Key': crypto.randomUUID() },
    )
  expect((await order(known)).status).toBe(201)
  const soldOut = { items: [{ product_id: vase.id, quantity: 1 }] }
  return { ...window, order, soldOut }
}

test.for([
  ['a first-order code', {}],
  ['a code for each customer once', { first_order_only: false, usage_limit_per_customer: 1 }],
] as const)('%s does not tell who has ordered before, unless the total is right', async ([, discount]) => {
  const { order, soldOut } = await openSale({ code: 'HELLO', ...discount })
  const code = { discount_code: 'HELLO' }
  if ('usage_limit_per_customer' in discount) expect((await order(known, code)).status).toBe(201)
  for (const attempt of [
    { ...code, expected_total: 0.01 },
    { ...code, expected_total: 100 },
    { ...code, expected_total: 90.001 },
    { ...code, ...soldOut, expected_total: 9 },
    { ...code, ...soldOut, expected_total: 10 },
    { ...code, delivery_method_id: crypto.randomUUID(), expected_total: 90 },
  ]) {
    const [one, other] = [await order(known, attempt), await order(unknown, attempt)]
    expect(one.status).toBeGreaterThanOrEqual(400)
    expect({ ...Object(one.body), request_id: '' }).toEqual({ ...Object(other.body), request_id: '' })
  }
  expect(expectProblem(await order(known, { ...code, expected_total: 0.01 }), 422, 'total_changed')).toMatchObject({
    quote: { total_amount: 90, discount_refused: null },
  })
  // Somebody who has seen the quote learns what is wrong, and can order without the code.
  const right = await order(known, { ...code, expected_total: 90 })
  expect(right.status).toBe(422)
  expect(Object(right.body).code).toMatch(/^discount_/)
  expect((await order(known, { expected_total: 100 })).status).toBe(201)
  expect(await order(unknown, { ...code, expected_total: 90 })).toMatchObject({
    status: 201,
    body: { total_amount: 90 },
  })
})

test.for([
  ['a discount for first orders', {}],
  ['a discount for each customer once', { first_order_only: false, usage_limit_per_customer: 1 }],
] as const)('%s does not stand in for a code, for somebody who has had it', async ([, discount]) => {
  const { order, owner } = await openSale({ automatic: true, ...discount })
  expectBody(await owner.post('/api/discounts', { code: 'TWELVE', kind: 'fixed', value: 12 }), 201, Discount)
  const method = { name: 'Courier', price: 5, free_from: 90 }
  const { id } = expectBody(await owner.post('/api/delivery-methods', method), 201, DeliveryMethod)
  const code = { discount_code: 'TWELVE' }
  expect(await order(unknown, { ...code, expected_total: 90 })).toMatchObject({
    status: 201,
    body: { total_amount: 90, discount_refused: { code: 'better_discount_applied' } },
  })
  expect(await order(known, { ...code, expected_total: 93 })).toMatchObject({
    status: 201,
    body: { total_amount: 93, discount_refused: null },
  })
  // Without any discount this is 100 with free delivery, for everybody; with the code 88 + 20, with the other discount 90 + 20.
  await owner.patch(`/api/delivery-methods/${id}`, { price: 20, free_from: 95 })
  for (const who of ['+14155550103', known])
    expect(await order(who, { ...code, expected_total: 100 })).toMatchObject({
      status: 201,
      body: { total_amount: 100, discount_refused: { code: 'cheaper_without_code' } },
    })
})

test('a first-order discount that applies by itself does not tell either, and a customer can order without it', async () => {
  const { order, soldOut } = await openSale({ automatic: true })
  for (const attempt of [
    { expected_total: 0.01 },
    { ...soldOut, expected_total: 9 },
    { ...soldOut, expected_total: 10 },
  ]) {
    const [one, other] = [await order(known, attempt), await order(unknown, attempt)]
    expect(one.status).toBeGreaterThanOrEqual(400)
    expect({ ...Object(one.body), request_id: '' }).toEqual({ ...Object(other.body), request_id: '' })
  }
  expect(expectProblem(await order(known, { expected_total: 90 }), 422, 'total_changed')).toMatchObject({
    quote: { total_amount: 100 },
  })
  expect(await order(known, { expected_total: 100 })).toMatchObject({ status: 201, body: { total_amount: 100 } })
  expectProblem(await order(unknown, { expected_total: 100 }), 422, 'total_changed')
  expect(await order(unknown, { expected_total: 90 })).toMatchObject({ status: 201, body: { total_amount: 90 } })
})

test.for([
  ['a discount for first orders', {}],
  ['a discount for each customer once', { first_order_only: false, usage_limit_per_customer: 1 }],
] as const)('a number at its limit is answered as any other until all else is right: %s', async ([, discount]) => {
  for (const asked of [{ code: 'HELLO' }, { automatic: true }]) {
    const { order, soldOut, owner, store } = await openSale({ ...asked, ...discount })
    const code = 'code' in asked ? { discount_code: 'HELLO' } : {}
    if ('usage_limit_per_customer' in discount && 'code' in asked) expect((await order(known, code)).status).toBe(201)
    await owner.patch(`/api/stores/${store.id}`, { max_orders_per_phone: 1 })
    for (const attempt of [
      { ...code, expected_total: 0.01 },
      { ...code, expected_total: 100 },
      { ...code, ...soldOut },
      { ...code, delivery_method_id: crypto.randomUUID() },
      { discount_code: 'NOSUCH' },
    ]) {
      const [one, other] = [await order(known, attempt), await order(unknown, attempt)]
      expect(other.status).toBeGreaterThanOrEqual(400)
      expect({ ...Object(one.body), request_id: '' }).toEqual({ ...Object(other.body), request_id: '' })
    }
    for (const attempt of [{ ...code, expected_total: 90 }, code])
      expectProblem(await order(known, attempt), 409, 'limit_reached')
    expect(await order(unknown, { ...code, expected_total: 90 })).toMatchObject({ status: 201 })
  }
})
