import { expect, test } from 'vitest'
import { Order } from '../../../src/areas/orders/order.ts'
import { eventTypesOf } from '../../support/events.ts'
import { type Answer, database, type Faults, service } from '../../support/service.ts'
import { client, expectBody, expectProblem } from '../../support/shop.ts'
import { act, orderOf, stockOf } from './acting.ts'
import { expectSoundBooks } from './books.ts'
import { range } from './listing.ts'
import { openWithOrder } from './scarf-shop.ts'

/** A confirmed and paid order of five, and a database connection that can be disturbed. */
async function openDisturbed() {
  const { id, ...shop } = await openWithOrder({ lines: [{ quantity: 5 }] })
  const tag = `lost-${shop.store.id}`
  const disturbed = client(shop.owner.token, service(tag))
  await shop.does('confirm')
  await shop.does('payments')
  const send = (action: string, body: object, key?: string): Promise<Answer> => {
    const headers = key === undefined ? {} : { 'Idempotency-Key': key }
    return action === 'edit'
      ? disturbed.patch(`/api/orders/${id}`, body, headers)
      : disturbed.post(action === 'bulk' ? '/api/orders/bulk' : `/api/orders/${id}/${action}`, body, headers)
  }
  return { ...shop, ...database(tag), disturbed, id, send }
}

/** Actions that would show if they were done twice. */
const steps = (id: string) =>
  [
    ['notes', { body: 'Once' }, 'order.noted'],
    ['hold', { reason: 'call_later' }, 'order.held'],
    ['edit', { items: undefined, notes: 'Once' }, 'order.updated'],
    ['bulk', { action: 'hold', reason: 'no_answer', order_ids: [id] }, 'order.held'],
    ['confirm', {}, 'order.confirmed'],
    ['payments', { amount: 5, overpayment: true }, 'order.paid'],
    ['refunds', { amount: 5 }, 'order.refunded'],
    ['ship', { items: [{ position: 1, quantity: 2 }] }, 'order.shipped'],
    ['return', { items: [{ position: 1, quantity: 1 }] }, 'order.returned'],
  ] as const

async function expectOnce({ owner, id, scarf, store }: Awaited<ReturnType<typeof openDisturbed>>) {
  expect(await eventTypesOf(id)).toEqual([
    'order.created',
    'order.confirmed',
    'order.paid',
    ...steps(id).map(([, , event]) => event),
  ])
  expect(await orderOf(owner, id)).toMatchObject({
    version: 3 + steps(id).length - 1,
    contact_attempts: 2,
    paid_amount: 55,
    refunded_amount: 5,
    items: [{ shipped_quantity: 2, returned_quantity: 1 }],
  })
  expect(await stockOf(owner, scarf.id)).toEqual([{ on_hand: 99, reserved: 3 }])
  await expectSoundBooks(store.id)
}

test('an action whose database reply was lost is retried by the service without being done twice', async () => {
  const shop = await openDisturbed()
  for (const [action, body, event] of steps(shop.id)) {
    await shop.disturb({ lose_reply_after_commit: 1, times: 2 })
    const { injected } = await shop.seen()
    const answer = await shop.send(action, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect((await shop.seen()).injected - injected).toBe(2)
    expect((await eventTypesOf(shop.id)).at(-1)).toBe(event)
  }
  await shop.reset()
  await expectOnce(shop)
})

test('an action that got no answer is replayed when it is sent again with its key', async () => {
  const shop = await openDisturbed()
  for (const [action, body] of steps(shop.id)) {
    await shop.disturb({ lose_reply_after_commit: 1 })
    const key = `key-${action}-${crypto.randomUUID()}`
    expectProblem(await shop.send(action, body, key), 503, 'database_unavailable')
    await shop.disturb({})
    const before = await orderOf(shop.owner, shop.id)
    const again = await shop.send(action, body, key)
    expect(again.headers.get('Idempotent-Replayed'), action).toBe('true')
    if (action !== 'bulk') expect(expectBody(again, 200, Order)).toEqual(before)
  }
  await shop.reset()
  await expectOnce(shop)
})

test('a rejection over a bad connection stays a rejection, and does not use up the key', async () => {
  const shop = await openDisturbed()
  await shop.disturb({ drop_before: 1, times: 2 })
  const key = crypto.randomUUID()
  expectProblem(await shop.send('cancel', {}, key), 409, 'refund_required')
  await act(shop.owner, shop.id, 'refunds', { amount: 50 })
  expect(expectBody(await shop.send('cancel', {}, key), 200, Order).status).toBe('cancelled')
  expect((await eventTypesOf(shop.id)).at(-1)).toBe('order.cancelled')
})

/** Retries until the answer is not a 503. */
async function insist(send: () => Promise<Answer>): Promise<Answer> {
  for (const _ of range(1, 100)) {
    const answer = await send()
    if (answer.status !== 503) return answer
  }
  throw new Error('100 attempts were not enough')
}

const payments = 60

test.for<[string, Faults]>([
  ['replies lost after, and requests lost before', { lose_reply_after_commit: 0.3, drop_before: 0.1 }],
  ['connections killed in the midst', { kill_backend: 0.4, pool_size: 4 }],
])(`%s: each of ${payments} payments is counted once, and each piece goes out once`, async ([, faults]) => {
  const shop = await openDisturbed()
  await act(shop.owner, shop.id, 'refunds', { amount: 50 })
  await shop.disturb(faults)
  const piece = { items: [{ position: 1, quantity: 1 }] }
  const answers = await Promise.all(
    range(1, payments).flatMap((which) => [
      insist(() => shop.send('payments', { amount: 1, overpayment: true }, `payment-${which}`)),
      ...(which <= 5 ? [insist(() => shop.send('ship', piece, `piece-${which}`))] : []),
    ]),
  )
  const { injected } = await shop.seen()
  await shop.reset()
  expect(injected).toBeGreaterThan(payments / 4)
  for (const answer of answers) expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { shipments, ...order } = await orderOf(shop.owner, shop.id)
  expect(order).toMatchObject({
    paid_amount: 50 + payments,
    refunded_amount: 50,
    fulfillment_status: 'shipped',
    version: 4 + payments + 5,
  })
  expect(shipments).toHaveLength(5)
  await expectSoundBooks(shop.store.id)
})
