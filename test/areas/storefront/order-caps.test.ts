import { describe, expect, test } from 'vitest'
import { PlacedOrder } from '../../../src/areas/storefront/public/public-order.ts'
import { snapshot } from '../../isolation/snapshot.ts'
import { contradictionsOf } from '../orders/contradictions.ts'
import { database, service } from '../../support/service.ts'
import { expectBody, expectProblem, pointersOf } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { openWindow, type Window } from './shop-window.ts'

// Limits of unconfirmed orders, which PATCH /api/stores/:store_id sets.

const shopper = (n: number) => ({ name: `Shopper ${n}`, phone: `+9655000${String(1000 + n)}` })

const stockOf = async ({ owner }: Pick<Window, 'owner'>, id: string) =>
  Object((await owner.get(`/api/products/${id}`)).body).variants[0]

async function withScarf(settings: object = {}, onHand = 1000) {
  const window = await openWindow({ settings })
  const scarf = await window.addProduct({ title: 'Scarf', variants: [{ on_hand: onHand }] })
  const order = (quantity: number, by = 1, headers?: Record<string, string>) =>
    window.send('/orders', { customer: shopper(by), items: [{ product_slug: 'scarf', quantity }] }, headers)
  return { ...window, scarf, order }
}

test('one order of 57 lines of up to 57 units does not empty a store', async () => {
  const window = await openWindow({ settings: {} })
  const products = await Promise.all(
    Array.from({ length: 57 }, (_, i) => window.addProduct({ title: `Ware ${i}`, variants: [{ on_hand: 1 + i }] })),
  )
  const before = await snapshot(window.store.id)
  const items = products.map(({ id }, i) => ({ product_id: id, quantity: 1 + i }))
  const problem = expectProblem(await window.send('/orders', { customer: shopper(1), items }), 422, 'quantity_limit')
  expect(pointersOf(problem)).toEqual([
    ...items.flatMap(({ quantity }, i) => (quantity > 10 ? [`/items/${i}/quantity`] : [])),
    '/items',
  ])
  expect(problem.errors[0]).toMatchObject({ limit: 10, detail: 'Order at most 10 of one item.' })
  expect(problem.errors.at(-1)).toMatchObject({ limit: 50, detail: 'Order at most 50 units at once.' })
  expect(await snapshot(window.store.id)).toEqual(before)
})

