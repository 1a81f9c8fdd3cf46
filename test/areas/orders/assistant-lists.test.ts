import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { answerOf, callOf, tokenFor, post, refusalOf } from '../../support/callers/assistant.ts'
import { CreatedOrder, expectBody } from '../../support/shop.ts'
import { openScarfShop } from './scarf-shop.ts'

async function openWaiting() {
  const shop = await openScarfShop()
  const four = Array.from({ length: 4 }, (_, at) => shop.line({ quantity: at + 1 }))
  const old = expectBody(await shop.buy(), 201, CreatedOrder)
  const held = expectBody(await shop.buy({ items: four, total_amount: 100 }), 201, CreatedOrder)
  await shop.owner.post(`/api/orders/${held.id}/hold`, { reason: 'no_answer' })
  const fresh = expectBody(await shop.buy(), 201, CreatedOrder)
  await shop.owner.post(`/api/orders/${fresh.id}/confirm`, {})
  const done = expectBody(await shop.buy(), 201, CreatedOrder)
  await shop.owner.post(`/api/orders/${done.id}/cancel`, {})
  await shop.sql`update orders set created_at = now() - interval '75 hours' where id = ${old.id}`
  await shop.sql`update orders set created_at = now() - interval '5 hours' where id = ${held.id}`
  const { token } = await tokenFor(shop)
  const list = async (args: Record<string, unknown>) => answerOf(await post(callOf('list_orders', args), { token }))
  return { ...shop, old, held, fresh, list, token }
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
  const { owner, buy, list } = await openWaiting()
  const { id } = expectBody(await buy({ payment_method: 'cod' }), 201, CreatedOrder)
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
