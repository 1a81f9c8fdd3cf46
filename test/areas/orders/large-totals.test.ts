import { beforeAll, describe, expect, test } from 'vitest'
import { failuresOf, jsonl, sent, types } from '../../platform/transfer/files.ts'
import { openWindow } from '../storefront/shop-window.ts'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { expectProblem } from '../../support/shop.ts'
import { openScarfShop } from './scarf-shop.ts'

// An order is at most 10^12 minor units. Sums of orders have no limit.

/** In dollars. */
const most = 1e10

describe('an order of more than 10^12 minor units is rejected', () => {
  test('when it is created, whether because of its total, its items or its other amounts', async () => {
    const { owner, order, customer, scarf } = await openScarfShop()
    const items = [{ product_id: scarf.id, quantity: 2, unit_price: most / 2 }]
    const body = { customer_id: customer.id, items }
    const total = await owner.post('/api/orders', order({ total_amount: most + 0.01 }))
    expect(expectProblem(total, 422, 'invalid_amount')).toMatchObject({ errors: [{ pointer: '/total_amount' }] })
    const dear = [{ product_id: scarf.id, quantity: 3, unit_price: most / 2 }]
    const line = await owner.post('/api/orders', { ...body, items: dear, total_amount: 1 })
    expect(expectProblem(line, 422, 'invalid_amount')).toMatchObject({ errors: [{ pointer: '/items' }] })
    const price = await owner.post('/api/orders', order({ items: [{ ...dear[0], quantity: 1, unit_price: most + 1 }] }))
    expectProblem(price, 422, 'invalid_amount')
    expect((await owner.post('/api/orders', { ...body, total_amount: most })).status).toBe(201)
  })

  test('when it is changed', async () => {
    const { owner, order } = await openScarfShop()
    const created = await owner.post('/api/orders', order())
    const path = `/api/orders/${Object(created.body).id}`
    expectProblem(await owner.patch(path, { total_amount: most + 0.01 }), 422, 'invalid_amount')
    const shipping = await owner.patch(path, { shipping_amount: most })
    expectProblem(shipping, 422, 'invalid_amount')
    expect((await owner.patch(path, { total_amount: most })).status).toBe(200)
  })

  test('when it is imported', async () => {
    const shop = await openScarfShop()
    const rows = [most + 0.01, most].map((total_amount, at) => ({
      external_id: `OLD-${at}`,
      ...shop.order({ total_amount, items: [{ product_id: shop.scarf.id, quantity: 1, unit_price: total_amount }] }),
    }))
    const report = await sent(shop.owner, 'orders', jsonl(...rows), { type: types.jsonl })
    expect(report).toMatchObject({ created: 1, failed: 1 })
    expect(JSON.stringify(failuresOf(report))).toContain('invalid_amount')
  })

  test('when a shopper sends it', async () => {
    const window = await openWindow()
    const yacht = await window.addProduct({ title: 'Yacht', price: most, variants: [{ on_hand: 5 }] })
    const order = (quantity: number) =>
      window.send('/orders', {
        customer: { name: 'Amal', phone: '+96550000001' },
        items: [{ product_id: yacht.id, quantity }],
      })
    expectProblem(await order(2), 422, 'invalid_amount')
    expect((await order(1)).status).toBe(201)
  })

  test('when it is quoted, also if a part of it is beyond 2^63', async () => {
    const { owner, addProduct } = await openScarfShop()
    const moon = await addProduct({ title: 'Moon', price: 1e11 })
    const dust = await addProduct({
      title: 'Moon dust',
      price: 1,
      weight_g: 1_000_000,
      variants: [{ on_hand: 1_000_000 }],
    })
    const rocket = await owner.post('/api/delivery-methods', { name: 'Rocket', price: 1e9, rate_per_kg: 1e9 })
    expect(rocket.status).toBe(201)
    const quote = (product_id: string, fields: object = {}) =>
      owner.post('/api/orders/quote', { items: [{ product_id, quantity: 1_000_000 }], ...fields })
    expectProblem(await quote(moon.id), 422, 'invalid_amount')
    expectProblem(await quote(dust.id, { delivery_method_id: Object(rocket.body).id }), 422, 'invalid_amount')
    expect((await quote(dust.id)).status).toBe(200)
  })
})

