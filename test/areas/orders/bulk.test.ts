import { describe, expect, test } from 'vitest'
import { changeOrders } from '../../../src/areas/orders/actions/change-orders.ts'
import { eventTypesOf } from '../../support/events.ts'
import { database, service } from '../../support/service.ts'
import {
  client,
  type Client,
  CreatedOrder,
  expectBody,
  expectProblem,
  inStore,
  pointersOf,
} from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { act, orderOf, stockOf } from './acting.ts'
import { expectSoundBooks } from './books.ts'
import { range } from './listing.ts'
import { openScarfShop } from './scarf-shop.ts'

async function openWith(count: number, on_hand = 200) {
  const shop = await openScarfShop({ on_hand })
  const made = await Promise.all(range(1, count).map(() => shop.buy()))
  const ids = made.map((answer) => expectBody(answer, 201, CreatedOrder).id)
  return { ...shop, ids }
}

const send = (by: Client, action: string, order_ids: readonly unknown[], body = {}, headers?: Record<string, string>) =>
  by.post('/api/orders/bulk', { action, order_ids, ...body }, headers)

const done = async (...sent: Parameters<typeof send>) => expectBody(await send(...sent), 200, changeOrders.output)

test("takes an action on many orders and reports each one's state, in the requested sequence", async () => {
  const { owner, ids, store } = await openWith(5)
  const requestedIds = ids.toReversed()
  const { data, succeeded, failed } = await done(owner, 'confirm', requestedIds)
  expect({ succeeded, failed }).toEqual({ succeeded: 5, failed: 0 })
  expect(data.map(({ id }) => id)).toEqual(requestedIds)
  for (const { id, ok, order, error } of data) {
    const { number, status, payment_status, fulfillment_status, hold_reason, reservation, version, allowed_actions } =
      await orderOf(owner, id)
    expect({ ok, error }).toEqual({ ok: true, error: null })
    expect(order).toEqual({
      number,
      status,
      payment_status,
      fulfillment_status,
      hold_reason,
      reservation,
      version,
      allowed_actions,
    })
    expect(await eventTypesOf(id)).toEqual(['order.created', 'order.confirmed'])
  }
  await expectSoundBooks(store.id)
})

test('takes every action with its usual fields, for all items of every order', async () => {
  const { owner, ids, scarf, store } = await openWith(3)
  const steps = [
    ['hold', { reason: 'no_answer', note: 'Rang twice' }, { hold_reason: 'no_answer' }],
    ['confirm', {}, { status: 'confirmed', hold_reason: null }],
    ['prepare', {}, { fulfillment_status: 'preparing' }],
    ['ship', { carrier: 'Aramex', tracking_number: 'AX-1' }, { fulfillment_status: 'shipped' }],
    ['notes', { body: 'Left with the doorman' }, { fulfillment_status: 'shipped' }],
    ['deliver', {}, { fulfillment_status: 'delivered', status: 'confirmed' }],
    ['payments', { method: 'cash', reference: 'R-1' }, { payment_status: 'paid', status: 'completed' }],
  ] as const
  for (const [action, body, order] of steps) {
    const { data, failed } = await done(owner, action, ids, body)
    expect(failed, action).toBe(0)
    for (const result of data) expect(result.order).toMatchObject(order)
  }
  expect(await stockOf(owner, scarf.id)).toEqual([{ on_hand: 197, reserved: 0 }])
  for (const id of ids) {
    const { shipments, paid_amount } = await orderOf(owner, id)
    expect({ shipments, paid_amount }).toMatchObject({ shipments: [{ carrier: 'Aramex' }], paid_amount: 10 })
  }
  await expectSoundBooks(store.id)
})

test('changes nothing if the action was already applied, and reports success', async () => {
  const { owner, ids } = await openWith(3)
  await act(owner, ids[0] ?? '', 'confirm')
  const first = await done(owner, 'confirm', ids)
  const again = await done(owner, 'confirm', ids)
  expect(first.data.map(({ order }) => order?.version)).toEqual([2, 2, 2])
  expect(again).toEqual(first)
  for (const id of ids) expect(await eventTypesOf(id)).toEqual(['order.created', 'order.confirmed'])
})

