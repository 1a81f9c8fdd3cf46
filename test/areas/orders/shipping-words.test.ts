import { describe, expect, test } from 'vitest'
import { answerOf, callOf, post, refusalOf, tokenFor } from '../../support/callers/assistant.ts'
import { expectProblem } from '../../support/shop.ts'
import { act, ask, orderOf } from './acting.ts'
import { expectSoundBooks } from './books.ts'
import { numbersOf } from './listing.ts'
import { openScarfShop } from './scarf-shop.ts'

async function openWithOrders(count = 1) {
  const shop = await openScarfShop({ on_hand: 30 })
  const ids = []
  for (let nth = 0; nth < count; nth++) {
    const body = { items: [shop.line({ quantity: 3 })], total_amount: 30, notes: `order ${nth}` }
    ids.push((await shop.bought(body)).id)
    await act(shop.owner, ids[nth] ?? '', 'confirm')
  }
  const [id = ''] = ids
  const shipmentOf = async (order = id) => (await orderOf(shop.owner, order)).shipments[0]?.id ?? ''
  return { ...shop, id, ids, shipmentOf }
}

describe('an order that is shipped already', () => {
  test('is shipped again only as it was', async () => {
    const { owner, id } = await openWithOrders()
    const shipped = await act(owner, id, 'ship', { carrier: 'DHL', tracking_number: 'D-1' })
    for (const same of [{}, { carrier: 'DHL' }, { carrier: 'DHL', tracking_number: 'D-1' }])
      expect(await act(owner, id, 'ship', same)).toEqual(shipped)
    const others = [
      { carrier: 'Aramex' },
      { tracking_number: 'D-2' },
      { carrier: 'DHL', tracking_number: 'D-1', tracking_url: 'https://dhl.example/1' },
    ]
    for (const other of others)
      expect(expectProblem(await ask(owner, id, 'ship', other), 409, 'already_shipped')).toMatchObject({
        detail:
          'This order was already shipped. To correct the carrier or the tracking, send PATCH /api/shipments/{id}.',
        shipments: [{ id: shipped.shipments[0]?.id, carrier: 'DHL', tracking_number: 'D-1' }],
      })
    expect(await orderOf(owner, id)).toEqual(shipped)
  })

  test('is shipped again only as it was, also once it is delivered or completed', async () => {
    const { owner, id } = await openWithOrders()
    const [shipment] = (await act(owner, id, 'ship', { carrier: 'DHL', tracking_number: 'D-1' })).shipments
    for (const action of ['deliver', 'complete']) {
      const reached = await act(owner, id, action)
      for (const same of [{}, { carrier: 'DHL', tracking_number: 'D-1' }])
        expect(await act(owner, id, 'ship', same), action).toEqual(reached)
      const other = await ask(owner, id, 'ship', { tracking_number: 'D-2' })
      expect(expectProblem(other, 409, 'already_shipped')).toMatchObject({
        shipments: [{ id: shipment?.id, carrier: 'DHL', tracking_number: 'D-1' }],
      })
      const named = expectProblem(await ask(owner, id, 'ship', { items: [{ position: 1 }] }), 409, 'invalid_transition')
      expect(named.errors).toMatchObject([{ pointer: '/items/0' }])
      const bulk = await owner.post('/api/orders/bulk', { action: 'ship', order_ids: [id], carrier: 'DHL' })
      expect(bulk).toMatchObject({ status: 200, body: { succeeded: 1 } })
    }
    const corrected = await owner.patch(`/api/shipments/${shipment?.id}`, { tracking_number: 'D-2' })
    expect(corrected).toMatchObject({ status: 200, body: { tracking_number: 'D-2' } })
  })

  test('has no items left to name', async () => {
    const { owner, id } = await openWithOrders()
    await act(owner, id, 'ship')
    expectProblem(await ask(owner, id, 'ship', { items: [{ position: 99 }] }), 422, 'invalid_input')
    expect(
      expectProblem(await ask(owner, id, 'ship', { items: [{ position: 1 }] }), 409, 'invalid_transition'),
    ).toMatchObject({ detail: 'Nothing of "Scarf" is left to ship.', errors: [{ pointer: '/items/0', available: 0 }] })
    expectProblem(await ask(owner, id, 'ship', { items: [{ position: 1, quantity: 1 }] }), 409, 'invalid_transition')
  })

  test('tells an assistant so, and that people correct the tracking', async () => {
    const { owner, id, store } = await openWithOrders()
    await act(owner, id, 'ship', { carrier: 'DHL' })
    const { token } = await tokenFor({ owner, store })
    const call = (args: object) => post(callOf('advance_order', { order_id: id, action: 'ship', ...args }), { token })
    const refused = refusalOf(await call({ carrier: 'Aramex' }))
    expect(refused).toMatchObject({
      code: 'already_shipped',
      hint: expect.stringContaining('people do it'),
      shipments: [{ carrier: 'DHL' }],
    })
    expect(JSON.stringify(refused)).not.toContain('PATCH')
    expect(answerOf(await call({ carrier: 'DHL' }))).toMatchObject({ fulfillment_status: 'shipped' })
  })
})

