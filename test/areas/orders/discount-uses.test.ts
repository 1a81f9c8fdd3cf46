import { describe, expect, test } from 'vitest'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { PlacedOrder } from '../../../src/areas/storefront/public/public-order.ts'
import { openWindow } from '../storefront/shop-window.ts'
import { crowd } from '../../support/run/effort.ts'
import { CreatedOrder, expectBody, expectProblem } from '../../support/shop.ts'
import type { Answer } from '../../support/service.ts'
import { contradictionsOf } from './contradictions.ts'
import { range } from './listing.ts'

// How often a discount is used: counted with the order, given back when it is cancelled, and never above its limits.

async function openStore() {
  const window = await openWindow()
  const scarf = await window.addProduct({ title: 'Scarf', variants: [{ on_hand: 10_000 }] })
  const items = [{ product_id: scarf.id, quantity: 1 }]
  return {
    ...window,
    items,
    addDiscount: async (discount: object) =>
      expectBody(await window.owner.post('/api/discounts', { kind: 'fixed', value: 1, ...discount }), 201, Discount),
    order: (phone: number, cart: object = {}) =>
      window.send('/orders', { customer: { name: 'Amal', phone: `+965${50_000_000 + phone}` }, items, ...cart }),
    usesOf: async ({ id }: { readonly id: string }) =>
      expectBody(await window.owner.get(`/api/discounts/${id}`), 200, Discount).uses,
    cancel: (answer: Answer) => window.owner.post(`/api/orders/${expectBody(answer, 201, PlacedOrder).id}/cancel`, {}),
  }
}

const shoppers = crowd(500, 20)
const limit = shoppers / 5

test(`${shoppers} shoppers with one code limited to ${limit}: exactly ${limit} uses, and as many after all are cancelled`, async () => {
  const { store, addDiscount, order, usesOf, cancel, items } = await openStore()
  const code = await addDiscount({ code: 'HUNDRED', usage_limit: limit })
  // Another quantity, so that no order looks like a duplicate.
  const rush = async (quantity: number) => {
    const answers = await Promise.all(
      range(1, shoppers).map((phone) =>
        order(phone, { discount_code: 'HUNDRED', items: items.map((item) => ({ ...item, quantity })) }),
      ),
    )
    const placed = answers.filter(({ status }) => status === 201)
    expect(placed).toHaveLength(limit)
    for (const answer of answers) if (answer.status !== 201) expectProblem(answer, 422, 'discount_used_up')
    expect(await usesOf(code)).toBe(limit)
    return placed
  }
  const placed = await rush(1)
  const cancelled = await Promise.all(placed.map((answer) => cancel(answer)))
  expect(cancelled.every(({ status }) => status === 200)).toBe(true)
  expect(await usesOf(code)).toBe(0)
  await rush(2)
  expect(await contradictionsOf(store.id)).toEqual({})
}, 600_000)

test('an automatic discount whose limit is reached no longer applies; the orders after it are placed without it', async () => {
  const { addDiscount, order, usesOf, store } = await openStore()
  const automatic = await addDiscount({ automatic: true, usage_limit: 5 })
  const answers = await Promise.all(range(1, 20).map((phone) => order(phone)))
  const totals = answers.map((answer) => expectBody(answer, 201, PlacedOrder).total_amount)
  expect(totals.toSorted((one, other) => one - other)).toEqual([
    ...range(1, 5).map(() => 9),
    ...range(1, 15).map(() => 10),
  ])
  expect(await usesOf(automatic)).toBe(5)
  expect(await contradictionsOf(store.id)).toEqual({})
})