test('continues if one order is rejected, and reports why and which actions it allows', async () => {
  const { owner, ids, scarf, store } = await openWith(5)
  const [pending = '', held = '', shipped = '', cancelled = '', ready = ''] = ids
  for (const id of [held, shipped, ready]) await act(owner, id, 'confirm')
  await act(owner, held, 'hold', { reason: 'call_later' })
  await act(owner, shipped, 'ship')
  await act(owner, cancelled, 'cancel')
  const { data, succeeded, failed } = await done(owner, 'ship', ids)
  expect({ succeeded, failed }).toEqual({ succeeded: 2, failed: 3 })
  expect(data.map(({ ok, error, order }) => [ok, error?.code ?? null, order?.fulfillment_status])).toEqual([
    [false, 'invalid_transition', 'unfulfilled'],
    [false, 'invalid_transition', 'unfulfilled'],
    [true, null, 'shipped'],
    [false, 'invalid_transition', 'unfulfilled'],
    [true, null, 'shipped'],
  ])
  expect(data[0]?.order?.allowed_actions).toEqual(['confirm', 'hold', 'payments', 'cancel', 'notes'])
  expect(data[0]?.error?.detail).toContain('pending')
  expect(data[1]?.error?.detail).toContain('call_later')
  for (const id of [pending, held, cancelled]) expect((await eventTypesOf(id)).includes('order.shipped')).toBe(false)
  expect(await stockOf(owner, scarf.id)).toEqual([{ on_hand: 198, reserved: 2 }])
  await expectSoundBooks(store.id)
})

test('reports that a paid order must be refunded before it is cancelled', async () => {
  const { owner, ids } = await openWith(2)
  await act(owner, ids[0] ?? '', 'payments', { amount: 4 })
  const { data } = await done(owner, 'cancel', ids)
  expect(data).toMatchObject([
    {
      ok: false,
      error: { code: 'refund_required', detail: expect.stringContaining('4') },
      order: { status: 'pending' },
    },
    { ok: true, error: null, order: { status: 'cancelled' } },
  ])
})

test('does not find orders of another store or unknown ids', async () => {
  const [mine, theirs] = await Promise.all([openWith(1), openWith(1)])
  const unknown = [theirs.ids[0], crypto.randomUUID()]
  const { data } = await done(mine.owner, 'confirm', [...unknown, mine.ids[0]])
  const [other, none, own] = data.map(({ id: _id, ...rest }) => rest)
  expect(other).toEqual(none)
  expect(none).toMatchObject({ ok: false, order: null, error: { code: 'not_found' } })
  expect(own).toMatchObject({ ok: true, order: { status: 'confirmed' } })
  expect(await orderOf(theirs.owner, theirs.ids[0] ?? '')).toMatchObject({ status: 'pending', version: 1 })
})

describe('bulk changes', () => {
  test('by staff are limited to what staff may do with each order', async () => {
    const { owner, hire, ids, store } = await openWith(3)
    const staff = await hire('staff')
    const [pending = '', confirmed = '', delivered = ''] = ids
    for (const id of [confirmed, delivered]) await act(owner, id, 'confirm')
    await act(owner, delivered, 'ship')
    await act(owner, delivered, 'deliver')
    const ended = await done(staff, 'complete', [delivered])
    expect(ended.data).toMatchObject([{ ok: false, error: { code: 'forbidden' }, order: { status: 'confirmed' } }])
    const { data } = await done(staff, 'cancel', [pending, confirmed])
    expect(data).toMatchObject([
      { ok: true, order: { status: 'cancelled', allowed_actions: ['notes'] } },
      {
        ok: false,
        error: { code: 'forbidden' },
        order: { allowed_actions: ['hold', 'prepare', 'ship', 'payments', 'notes'] },
      },
    ])
    const admin = await done(await hire('admin'), 'cancel', [confirmed])
    expect(admin.data).toMatchObject([{ ok: true }])
    await expectSoundBooks(store.id)
  })

  test('by a member of several stores need a store, and find only its orders', async () => {
    const [one, two] = await Promise.all([openWith(1), openWith(1)])
    const both = await one.hire('owner')
    await two.join(both.subject, 'staff')
    const ids = [...one.ids, ...two.ids]
    const { stores } = expectProblem(await send(both, 'confirm', ids), 422, 'store_required')
    expect(stores).toHaveLength(2)
    const { data } = await done(both, 'confirm', ids, {}, inStore(two.store))
    expect(data).toMatchObject([{ ok: false, error: { code: 'not_found' } }, { ok: true }])
    expect(await orderOf(one.owner, one.ids[0] ?? '')).toMatchObject({ status: 'pending' })
  })
})

test('ignores repeated ids, and takes at most 100', async () => {
  const { owner, ids } = await openWith(2)
  const [first = '', second = ''] = ids
  const { data } = await done(owner, 'confirm', [first, second, first.toUpperCase(), first])
  expect(data.map(({ id }) => id)).toEqual([first, second])
  const unknownIds = range(1, 101).map(() => crypto.randomUUID())
  expect(pointersOf(expectProblem(await send(owner, 'confirm', unknownIds), 422, 'invalid_input'))).toEqual([
    '/order_ids',
  ])
  expect(await done(owner, 'confirm', unknownIds.slice(1))).toMatchObject({ succeeded: 0, failed: 100 })
})

