import { describe, expect, test } from 'vitest'
import { Order } from '../../../src/areas/orders/order.ts'
import { PlacedOrder } from '../../../src/areas/storefront/public/public-order.ts'
import { contradictionsOf } from '../orders/contradictions.ts'
import { eventsOf } from '../../support/events.ts'
import type { Answer } from '../../support/service.ts'
import { expectBody, expectProblem } from '../../support/shop.ts'
import { openWindow } from './shop-window.ts'

// Only the merchant can tell that a phone number is blocked.

const blockedPhone = '+96550000001'

async function withBlocked({ settings = {}, onHand = 8 }: { settings?: object; onHand?: number } = {}) {
  const window = await openWindow({ settings })
  const scarf = await window.addProduct({ title: 'Scarf', variants: [{ on_hand: onHand }] })
  const { id } = await window.addCustomer({ name: 'Amal', phone: '+96550000009', other_phones: [blockedPhone] })
  expect(await window.owner.patch(`/api/customers/${id}`, { blocked: true })).toMatchObject({ status: 200 })
  const order = (phone: string, quantity: number, more: object = {}, headers?: Record<string, string>) =>
    window.send(
      '/orders',
      { customer: { name: 'A', phone }, items: [{ product_slug: 'scarf', quantity }], ...more },
      headers,
    )
  const seen = async (order: string) => expectBody(await window.owner.get(`/api/orders/${order}`), 200, Order)
  const stock = async () => Object((await window.owner.get(`/api/products/${scarf.id}`)).body).variants[0]
  const act = (order: string, action: string) => window.owner.post(`/api/orders/${order}/${action}`, {})
  return { ...window, scarf, customerId: id, order, seen, stock, act }
}

/** The parts of an answer that are the same for every order. */
const shape = ({ status, body, headers }: Answer) => ({
  status,
  body: JSON.stringify(body).replaceAll(/[0-9a-f-]{36}|#?10\d\d|"created_at":"[^"]+"/g, '_'),
  headers: [...headers]
    .map(([name, value]) => [name, value.replaceAll(/[0-9a-f-]{36}|test-shop-[0-9a-f]+/g, '_')])
    .filter(([name]) => name !== 'server-timing'),
})

describe('a blocked customer', () => {
  test('gets the same answer as everybody else, with any of their numbers', async () => {
    const { order } = await withBlocked({ settings: { max_orders_per_phone: 2 } })
    let badr = 2
    for (const phone of ['+96550000009', blockedPhone])
      for (const [quantity, more] of [
        [11, {}],
        [9, {}],
        [1, { expected_total: 1 }],
        [1, { items: [{ product_slug: 'nothing', quantity: 1 }] }],
        [1, { expected_total: 10 }],
      ] as const) {
        const other = `+9655000100${badr++ % 10}`
        expect(shape(await order(phone, quantity, more))).toEqual(shape(await order(other, quantity, more)))
      }
  })

  test('places an order that is on hold and reserves nothing until the merchant confirms it', async () => {
    const window = await withBlocked()
    const { id } = expectBody(await window.order(blockedPhone, 2), 201, PlacedOrder)
    expect(await window.seen(id)).toMatchObject({
      status: 'pending',
      hold_reason: 'customer_blocked',
      reservation: 'released',
      reserved_until: null,
      customer_id: window.customerId,
    })
    expect((await eventsOf(id)).map(({ type, data }) => [type, data['reason']])).toEqual([
      ['order.created', undefined],
      ['order.held', 'customer_blocked'],
    ])
    expect(await window.stock()).toMatchObject({ on_hand: 8, reserved: 0 })
    // The merchant can still sell all of the stock.
    const merchant = await window.addOrder({ items: [{ product_id: window.scarf.id, quantity: 8, unit_price: 10 }] })
    const short = expectProblem(await window.act(id, 'confirm'), 409, 'insufficient_stock')
    expect(short.errors).toMatchObject([{ pointer: '/items/0/quantity', available: 0, requested: 2 }])
    expect(await window.act(merchant.id, 'cancel')).toMatchObject({ status: 200 })
    expect(await window.act(id, 'confirm')).toMatchObject({
      status: 200,
      body: { status: 'confirmed', hold_reason: null, reservation: 'held' },
    })
    expect(await window.stock()).toMatchObject({ on_hand: 8, reserved: 2 })
    expect(await contradictionsOf(window.store.id)).toEqual({})
  })

  test('gives back no stock when the order is cancelled, because it reserved none', async () => {
    const window = await withBlocked()
    const { id } = expectBody(await window.order(blockedPhone, 2), 201, PlacedOrder)
    expect(await window.act(id, 'cancel')).toMatchObject({ status: 200, body: { reservation: null } })
    expect(await window.stock()).toMatchObject({ reserved: 0 })
    expect(await contradictionsOf(window.store.id)).toEqual({})
  })

  test('gets the first answer again on a retry with the same key', async () => {
    const { order } = await withBlocked()
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await order(blockedPhone, 1, {}, key)
    const again = await order(blockedPhone, 1, {}, key)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expectProblem(await order(blockedPhone, 2, {}, key), 422, 'idempotency_key_reused')
  })

  // No later order or read, with any number, reveals that the customer is blocked.
  test.for([
    { onHand: 1, percent: 50 },
    { onHand: 8, percent: 50 },
    { onHand: 3, percent: 100 },
  ])('leaves $onHand pieces for others as an order of anybody else does', async ({ onHand, percent }) => {
    const settings = { max_reserved_percent: percent, max_orders_per_phone: 100 }
    const told = async (phone: string) => {
      const { order, visit } = await withBlocked({ settings, onHand })
      const answers = []
      for (let quantity = 6; quantity > 0; quantity--) answers.push(shape(await order(phone, quantity)))
      for (let quantity = 3; quantity > 0; quantity--) answers.push(shape(await order('+96550000003', quantity)))
      answers.push(shape(await visit('/products/scarf')).body)
      return answers
    }
    expect(await told(blockedPhone)).toEqual(await told('+96550000004'))
  })

  test('orders like everybody else once unblocked', async () => {
    const window = await withBlocked()
    await window.owner.patch(`/api/customers/${window.customerId}`, { blocked: false })
    const { id } = expectBody(await window.order(blockedPhone, 2), 201, PlacedOrder)
    expect(await window.seen(id)).toMatchObject({ hold_reason: null, reservation: 'held' })
  })
})