describe('a shipment', () => {
  test('gets a carrier and a tracking number later, which searches find', async () => {
    const { owner, id, shipmentOf, store } = await openWithOrders()
    await act(owner, id, 'ship')
    const shipment = await shipmentOf()
    const { version } = await orderOf(owner, id)
    const changed = await owner.patch(`/api/shipments/${shipment}`, { carrier: 'Aramex', tracking_number: 'AX 77-1' })
    expect(changed).toMatchObject({
      status: 200,
      body: { id: shipment, order_id: id, carrier: 'Aramex', tracking_number: 'AX 77-1', tracking_url: null },
    })
    expect(await orderOf(owner, id)).toMatchObject({
      version: version + 1,
      shipments: [{ id: shipment, carrier: 'Aramex', tracking_number: 'AX 77-1', items: [{ quantity: 3 }] }],
    })
    for (const search of ['ax 77-1', 'AX 77', '77-1'])
      expect(await numbersOf(owner, { search }), search).toEqual([1001])
    const events = await owner.get(`/api/orders/${id}/events?limit=1`)
    expect(events.body).toMatchObject({
      data: [
        { type: 'order.shipment_updated', data: { shipment_id: shipment, changed: ['carrier', 'tracking_number'] } },
      ],
    })
    // Sending the same again changes nothing, and null takes it off.
    await owner.patch(`/api/shipments/${shipment}`, { carrier: 'Aramex' })
    expect((await orderOf(owner, id)).version).toBe(version + 1)
    expect((await owner.patch(`/api/shipments/${shipment}`, { carrier: null })).body).toMatchObject({ carrier: null })
    await expectSoundBooks(store.id)
  })

  test('takes no other values', async () => {
    const { owner, id, shipmentOf } = await openWithOrders()
    await act(owner, id, 'ship')
    const path = `/api/shipments/${await shipmentOf()}`
    expectProblem(await owner.patch('/api/shipments/x', { carrier: 'X' }), 404, 'not_found')
    for (const wrong of [{ carrier: 1 }, { tracking_url: 'ftp://x' }, { number: '1' }])
      expectProblem(await owner.patch(path, wrong), 422, 'invalid_input')
  })
})

describe('many orders', () => {
  test('are shipped at once, each with its tracking number', async () => {
    const { owner, ids, store } = await openWithOrders(3)
    const [first, second, third] = ids
    const orders = [
      { order_id: first, tracking_number: 'T-1', tracking_url: 'https://track.example/1' },
      { order_id: '#1002', tracking_number: 'T-2' },
      { order_id: third },
    ]
    const answer = await owner.post('/api/orders/bulk', { action: 'ship', carrier: 'SMSA', orders })
    expect(answer).toMatchObject({
      status: 200,
      body: { succeeded: 3, data: [{ id: first }, { id: second }, { id: third }] },
    })
    const shipped = await Promise.all(ids.map((id) => orderOf(owner, id)))
    expect(shipped.map(({ shipments: [shipment] }) => shipment)).toMatchObject([
      { carrier: 'SMSA', tracking_number: 'T-1', tracking_url: 'https://track.example/1' },
      { carrier: 'SMSA', tracking_number: 'T-2', tracking_url: null },
      { carrier: 'SMSA', tracking_number: null },
    ])
    // Each fails on its own: the first has another number by now.
    const again = await owner.post('/api/orders/bulk', {
      action: 'ship',
      orders: [
        { order_id: first, tracking_number: 'T-9' },
        { order_id: second, tracking_number: 'T-2' },
      ],
    })
    expect(again.body).toMatchObject({ data: [{ ok: false, error: { code: 'already_shipped' } }, { ok: true }] })
    await expectSoundBooks(store.id)
  })

  test('are named once, and in one of two ways', async () => {
    const { owner, ids } = await openWithOrders(2)
    const [first, second] = ids
    const wrong = [
      { orders: [{ order_id: first }, { order_id: first }] },
      { orders: [{ order_id: first }, { order_id: '#1001' }] },
      { orders: [{ order_id: first }], order_ids: [second] },
      { orders: [{ order_id: first }], tracking_number: 'T-1' },
      {},
    ]
    for (const body of wrong)
      expectProblem(await owner.post('/api/orders/bulk', { action: 'ship', ...body }), 422, 'invalid_input')
    expect((await orderOf(owner, first ?? '')).fulfillment_status).toBe('unfulfilled')
  })
})