test('orders and changes of the same code and goods at once never deadlock or overrun the limit', async () => {
  const { owner, addDiscount, order, usesOf, store, items, addCustomer } = await openStore()
  const code = await addDiscount({ code: 'TWENTY', usage_limit: 20, combines: true })
  const automatic = await addDiscount({ automatic: true, combines: true })
  const customer = await addCustomer()
  const lines = items.map((item) => ({ ...item, unit_price: 10 }))
  const body = { customer_id: customer.id, items: lines, total_amount: 10 }
  const made = await Promise.all(range(1, 20).map(() => owner.post('/api/orders', body)))
  const ids = made.map((answer) => expectBody(answer, 201, CreatedOrder).id)
  const answers = await Promise.all([
    ...range(1, 20).map((phone) => order(phone, { discount_code: 'TWENTY' })),
    ...ids.map((id) =>
      owner.patch(`/api/orders/${id}`, {
        discount_code: 'twenty',
        items: lines.map((line) => ({ ...line, quantity: 2 })),
      }),
    ),
  ])
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(20)
  expect(answers.filter(({ body: refused }) => Object(refused).code === 'discount_used_up')).toHaveLength(20)
  expect([await usesOf(code), await usesOf(automatic)]).toEqual([20, 20])
  const cancelled = await Promise.all(
    ids.map((id) => owner.post('/api/orders/bulk', { action: 'cancel', order_ids: [id] })),
  )
  expect(cancelled.every(({ status }) => status === 200)).toBe(true)
  expect(await contradictionsOf(store.id)).toEqual({})
})

describe('one shopper', () => {
  test('uses a code as often as one customer may, whatever the spelling of the phone number', async () => {
    const { addDiscount, order, send, items, cancel, usesOf, store } = await openStore()
    const once = await addDiscount({ code: 'ONCE', usage_limit_per_customer: 1 })
    const cart = { discount_code: 'once' }
    const first = await order(1, cart)
    expectProblem(await order(1, { ...cart, notes: 'again' }), 422, 'discount_used_up')
    const local = { name: 'Amal', phone: '5000 0001', country: 'KW' }
    expectProblem(await send('/orders', { customer: local, items, ...cart }), 422, 'discount_used_up')
    expect(await order(2, cart)).toMatchObject({ status: 201 })
    expect(await cancel(first)).toMatchObject({ status: 200 })
    const more = items.map((item) => ({ ...item, quantity: 2 }))
    expect(await order(1, { ...cart, items: more })).toMatchObject({ status: 201 })
    expect(await usesOf(once)).toBe(2)
    expect(await contradictionsOf(store.id)).toEqual({})
  })

  test('uses it once, however many orders arrive at once', async () => {
    const { addDiscount, order } = await openStore()
    await addDiscount({ code: 'ONCE', usage_limit_per_customer: 1 })
    const answers = await Promise.all(
      range(1, 10).map((turn) => order(1, { discount_code: 'ONCE', notes: String(turn) })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test('is not told of a code that is only for new customers', async () => {
    const { addDiscount, order, cancel } = await openStore()
    await addDiscount({ code: 'FIRST', first_order_only: true })
    const first = await order(1, { discount_code: 'FIRST' })
    expectProblem(await order(1, { discount_code: 'FIRST', notes: 'again' }), 422, 'discount_not_found')
    await cancel(first)
    expect(await order(1, { discount_code: 'FIRST' })).toMatchObject({ status: 201 })
  })
})

test('uses move with the customer when customers are merged', async () => {
  const { owner, addDiscount, order, store, addCustomer } = await openStore()
  await addDiscount({ code: 'ONCE', usage_limit_per_customer: 1 })
  const { id } = expectBody(await order(1, { discount_code: 'ONCE' }), 201, PlacedOrder)
  const { customer_id } = Object((await owner.get(`/api/orders/${id}`)).body)
  const kept = await addCustomer({ name: 'Kept', phone: '+96550000099' })
  expect(await owner.post('/api/customers/merge', { keep_id: kept.id, merge_ids: [customer_id] })).toMatchObject({
    status: 200,
  })
  expectProblem(await order(99, { discount_code: 'ONCE' }), 422, 'discount_used_up')
  expect(await contradictionsOf(store.id)).toEqual({})
})

test('an order that is refused for its stock uses nothing', async () => {
  const { addDiscount, addProduct, send, usesOf } = await openStore()
  const code = await addDiscount({ code: 'TEN' })
  const rare = await addProduct({ title: 'Rare', variants: [{ on_hand: 1 }] })
  const items = [{ product_id: rare.id, quantity: 2 }]
  const body = { customer: { name: 'Amal', phone: '+96550000001' }, items, discount_code: 'TEN' }
  expectProblem(await send('/orders', body), 409, 'insufficient_stock')
  expect(await usesOf(code)).toBe(0)
})