describe('the limits of a store', () => {
  test('have defaults, and its owner can change them within bounds', async () => {
    const { owner, store } = await openWindow({ settings: {} })
    const defaults = {
      reservation_hours: 24,
      max_orders_per_phone: 3,
      max_units_per_line: 10,
      max_units_per_order: 50,
      max_hourly_orders_per_address: 10,
      max_reserved_percent: 50,
    }
    const path = `/api/stores/${store.id}`
    expect(await owner.get(path)).toMatchObject({ status: 200, body: defaults })
    const all = Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, value + 1]))
    expect(await owner.patch(path, all)).toMatchObject({ status: 200, body: all })
    expect(await owner.get(path)).toMatchObject({ status: 200, body: all })
    for (const [name, wrong] of [
      ['reservation_hours', 0],
      ['reservation_hours', 169],
      ['reservation_hours', 1.5],
      ['reservation_hours', null],
      ['max_orders_per_phone', 101],
      ['max_units_per_line', 101],
      ['max_units_per_order', 10_001],
      ['max_hourly_orders_per_address', 0],
      ['max_reserved_percent', 101],
    ] as const) {
      const problem = expectProblem(await owner.patch(path, { [name]: wrong }), 422, 'invalid_input')
      expect(pointersOf(problem)).toEqual([`/${name}`])
    }
    expect(await owner.patch(path, { reservation_hours: 168, max_units_per_line: 100 })).toMatchObject({ status: 200 })
  })

  test('apply to the units of an item, across several lines', async () => {
    const { base, addProduct, send } = await openWindow({ settings: {} })
    expect(base).toBeTruthy()
    await addProduct({ title: 'Cap', variants: [{ on_hand: 500 }] })
    const line = (quantity: number) => ({ product_slug: 'cap', quantity })
    const sent = (items: object[]) => send('/orders', { customer: { name: 'Amal', phone: '+96550000009' }, items })
    const problem = expectProblem(await sent([line(6), line(5)]), 422, 'quantity_limit')
    expect(problem.errors).toMatchObject([{ pointer: '/items/0/quantity', limit: 10 }])
    expect((await sent([line(6), line(4)])).status).toBe(201)
  })

  test('apply to the unconfirmed orders of a phone number', async () => {
    const { order, owner } = await withScarf()
    const made = []
    for (let i = 0; i < 3; i++) made.push(expectBody(await order(1 + i), 201, PlacedOrder))
    const problem = expectProblem(await order(4), 409, 'limit_reached')
    expect(problem.errors).toMatchObject([{ pointer: '/customer/phone', code: 'limit_reached', limit: 3 }])
    expect(problem.detail).toMatch(/3 orders that the store has not confirmed/)
    expect(await order(4, 2)).toMatchObject({ status: 201 })
    expect(await owner.post(`/api/orders/${made[0]?.id}/confirm`, {})).toMatchObject({ status: 200 })
    expect(await order(4)).toMatchObject({ status: 201 })
    expectProblem(await order(5), 409, 'limit_reached')
    expect(await owner.post(`/api/orders/${made[1]?.id}/cancel`, {})).toMatchObject({ status: 200 })
    expect(await order(5)).toMatchObject({ status: 201 })
  })

  test('apply to orders of a phone number sent at once', async () => {
    const { order, owner } = await withScarf()
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => order(1 + (i % 9))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    for (const answer of answers.filter(({ status }) => status !== 201)) expectProblem(answer, 409, 'limit_reached')
    expect(await owner.get('/api/orders')).toMatchObject({ body: { meta: { total: 3 } } })
  })

  test('apply to the orders of a network address in an hour, even at once, and to no other address', async () => {
    const window = await withScarf({ max_hourly_orders_per_address: 4 })
    const from = (address: string, by: number) => window.order(1, by, { 'CF-Connecting-IP': address })
    const first = await Promise.all(Array.from({ length: 9 }, (_, i) => from(`2001:db8:1:2::${i + 1}`, i)))
    expect(first.filter(({ status }) => status === 201)).toHaveLength(4)
    const refused = first.find(({ status }) => status !== 201)
    const problem = refused && expectProblem(refused, 429, 'rate_limited')
    expect(problem?.detail).toMatch(/network/)
    expect(problem?.errors).toMatchObject([{ pointer: '', code: 'rate_limited', limit: 4 }])
    const wait = Number(refused?.headers.get('Retry-After'))
    expect(wait).toBeGreaterThan(3500)
    expect(wait).toBeLessThanOrEqual(3600)
    // A household usually has a /56.
    expectProblem(await from('2001:db8:1:3::1', 20), 429, 'rate_limited')
    expect(await from('2001:db8:1:102::1', 20)).toMatchObject({ status: 201 })
    expect(await from('192.0.2.1', 21)).toMatchObject({ status: 201 })
    // An hour later the address may order again.
    await asOwner`update shopper_addresses set created_at = created_at - interval '1 hour' where store_id = ${window.store.id}`
    expect(await from('2001:db8:1:2::1', 22)).toMatchObject({ status: 201 })
  })

  test('store a keyed hash of the network address for an hour, and never the address', async () => {
    const window = await withScarf()
    expect(await window.order(1, 1, { 'CF-Connecting-IP': '192.0.2.77' })).toMatchObject({ status: 201 })
    const kept = await asOwner`select address from shopper_addresses where store_id = ${window.store.id}`
    expect(kept).toHaveLength(1)
    expect(String(kept[0]?.['address'])).toMatch(/^[0-9a-f]{64}$/)
    const plain = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('192.0.2.77'))).toHex()
    expect(kept[0]?.['address']).not.toBe(plain)
    await asOwner`update shopper_addresses set created_at = now() - interval '61 minutes' where store_id = ${window.store.id}`
    await asOwner`select app.sweep_shopper_addresses()`
    expect(await asOwner`select from shopper_addresses where store_id = ${window.store.id}`).toHaveLength(0)
  })

  test('protect half of the stock from unconfirmed orders, until some are confirmed', async () => {
    const window = await withScarf({}, 20)
    const first = expectBody(await window.order(10), 201, PlacedOrder)
    const problem = expectProblem(await window.order(1, 2), 409, 'insufficient_stock')
    expect(pointersOf(problem)).toEqual(['/items/0/quantity'])
    const { request_id: _, ...told } = problem
    expect(JSON.stringify(told)).not.toMatch(/available|requested|limit|10|20|50|share|percent/)
    expect(await window.owner.post(`/api/orders/${first.id}/confirm`, {})).toMatchObject({ status: 200 })
    // Of the 10 remaining units.
    expectProblem(await window.order(6, 2), 409, 'insufficient_stock')
    expect(await window.order(5, 2)).toMatchObject({ status: 201 })
    expect(await stockOf(window, window.scarf.id)).toMatchObject({ on_hand: 20, reserved: 15 })
    // The limits do not apply to the merchant.
    const merchant = await window.addOrder({ items: [{ product_id: window.scarf.id, quantity: 5, unit_price: 10 }] })
    expect(merchant).toMatchObject({ reservation: 'held', reserved_until: null })
    expect(await contradictionsOf(window.store.id)).toEqual({})
  })

  test('allow an order for the last piece, and report a used-up share like used-up stock', async () => {
    const shared = await withScarf({}, 3)
    expect(await shared.order(1)).toMatchObject({ status: 201 })
    const used = await withScarf({ max_reserved_percent: 100 }, 3)
    expect(await used.order(1)).toMatchObject({ status: 201 })
    const words = async (answer: ReturnType<typeof used.order>) => {
      const { status, body, headers } = await answer
      return { status, body: { ...Object(body), request_id: '' }, headers: [...headers.keys()] }
    }
    expect(await words(shared.order(3, 2))).toEqual(await words(used.order(3, 2)))
    const last = await withScarf({}, 1)
    expect(await last.order(1)).toMatchObject({ status: 201 })
    expect(expectProblem(await last.order(1, 2), 409, 'insufficient_stock').detail).toBe('"Scarf" is sold out.')
  })

  test('hold for 60 shoppers at once: half of 41 pieces, and not one more', async () => {
    const window = await withScarf({}, 41)
    const cap = await window.addProduct({ title: 'Cap', variants: [{ on_hand: 1000 }] })
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => {
        const items = [
          { product_id: window.scarf.id, quantity: 1 },
          { product_id: cap.id, quantity: 1 },
        ]
        return window.send('/orders', { customer: shopper(i), items: i % 2 ? items : items.toReversed() })
      }),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectProblem(answer, 409, 'insufficient_stock')
    expect(await stockOf(window, window.scarf.id)).toMatchObject({ on_hand: 41, reserved: 20 })
    expect(await contradictionsOf(window.store.id)).toEqual({})
  })

  test('reject in one round trip', async () => {
    const tag = `caps-${crypto.randomUUID()}`
    const window = await withScarf({}, 4)
    const send = (quantity: number) =>
      service(tag).fetch(`${window.base}/orders`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ customer: shopper(1), items: [{ product_slug: 'scarf', quantity }] }),
      })
    expect((await send(11)).status).toBe(422)
    expect((await database(tag).seen()).requests).toBe(1)
    expect((await send(3)).status).toBe(409)
    expect((await database(tag).seen()).requests).toBe(2)
  })

  test('for a phone number do not apply to retries', async () => {
    const { order } = await withScarf({ max_orders_per_phone: 1 })
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await order(1, 1, key)
    expect(first).toMatchObject({ status: 201 })
    expect(expectProblem(await order(2, 1), 409, 'limit_reached').detail).toContain('already has an order that')
    expect(await order(1, 1, key)).toMatchObject({ status: 201, body: first.body })
  })
})
