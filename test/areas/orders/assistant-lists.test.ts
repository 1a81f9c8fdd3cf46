import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { answerOf, callOf, tokenFor, post, refusalOf } from '../../support/callers/assistant.ts'
import { openScarfShop } from './scarf-shop.ts'

async function openWaiting() {
  const shop = await openScarfShop()
  const four = Array.from({ length: 4 }, (_, at) => shop.line({ quantity: at + 1 }))
  const old = await shop.bought()
  const held = await shop.bought({ items: four, total_amount: 100 })
  await shop.owner.post(`/api/orders/${held.id}/hold`, { reason: 'no_answer' })
  const fresh = await shop.bought()
  await shop.owner.post(`/api/orders/${fresh.id}/confirm`, {})
  const done = await shop.bought()
  await shop.owner.post(`/api/orders/${done.id}/cancel`, {})
  await shop.sql`update orders set created_at = now() - interval '75 hours' where id = ${old.id}`
  await shop.sql`update orders set created_at = now() - interval '5 hours' where id = ${held.id}`
  const { token } = await tokenFor(shop)
  const list = async (args: Record<string, unknown>) => answerOf(await post(callOf('list_orders', args), { token }))
  return { ...shop, old, held, fresh, list, token }
}

async function openScarfShopWithList() {
  const shop = await openScarfShop()
  const { token } = await tokenFor(shop)
  const list = async (args: Record<string, unknown>) => answerOf(await post(callOf('list_orders', args), { token }))
  return { ...shop, list }
}

let shop: Awaited<ReturnType<typeof openWaiting>>
beforeAll(async () => {
  shop = await openWaiting()
})

test('one call lists who has waited for two days, with their phone and what they ordered', async () => {
  const waiting_since = new Date(Date.now() - 48 * 3_600_000).toISOString()
  const { data, total } = await shop.list({ waiting_since })
  expect(total).toBe(1)
  expect(data).toMatchObject([
    { id: shop.old.id, customer_name: 'Amal', customer_phone: '+965 5012 3456', age: '3 days', items: '1 × Scarf' },
  ])
})

test('orders on hold are listed with the reason, age and items', async () => {
  expect((await shop.list({ hold_reason: ['no_answer', 'duplicate'] }))['data']).toMatchObject([
    { id: shop.held.id, hold_reason: 'no_answer', age: '5 hours', items: '1 × Scarf, 2 × Scarf, 3 × Scarf and 1 more' },
  ])
})

test('what is paid, how, and when what happened is said of each order', async () => {
  const { owner, bought, list } = await openWaiting()
  const { id } = await bought({ payment_method: 'cod' })
  const [fresh] = z.array(z.unknown()).parse((await list({ limit: 1 }))['data'])
  const second = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  expect(fresh).toMatchObject({ id, payment_kind: 'cash_on_delivery', created_at: second })
  for (const name of ['paid_amount', 'confirmed_at', 'paid_at', 'shipped_at', 'delivered_at', 'cancelled_at'])
    expect(fresh).not.toHaveProperty(name)
  for (const action of ['confirm', 'ship', 'deliver', 'payments']) await owner.post(`/api/orders/${id}/${action}`, {})
  expect((await list({ limit: 1 }))['data']).toMatchObject([
    { paid_amount: 10, confirmed_at: second, paid_at: second, shipped_at: second, delivered_at: second },
  ])
})

