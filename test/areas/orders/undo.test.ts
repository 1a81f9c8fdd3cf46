import { describe, expect, test } from 'vitest'
import { listOrderEvents } from '../../../src/areas/orders/list-order-events.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { expectBody, expectProblem } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { act, ask, orderOf, stockOf } from './acting.ts'
import { expectSoundBooks } from './books.ts'
import { openScarfShop, openWithOrder } from './scarf-shop.ts'

/** A confirmed order of three scarves at 10. */
async function openConfirmed() {
  const shop = await openWithOrder({ on_hand: 10, lines: [{ quantity: 3 }] })
  await shop.does('confirm')
  const undo = (body?: Record<string, unknown>, headers?: Record<string, string>) => shop.asks('undo', body, headers)
  const figures = async () => ({
    stock: await stockOf(shop.owner, shop.scarf.id),
    customer: (await asOwner`select orders_count, total_spent_minor from customers where id = ${shop.customer.id}`)[0],
    sales: Object((await shop.owner.get('/api/analytics/summary')).body),
    cod: Object((await shop.owner.get('/api/analytics/cod')).body),
  })
  return { ...shop, undo, figures }
}

/** What must be as before: all but the version and the time of the change. */
const standing = ({ version: _version, updated_at: _at, ...order }: Awaited<ReturnType<typeof orderOf>>) => order