describe('in a store with sales of almost 2^63 minor units today', () => {
  let scratch: Scratch
  beforeAll(async () => {
    scratch = await openScratch()
  })

  /** As after some 9,200 imported orders of 10^15, all of one customer. */
  async function openRichShop() {
    const shop = await openScarfShop({ through: scratch.service(), sql: scratch.sql })
    const { owner, store, customer, order } = shop
    expect((await owner.post('/api/storefront/publish', {})).status).toBe(200)
    expect((await owner.post('/api/orders', order())).status).toBe(201)
    await scratch.sql`update sales set gross_minor = 9223372036854775001 where store_id = ${store.id}`
    await scratch.sql`update product_sales set revenue_minor = 9223372036854775001 where store_id = ${store.id}`
    await scratch.sql`update customers set total_spent_minor = 9223372036854775001 where id = ${customer.id}`
    return shop
  }

  test('shoppers and members can still place orders', async () => {
    const { owner, order, scarf, store, through } = await openRichShop()
    expect((await owner.post('/api/orders', order({ notes: 'again' }))).status).toBe(201)
    const answer = await through.fetch(`/api/storefront/${store.slug}/orders`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        customer: { name: 'Amal', phone: '+96550000001' },
        items: [{ product_id: scarf.id, quantity: 1 }],
      }),
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  })

  test('a figure that JSON cannot represent exactly is rejected by name, and a shorter period works', async () => {
    const { owner } = await openRichShop()
    const figures = {
      summary: 'revenue',
      platforms: 'revenue',
      sales: 'revenue',
      'top-products': 'revenue',
      customers: 'revenue',
    }
    for (const [path, figure] of Object.entries(figures)) {
      const problem = expectProblem(await owner.get(`/api/analytics/${path}`), 422, 'sum_too_large')
      expect(problem.detail, path).toContain(`${figure} is too large`)
      const before = await owner.get(`/api/analytics/${path}?from=2026-01-01&to=2026-01-02`)
      expect(before.status, path).toBe(200)
    }
  })

  test('Home shows everything else', async () => {
    const { owner } = await openRichShop()
    expect(await owner.get('/api/home')).toMatchObject({
      status: 200,
      body: {
        today: { sales: { value: null, previous: 0 }, orders: { value: 1 } },
        last_7_days: { sales: { value: null } },
        to_confirm: { value: 1 },
        to_collect: { value: 0 },
      },
    })
  })

  test("a customer's spending is null if JSON cannot represent it exactly", async () => {
    const { owner, customer, store } = await openRichShop()
    const spent = async () => Object((await owner.get(`/api/customers/${customer.id}`)).body).total_spent
    expect(await spent()).toBeNull()
    expect((await owner.get('/api/customers')).status).toBe(200)
    await scratch.sql`update customers set total_spent_minor = 1000000000000005 where store_id = ${store.id}`
    expect(await spent()).toBe(10000000000000.05)
    // JSON numbers cannot represent ninety trillion dollars and one cent.
    await scratch.sql`update customers set total_spent_minor = 9000000000000001 where store_id = ${store.id}`
    expect(await spent()).toBeNull()
  })

  test('an order from before the limit can still be read and paid', async () => {
    const { owner, order, store } = await openRichShop()
    const { id } = Object((await owner.post('/api/orders', order({ notes: 'old' }))).body)
    await scratch.sql`update orders set subtotal_minor = 1000000000000000, total_minor = 1000000000000000,
      shipping_minor = 0, tax_minor = 0, discount_minor = 0, adjustment_minor = 0 where store_id = ${store.id} and id = ${id}`
    expect((await owner.get(`/api/orders/${id}`)).body).toMatchObject({ total_amount: 1e13 })
    expect(await owner.post(`/api/orders/${id}/payments`, {})).toMatchObject({
      status: 200,
      body: { paid_amount: 1e13 },
    })
  })
})
