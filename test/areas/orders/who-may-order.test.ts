import { describe, expect, test } from 'vitest'
import { service } from '../../support/service.ts'
import { CreatedOrder, expectBody, expectProblem, inStore } from '../../support/shop.ts'
import { booksOf, expectBooks } from './books.ts'
import { openScarfShop } from './scarf-shop.ts'

describe('a viewer', () => {
  test('is refused even if the customer does not exist', async () => {
    const { hire, order } = await openScarfShop()
    const viewer = await hire('viewer')
    expectProblem(await viewer.post('/api/orders', order({ customer_id: crypto.randomUUID() })), 403, 'forbidden')
  })
})

describe('a person outside the store', () => {
  test('without a token is rejected before the input is checked', async () => {
    const { order } = await openScarfShop()
    const json = { 'Content-Type': 'application/json' }
    for (const body of [JSON.stringify(order()), '{'])
      for (const method of ['POST', 'GET'] as const) {
        const init = { method, headers: json, ...(method === 'POST' && { body }) }
        const answer = await service().fetch('/api/orders', init)
        expectProblem(answer, 401, 'unauthenticated')
        expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Bearer /)
      }
  })
})

describe('a member of two stores', () => {
  async function openTwo() {
    const [one, two] = await Promise.all([openScarfShop(), openScarfShop({ currency: 'KWD' })])
    const both = await one.hire('owner')
    await two.join(both.subject, 'staff')
    return { one, two, both }
  }

  test("orders in the customer's store without naming it", async () => {
    const { one, two, both } = await openTwo()
    for (const { store, order } of [one, two]) {
      const created = expectBody(await both.post('/api/orders', order()), 201, CreatedOrder)
      expect(created).toMatchObject({ store_id: store.id, currency: store.currency, number: 1001 })
    }
    const mixed = await both.post('/api/orders', one.order({ items: [two.line()] }))
    expectProblem(mixed, 422, 'product_not_found')
  })

  test('who names a store can only order there', async () => {
    const { one, two, both } = await openTwo()
    const before = await booksOf(two.store.id)
    const named = await both.post('/api/orders', one.order(), { 'X-Store-Id': one.store.id.toUpperCase() })
    expect(expectBody(named, 201, CreatedOrder).store_id).toBe(one.store.id)
    const wrong = await both.post('/api/orders', one.order(), inStore(two.store))
    expectProblem(wrong, 422, 'customer_not_found')
    expect(await booksOf(two.store.id)).toEqual(before)
    const outsider = await openScarfShop()
    for (const store of [outsider.store.id, crypto.randomUUID(), 'acme'])
      expectProblem(await both.post('/api/orders', one.order(), { 'X-Store-Id': store }), 404, 'store_not_found')
    await expectBooks(one.store.id, { orders: 1, reserved: 1 })
  })
})