describe('an action that was taken by mistake', () => {
  test.for([
    ['prepare', [], {}],
    ['prepare', ['pay'], {}],
    ['ship', [], { carrier: 'DHL', tracking_number: 'D-1' }],
    ['ship', ['prepare'], { items: [{ position: 1, quantity: 2 }] }],
    ['ship', ['ship'], {}],
    ['deliver', ['ship all'], {}],
    ['deliver', ['pay', 'ship all'], {}],
    ['deliver', ['pay', 'ship all', 'return'], {}],
    ['complete', ['ship all', 'deliver'], {}],
    ['return', ['ship all', 'deliver'], { items: [{ position: 1, quantity: 2 }] }],
    ['return', ['pay', 'ship all', 'deliver'], { restock: false }],
    ['return', ['pay', 'ship all', 'return'], {}],
    ['refuse', ['ship all'], {}],
    ['refuse', ['pay', 'ship all', 'return'], {}],
    ['refuse', ['ship all'], { items: [{ position: 1, quantity: 1 }], restock: false }],
  ] as const)('can be taken back: %s after %s', async ([action, steps, body]) => {
    const { owner, id, does, undo, figures, store } = await openConfirmed()
    const one = { items: [{ position: 1, quantity: 1 }] }
    const bodies: Readonly<Record<string, readonly [string, Record<string, unknown>]>> = {
      'ship all': ['ship', {}],
      pay: ['payments', {}],
      ship: ['ship', one],
      return: ['return', one],
    }
    for (const step of steps) {
      const [name, input] = bodies[step] ?? [step, {}]
      await does(name, input)
    }
    const [before, then] = [await orderOf(owner, id), await figures()]
    await does(action, { ...body })
    const undone = await undo({ reason: 'Wrong order' })
    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    const after = await orderOf(owner, id)
    expect(standing(after)).toEqual(standing(before))
    expect(after.version).toBe(before.version + 2)
    expect(await figures()).toEqual(then)
    const events = expectBody(await owner.get(`/api/orders/${id}/events`), 200, listOrderEvents.output).data
    expect(events[0]).toMatchObject({
      type: 'order.undone',
      data: { action, reason: 'Wrong order', event_id: expect.any(String) },
    })
    expect(events.map((event) => event.id)).toContain(events[0]?.data['event_id'])
    await expectSoundBooks(store.id)
    // And taken again.
    await does(action, { ...body })
    await expectSoundBooks(store.id)
  })

  test('is the last one, then the one before it', async () => {
    const { owner, id, does, undo, store } = await openConfirmed()
    const confirmed = await orderOf(owner, id)
    for (const action of ['prepare', 'ship', 'deliver', 'complete', 'return']) await does(action)
    for (const status of [
      ['completed', 'delivered'],
      ['confirmed', 'delivered'],
      ['confirmed', 'shipped'],
      ['confirmed', 'preparing'],
      ['confirmed', 'unfulfilled'],
    ])
      expect((await undo()).body).toMatchObject({ status: status[0], fulfillment_status: status[1] })
    const problem = expectProblem(await undo(), 409, 'cannot_undo')
    expect(problem.detail).toBe(
      'There is nothing to take back: only prepare, ship, deliver, complete, return and refuse can be, and only if they were taken here.',
    )
    expect((await orderOf(owner, id)).items).toEqual(confirmed.items)
    await expectSoundBooks(store.id)
  })

  test('that completed a paid order is taken back with the completion', async () => {
    const { owner, id, does, undo, store } = await openConfirmed()
    for (const action of ['ship', 'deliver', 'payments']) await does(action)
    expect((await orderOf(owner, id)).status).toBe('completed')
    expect((await undo()).body).toMatchObject({
      status: 'confirmed',
      fulfillment_status: 'shipped',
      payment_status: 'paid',
      delivered_at: null,
    })
    const [last] = expectBody(await owner.get(`/api/orders/${id}/events`), 200, listOrderEvents.output).data
    expect(last).toMatchObject({ type: 'order.undone', data: { action: 'deliver', reopened: true } })
    expect(await does('deliver')).toMatchObject({ status: 'completed' })
    await expectSoundBooks(store.id)
  })

  test('stays if something was built on it', async () => {
    const { owner, bought, line, does, undo, id, store } = await openConfirmed()
    await does('payments')
    for (const action of ['ship', 'deliver', 'return']) await does(action)
    // The scarves that came back were sold again.
    const other = await bought({ items: [line({ quantity: 8 })], total_amount: 80 })
    expect(expectProblem(await undo(), 409, 'insufficient_stock').errors).toMatchObject([
      { available: 2, requested: 3 },
    ])
    await act(owner, other.id, 'cancel')
    await does('refunds', { amount: 5 })
    expect(expectProblem(await undo(), 409, 'cannot_undo').detail).toBe(
      'The order was refunded since. return can no longer be taken back.',
    )
    expect((await orderOf(owner, id)).fulfillment_status).toBe('returned')
    await expectSoundBooks(store.id)
  })

  test('stays once the order was cancelled', async () => {
    const { does, undo, store } = await openConfirmed()
    await does('payments')
    const { paid_amount } = await does('ship')
    await does('refunds', { amount: paid_amount })
    await does('return')
    await does('cancel')
    expect(expectProblem(await undo(), 409, 'cannot_undo').detail).toBe(
      'The order was cancelled since. return can no longer be taken back.',
    )
    await expectSoundBooks(store.id)
  })

  test('stays if the order was cancelled after a part was refused', async () => {
    const { owner, id, does, undo, store, scarf } = await openConfirmed()
    await does('ship', { items: [{ position: 1, quantity: 1 }] })
    await does('refuse')
    await does('cancel')
    const [before, stock] = [await orderOf(owner, id), await stockOf(owner, scarf.id)]
    expectProblem(await undo(), 409, 'cannot_undo')
    expect(await orderOf(owner, id)).toEqual(before)
    expect(await stockOf(owner, scarf.id)).toEqual(stock)
    await expectSoundBooks(store.id)
  })

  test('stays if the payment that came since would have completed the order', async () => {
    const { does, undo, store } = await openConfirmed()
    for (const action of ['ship', 'deliver', 'complete', 'payments']) await does(action)
    const refused = async () =>
      expect(expectProblem(await undo(), 409, 'cannot_undo').detail).toBe(
        'The order was paid since. complete can no longer be taken back.',
      )
    await refused()
    // A partial refund would not have prevented that.
    await does('refunds', { amount: 1 })
    await refused()
    await expectSoundBooks(store.id)
  })

  test('is taken back once for one key or version', async () => {
    const { does, undo, store } = await openConfirmed()
    await does('ship')
    const { version } = await does('deliver')
    const key = { 'Idempotency-Key': 'u-1' }
    const [one, two] = await Promise.all([undo({}, key), undo({}, key)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.body).toEqual(two.body)
    expect(one.body).toMatchObject({ fulfillment_status: 'shipped' })
    expectProblem(await undo({}, { 'If-Match': `"v${version}"` }), 409, 'version_conflict')
    await expectSoundBooks(store.id)
  })

  test('is taken back by people of the store who may take it', async () => {
    const { owner, store, hire, does, id } = await openConfirmed()
    await does('ship')
    const [viewer, staff, stranger] = [await hire('viewer'), await hire('staff'), (await openScarfShop()).owner]
    expectProblem(await ask(viewer, id, 'undo'), 403, 'forbidden')
    expectProblem(await ask(stranger, id, 'undo'), 404, 'not_found')
    const server = await serverOf({ owner, store })
    expectProblem(await ask(server, id, 'undo'), 403, 'session_required')
    await does('deliver')
    await does('complete')
    expectProblem(await ask(staff, id, 'undo'), 403, 'forbidden')
    expect((await ask(owner, id, 'undo')).status).toBe(200)
    expect((await ask(staff, id, 'undo')).body).toMatchObject({ fulfillment_status: 'shipped' })
  })
})