test('rejects invalid input before changing anything', async () => {
  const { owner, ids } = await openWith(1)
  for (const [action, order_ids, body, pointer] of [
    ['confirm', [], {}, '/order_ids'],
    ['confirm', ['first'], {}, '/order_ids/0'],
    ['refunds', ids, { amount: 1 }, '/action'],
    ['return', ids, {}, '/action'],
    ['archive', ids, {}, '/action'],
    ['hold', ids, {}, '/reason'],
    ['hold', ids, { reason: 'tired' }, '/reason'],
    ['ship', ids, { items: [{ position: 1 }] }, '/items'],
    ['payments', ids, { amount: 1 }, '/amount'],
    ['confirm', ids, { reason: 'other' }, '/reason'],
    ['notes', ids, { body: ' ' }, '/body'],
  ] as const)
    expect(pointersOf(expectProblem(await send(owner, action, order_ids, body), 422, 'invalid_input')), action).toEqual(
      [pointer],
    )
  expect(await eventTypesOf(ids[0] ?? '')).toEqual(['order.created'])
})

test('sent again with its key, is done once and returns the first result', async () => {
  const { owner, ids } = await openWith(3)
  const key = { 'Idempotency-Key': crypto.randomUUID() }
  const hold = { reason: 'no_answer' }
  const first = await send(owner, 'hold', [...ids, crypto.randomUUID()], hold, key)
  const firstResult = first.body
  const unknown = expectBody(first, 200, changeOrders.output).data.at(-1)?.id
  await act(owner, ids[0] ?? '', 'confirm')
  const second = await send(owner, 'hold', [...ids, unknown], hold, key)
  expect(second).toMatchObject({ status: 200, body: firstResult })
  expect(second.headers.get('Idempotent-Replayed')).toBe('true')
  expectProblem(await send(owner, 'hold', ids, hold, key), 422, 'idempotency_key_reused')
  for (const id of ids) expect((await orderOf(owner, id)).contact_attempts).toBe(1)

  const parallel = { 'Idempotency-Key': crypto.randomUUID() }
  const answers = await Promise.all(range(1, 8).map(() => send(owner, 'hold', ids, hold, parallel)))
  expect(answers.filter(({ headers }) => headers.get('Idempotent-Replayed') === 'true')).toHaveLength(7)
  for (const id of ids) expect((await orderOf(owner, id)).contact_attempts).toBe(2)
})

test('takes one database round trip for 100 orders, and two for a replay', async () => {
  const { owner, ids, scarf, store } = await openWith(100)
  const tag = `bulk-${store.id}`
  const counted = client(owner.token, service(tag))
  const key = { 'Idempotency-Key': crypto.randomUUID() }
  const trips: number[] = []
  for (const [action, headers] of [
    ['confirm', {}],
    ['ship', key],
    ['ship', key],
    ['prepare', {}],
  ] as const) {
    const { requests } = await database(tag).seen()
    await send(counted, action, ids, {}, headers)
    trips.push((await database(tag).seen()).requests - requests)
  }
  expect(trips).toEqual([1, 1, 2, 1])
  expect(await stockOf(owner, scarf.id)).toEqual([{ on_hand: 100, reserved: 0 }])
  await expectSoundBooks(store.id)
})

test('32 bulk changes at once on one store wait for each other, and all succeed', async () => {
  const { owner, ids, store } = await openWith(40)
  const answers = await Promise.all(
    range(1, 32).map((which) => {
      const order_ids = which % 2 === 0 ? ids : ids.toReversed().slice(which % 10)
      return send(owner, 'hold', order_ids, { reason: 'no_answer' })
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(range(1, 32).map(() => 200))
  for (const answer of answers) expect(expectBody(answer, 200, changeOrders.output).failed).toBe(0)
  const { version } = await orderOf(owner, ids[20] ?? '')
  expect(version).toBe(1 + 32)
  await expectSoundBooks(store.id)
})

test('an order without stock does not stop the others, nor does what the rules refuse', async () => {
  const { owner, ids, store } = await openWith(4)
  const [expired = '', cancelled = '', ...others] = ids
  await act(owner, cancelled, 'cancel')
  await asOwner`update orders set moves_stock = false, released_at = now() where store_id = ${store.id} and id = ${expired}`
  await asOwner`update inventory set on_hand = 2, reserved = 2 where store_id = ${store.id}`
  const { data } = await done(owner, 'confirm', ids)
  expect(data.map(({ ok, error }) => (ok ? 'ok' : error?.code))).toEqual([
    'insufficient_stock',
    'invalid_transition',
    'ok',
    'ok',
  ])
  for (const id of others) expect(await eventTypesOf(id)).toEqual(['order.created', 'order.confirmed'])
  expect(await eventTypesOf(expired)).toEqual(['order.created'])
})
