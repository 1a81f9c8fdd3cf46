import { expect, test } from 'vitest'
import { getSummary } from '../../../src/areas/analytics/get-summary.ts'
import { getCodFunnel } from '../../../src/areas/analytics/get-cod-funnel.ts'
import { listOrderPayments } from '../../../src/areas/orders/list-order-payments.ts'
import { expectBody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { act } from '../orders/acting.ts'
import { expectSoundBooks } from '../orders/books.ts'
import { openScarfShop } from '../orders/scarf-shop.ts'

async function openWithFigures() {
  const shop = await openScarfShop({ on_hand: 50 })
  const place = async (quantity = 1) => {
    const payment_method = 'cash on delivery'
    return (await shop.bought({ items: [shop.line({ quantity })], total_amount: 10 * quantity, payment_method })).id
  }
  const summary = async (query = '') =>
    expectBody(await shop.owner.get(`/api/analytics/summary${query}`), 200, getSummary.output)
  const happened = async (query = '') => {
    const { previous: _previous, change: _change, ...figures } = (await summary(query)).happened
    return figures
  }
  return { ...shop, place, summary, happened }
}

const nothing = {
  confirmed: 0,
  shipped: 0,
  delivered: 0,
  cancelled: 0,
  refused: 0,
  returned: 0,
  paid_amount: 0,
  refunded_amount: 0,
}

test('what happened in a period is counted when it happened, not when the order was placed', async () => {
  const { owner, place, summary, happened, store } = await openWithFigures()
  const id = await place(3)
  for (const action of ['confirm', 'ship', 'deliver']) await act(owner, id, action)
  await act(owner, id, 'payments', { amount: 30 })
  await act(owner, id, 'return', { items: [{ position: 1, quantity: 1 }] })
  await act(owner, id, 'refunds', { amount: 10 })
  const done = { ...nothing, confirmed: 1, shipped: 1, delivered: 1, returned: 1, paid_amount: 30, refunded_amount: 10 }
  expect(await happened()).toEqual(done)
  // The order was placed long ago. Its sale is of then, and what happened to it of now.
  await asOwner`update orders set created_at = created_at - interval '100 days' where id = ${id}`
  await asOwner`select dev.rebuild_sales(${store.id})`
  expect(await summary()).toMatchObject({ orders: 0, revenue: 0, shipped: 0, returned: 0, happened: done })
  // Two days ago, nothing had happened.
  expect(await happened('?from=2026-01-01&to=2026-01-02')).toEqual(nothing)
})

test.for([
  ['refuse', 'refused'],
  ['return', 'returned'],
] as const)('what came back by %s still counts if the rest of its order is cancelled', async ([action, figure]) => {
  const { owner, place, summary, store } = await openWithFigures()
  const id = await place(2)
  await act(owner, id, 'confirm')
  // Goods that were not delivered can be returned once nothing is due.
  const { paid_amount } = await act(owner, id, 'payments')
  await act(owner, id, 'refunds', { amount: paid_amount })
  await act(owner, id, 'ship', { items: [{ position: 1, quantity: 1 }] })
  await act(owner, id, action, {})
  await act(owner, id, 'cancel')
  const came = { shipped: 1, cancelled: 1, refused: 0, returned: 0, [figure]: 1 }
  expect(await summary()).toMatchObject({ orders: 0, ...came, happened: { confirmed: 1, ...came } })
  const funnel = expectBody(await owner.get('/api/analytics/cod'), 200, getCodFunnel.output)
  expect(funnel).toMatchObject({ placed: 1, confirmed: 1, delivered: 0, ...came, shipping_rate: 1 })
  await expectSoundBooks(store.id)
})

test('a refused parcel is neither a return, nor a cancellation, nor revenue', async () => {
  const { owner, place, summary, happened, store } = await openWithFigures()
  const [refused, returned, kept, cancelled] = [await place(), await place(2), await place(4), await place()]
  for (const id of [refused, returned, kept]) for (const action of ['confirm', 'ship']) await act(owner, id, action)
  await act(owner, refused, 'refuse', {})
  for (const id of [returned, kept]) await act(owner, id, 'deliver')
  await act(owner, returned, 'return', {})
  await act(owner, cancelled, 'cancel')
  expect(await summary()).toMatchObject({
    orders: 2,
    revenue: 40,
    shipped: 3,
    returned: 1,
    return_rate: 0.333333,
    refused: 1,
    refusal_rate: 0.333333,
    cancelled: 1,
    cancellation_rate: 0.333333,
  })
  expect(await happened()).toEqual({
    ...nothing,
    confirmed: 3,
    shipped: 3,
    delivered: 2,
    cancelled: 1,
    refused: 1,
    returned: 1,
  })
  expect(expectBody(await owner.get('/api/analytics/cod'), 200, getCodFunnel.output)).toMatchObject({
    placed: 4,
    confirmed: 3,
    shipped: 3,
    delivered: 1,
    returned: 1,
    refused: 1,
    cancelled: 1,
  })
  await expectSoundBooks(store.id)
})

test('cash on delivery counts no order as delivered of which only a part was shipped and came back', async () => {
  const { owner, place } = await openWithFigures()
  const id = await place(2)
  await act(owner, id, 'confirm')
  await act(owner, id, 'payments')
  await act(owner, id, 'ship', { items: [{ position: 1, quantity: 1 }] })
  await act(owner, id, 'return', {})
  const funnel = async () => expectBody(await owner.get('/api/analytics/cod'), 200, getCodFunnel.output)
  expect(await funnel()).toMatchObject({ shipped: 1, delivered: 0, returned: 1 })
  await act(owner, id, 'ship')
  await act(owner, id, 'deliver')
  expect(await funnel()).toMatchObject({ shipped: 1, delivered: 1, returned: 1 })
})

test('what is taken back did not happen', async () => {
  const { owner, place, happened, store } = await openWithFigures()
  const id = await place()
  for (const action of ['confirm', 'ship']) await act(owner, id, action)
  const before = await happened()
  await act(owner, id, 'refuse', {})
  expect(await happened()).toMatchObject({ refused: 1 })
  await act(owner, id, 'undo')
  expect(await happened()).toEqual(before)
  await act(owner, id, 'payments', {})
  expect(await happened()).toEqual({ ...before, paid_amount: 10 })
  const { data } = expectBody(await owner.get(`/api/orders/${id}/payments`), 200, listOrderPayments.output)
  const path = `/api/orders/${id}/payments/${data[0]?.id}/void`
  expect((await owner.post(path, { reason: 'Wrong order' })).status).toBe(200)
  expect(await happened()).toEqual(before)
  await expectSoundBooks(store.id)
})

test('many orders at once count each', async () => {
  const { owner, place, happened, store } = await openWithFigures()
  const order_ids = await Promise.all([place(), place(), place()])
  for (const action of ['confirm', 'ship', 'payments'])
    expect((await owner.post('/api/orders/bulk', { action, order_ids })).body).toMatchObject({ succeeded: 3 })
  expect(await happened()).toMatchObject({ confirmed: 3, shipped: 3, paid_amount: 30 })
  await expectSoundBooks(store.id)
})