test('one call says which orders of a month are unpaid, and how much is open on all pages', async () => {
  const { owner, bought, list, sql, store, line } = await openScarfShopWithList()
  const placed = []
  for (const quantity of [1, 2, 3, 4]) {
    const items = [line({ quantity })]
    placed.push(await bought({ items, total_amount: quantity * 10 }))
  }
  const [half, paid, refunded, cancelled] = placed.map(({ id }) => id)
  await sql`update orders set created_at = '2026-10-31T20:00:00Z' where store_id = ${store.id}`
  const late = await bought()
  await owner.post(`/api/orders/${half}/payments`, { amount: 2.5 })
  await owner.post(`/api/orders/${paid}/payments`, {})
  await owner.post(`/api/orders/${refunded}/payments`, {})
  await owner.post(`/api/orders/${refunded}/refunds`, { amount: 10 })
  await owner.post(`/api/orders/${cancelled}/cancel`, {})

  const october = { created_from: '2026-10-01', created_to: '2026-10-31' }
  const all = await list({ ...october, limit: 2 })
  expect(all).toMatchObject({
    total: 4,
    has_more: true,
    sums: { orders: 3, total_amount: 60, paid_amount: 52.5, refunded_amount: 10, due_amount: 7.5 },
  })
  const open = await list({ ...october, payment_status: ['unpaid', 'partially_paid', 'partially_refunded'] })
  expect(open['data']).toMatchObject([
    { id: cancelled, status: 'cancelled' },
    { id: refunded, total_amount: 30, paid_amount: 30, refunded_amount: 10 },
    { id: half, total_amount: 10, paid_amount: 2.5, due_amount: 7.5 },
  ])
  expect(open['sums']).toEqual({
    orders: 2,
    total_amount: 40,
    paid_amount: 32.5,
    refunded_amount: 10,
    due_amount: 7.5,
  })
  // A refund does not make the customer owe anything again.
  expect(Object(open['data'])[1]).not.toHaveProperty('due_amount')
  // The same of a filter that no index serves.
  expect((await list({ ...october, paid_from: '2020-01-01' }))['sums']).toMatchObject({ orders: 2, due_amount: 0 })
  const everything = await list({})
  expect(everything['data']).toMatchObject([{ id: late.id, due_amount: 10 }, {}, {}, {}, {}])
  expect(everything).not.toHaveProperty('sums')
  expect(await list({ search: 'Scarf' })).not.toHaveProperty('sums')
})

test('an order is found by the day it was confirmed, paid, shipped, delivered or cancelled, with its city', async () => {
  const { owner, bought, list } = await openScarfShopWithList()
  const address = { line1: '1 Gulf Road', area: 'Salmiya', city: 'Hawalli', country: 'KW' }
  const { id } = await bought({ address, shipping_address: null })
  const other = await bought()
  for (const action of ['confirm', 'ship', 'deliver', 'payments']) await owner.post(`/api/orders/${id}/${action}`, {})
  await owner.post(`/api/orders/${other.id}/cancel`, {})
  const today = new Date().toISOString().slice(0, 10)
  for (const [name, found] of [
    ['confirmed', id],
    ['shipped', id],
    ['delivered', id],
    ['paid', id],
    ['cancelled', other.id],
  ] as const) {
    expect((await list({ [`${name}_from`]: '2020-01-01', [`${name}_to`]: today }))['data']).toMatchObject([
      { id: found },
    ])
    expect((await list({ [`${name}_to`]: '2020-01-01' }))['data']).toEqual([])
  }
  expect((await list({ city: 'حولي' }))['data']).toMatchObject([{ id, city: 'Hawalli' }])
  expect((await list({ country: 'KW', city: 'Hawalli' }))['total']).toBe(1)
})

test('several states are listed together; one may also be sent as a string', async () => {
  expect((await shop.list({ status: ['confirmed', 'pending'] }))['total']).toBe(3)
  expect((await shop.list({ status: 'confirmed' }))['data']).toMatchObject([
    { id: shop.fresh.id, age: 'less than 1 hour' },
  ])
})

test('no states at all are refused, not ignored', async () => {
  const answer = await post(callOf('list_orders', { status: [] }), { token: shop.token })
  expect(refusalOf(answer).errors).toMatchObject([{ pointer: '/status', code: 'too_small' }])
})

test('a token that may only read orders is offered no action', async () => {
  const { token } = await tokenFor(shop, { scopes: ['orders:read'] })
  const read = async (by: string) =>
    answerOf(await post(callOf('get_order', { order_id: shop.fresh.id }), { token: by }))
  expect((await read(token))['allowed_actions']).toEqual([])
  const { number } = shop.fresh
  expect((await read(shop.token))['allowed_actions']).toEqual([
    { tool: 'advance_order', arguments: { order_id: `#${number}`, action: 'hold' }, missing: ['reason'] },
    { tool: 'advance_order', arguments: { order_id: `#${number}`, action: 'prepare' } },
    { tool: 'advance_order', arguments: { order_id: `#${number}`, action: 'ship' } },
    { tool: 'record_payment', arguments: { order_id: `#${number}` } },
  ])
})