describe('a return', () => {
  test('says what it put back on the shelf', async () => {
    const { owner, id } = await openWithOrders()
    await act(owner, id, 'ship')
    await act(owner, id, 'deliver')
    const broken = await ask(owner, id, 'return', { items: [{ position: 1, quantity: 1 }], restock: false })
    expect(broken).toMatchObject({ status: 200, body: { restocked: [] } })
    const { body } = await ask(owner, id, 'return', {}, { 'Idempotency-Key': 'r-1' })
    expect(body).toMatchObject({ restocked: [{ position: 1, quantity: 2 }] })
    expect((await ask(owner, id, 'return', {}, { 'Idempotency-Key': 'r-1' })).body).toEqual(body)
  })

  test('of a line needs the quantity if several could be meant', async () => {
    const { owner, id, scarf } = await openWithOrders()
    await act(owner, id, 'ship')
    await act(owner, id, 'deliver')
    for (const item of [{ position: 1 }, { variant_id: scarf.variants[0]?.id }, { product_id: scarf.id }])
      expect(expectProblem(await ask(owner, id, 'return', { items: [item] }), 422, 'quantity_required')).toMatchObject({
        available: 3,
        errors: [{ pointer: '/items/0/quantity', code: 'quantity_required' }],
      })
    await act(owner, id, 'return', { items: [{ position: 1, quantity: 2 }] })
    // One is left, so there is no doubt.
    expect(await act(owner, id, 'return', { items: [{ position: 1 }] })).toMatchObject({
      items: [{ returned_quantity: 3 }],
    })
  })
})

describe('an order on hold', () => {
  test('counts as an attempt to reach the customer only if it was one', async () => {
    const { owner, id } = await openWithOrders()
    const reasons = ['no_answer', 'call_later', 'wrong_number', 'out_of_stock', 'awaiting_payment', 'other']
    const attempts = []
    for (const reason of reasons) attempts.push((await act(owner, id, 'hold', { reason })).contact_attempts)
    expect(attempts).toEqual([1, 2, 3, 3, 3, 3])
  })

  test('may be one that is being packed', async () => {
    const { owner, id } = await openWithOrders()
    await act(owner, id, 'prepare')
    expect(await act(owner, id, 'hold', { reason: 'out_of_stock' })).toMatchObject({
      fulfillment_status: 'preparing',
      allowed_actions: ['confirm', 'hold', 'payments', 'cancel', 'notes'],
    })
    for (const action of ['ship', 'prepare'])
      expect(expectProblem(await ask(owner, id, action), 409, 'invalid_transition').detail).toBe(
        `Cannot ${action} this order: it is on hold (out_of_stock). First: confirm.`,
      )
    const resumed = await act(owner, id, 'confirm')
    expect(await act(owner, id, 'prepare')).toEqual(resumed)
    expect(await act(owner, id, 'ship')).toMatchObject({ fulfillment_status: 'shipped' })
  })
})

test('a refused action names what stands in the way', async () => {
  const { owner, id, bought } = await openWithOrders()
  const fresh = (await bought()).id
  const detailOf = async (order: string, action: string, body: object = {}) =>
    expectProblem(await ask(owner, order, action, { ...body }), 409, 'invalid_transition').detail
  expect(await detailOf(fresh, 'ship')).toBe('Cannot ship this order: it is pending. First: confirm.')
  expect(await detailOf(id, 'deliver')).toBe('Cannot deliver this order: nothing was shipped. First: ship.')
  expect(await detailOf(id, 'complete')).toBe('Cannot complete this order: it was not delivered.')
  expect(await detailOf(id, 'refunds', { amount: 1 })).toBe('Cannot refund this order: no payment is left to refund.')
  await act(owner, id, 'ship')
  expect(await detailOf(id, 'prepare')).toBe('Cannot prepare this order: it is shipped.')
  expect(await detailOf(id, 'cancel')).toBe(
    'Cannot cancel this order: items that were shipped have not come back. First: refuse.',
  )
  await act(owner, id, 'deliver')
  expect(await detailOf(id, 'cancel')).toBe(
    'Cannot cancel this order: items that were shipped have not come back. First: return.',
  )
})

test('an order has the times of what happened to it', async () => {
  const { owner, id } = await openWithOrders()
  const before = await orderOf(owner, id)
  const times = ({ confirmed_at, paid_at, shipped_at, delivered_at, cancelled_at }: typeof before) =>
    [confirmed_at, paid_at, shipped_at, delivered_at, cancelled_at].map((time) => time !== null)
  expect(times(before)).toEqual([true, false, false, false, false])
  expect(times(await act(owner, id, 'payments', { amount: 29 }))).toEqual([true, false, false, false, false])
  const paid = await act(owner, id, 'payments', {})
  expect(times(paid)).toEqual([true, true, false, false, false])
  await act(owner, id, 'refunds', { amount: 30 })
  await act(owner, id, 'ship', { items: [{ position: 1, quantity: 1 }] })
  const whole = await act(owner, id, 'ship')
  expect(whole.shipped_at).toBe(whole.shipments[0]?.created_at)
  const delivered = await act(owner, id, 'deliver')
  expect(times(delivered)).toEqual([true, true, true, true, false])
  expect(delivered.confirmed_at).toBe(before.confirmed_at)
  expect(delivered.paid_at).toBe(paid.paid_at)
})
