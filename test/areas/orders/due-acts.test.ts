import { expect, test } from 'vitest'
import { listOrderPayments } from '../../../src/areas/orders/list-order-payments.ts'
import { listOrders } from '../../../src/areas/orders/list-orders.ts'
import { csv, failuresOf, sent } from '../../platform/transfer/files.ts'
import { expectBody } from '../../support/shop.ts'
import { act, orderOf } from './acting.ts'
import { expectSoundBooks } from './books.ts'
import { openWithTwo, steps } from './two-scarves.ts'

// What is due changes with what happens to an order.

test('becomes less with what is refused at the door, and the rest completes the order', async () => {
  const { owner, buyTwo, store } = await openWithTwo({ payment_method: 'cash on delivery' })
  const { id } = await buyTwo()
  await steps(owner, id, 'confirm', 'ship')
  const items = [{ position: 1, quantity: 1 }]
  expect(await act(owner, id, 'refuse', { items })).toMatchObject({ due_amount: 16, came_back_amount: 16 })
  await act(owner, id, 'deliver')
  expect(await act(owner, id, 'payments')).toMatchObject({
    paid_amount: 16,
    payment_status: 'paid',
    status: 'completed',
    due_amount: 0,
  })
  // Taking back what was refused is no longer possible without the other scarf, but what the payment did is.
  expect(await act(owner, id, 'undo')).toMatchObject({ status: 'confirmed', fulfillment_status: 'partially_returned' })
  expect(await act(owner, id, 'undo')).toMatchObject({
    due_amount: 16,
    came_back_amount: 0,
    payment_status: 'partially_paid',
  })
  await expectSoundBooks(store.id)
})

test('comes back with a return that is undone, which reopens the order', async () => {
  const { owner, buyTwo, store } = await openWithTwo()
  const { id } = await buyTwo()
  await steps(owner, id, 'confirm', 'ship', 'deliver')
  await act(owner, id, 'return', { items: [{ position: 1, quantity: 1 }] })
  expect(await act(owner, id, 'payments')).toMatchObject({ status: 'completed', paid_amount: 16 })
  expect(await act(owner, id, 'undo')).toMatchObject({
    status: 'confirmed',
    due_amount: 16,
    payment_status: 'partially_paid',
    paid_at: null,
    fulfillment_status: 'delivered',
  })
  expect(await act(owner, id, 'payments')).toMatchObject({ status: 'completed', paid_amount: 32 })
  await expectSoundBooks(store.id)
})

test('is what every act leaves, in its answer, in the order and in the list', async () => {
  const shop = await openWithTwo()
  const { owner, buyTwo, store, customer } = shop
  const expectSame = async (answer: unknown, id: string, money: Record<string, unknown>) => {
    expect(answer).toMatchObject(money)
    expect(await orderOf(owner, id)).toMatchObject(money)
    const { data } = expectBody(await owner.get('/api/orders?limit=100'), 200, listOrders.output)
    expect(data.find((one) => one.id === id)).toMatchObject(money)
  }
  const created = await buyTwo()
  const { id } = created
  await expectSame(created, id, { due_amount: 32, payment_status: 'unpaid' })
  const edited = await owner.patch(`/api/orders/${id}`, { items: [shop.line({ quantity: 3, unit_price: 16 })] })
  await expectSame(edited.body, id, { due_amount: 48 })
  await expectSame(await act(owner, id, 'payments', { amount: 20 }), id, {
    due_amount: 28,
    payment_status: 'partially_paid',
  })
  const less = await owner.patch(`/api/orders/${id}`, { items: [shop.line({ quantity: 1, unit_price: 16 })] })
  await expectSame(less.body, id, { due_amount: 0, overpaid_amount: 4, payment_status: 'paid' })
  expect(less.body).toMatchObject({ warnings: [{ code: 'overpaid', overpaid_amount: 4 }] })
  await expectSame(await act(owner, id, 'refunds', { amount: 20, due_again: true }), id, {
    due_amount: 16,
    due_again_amount: 20,
    overpaid_amount: 0,
    payment_status: 'unpaid',
  })
  const bulk = await owner.post('/api/orders/bulk', { action: 'payments', order_ids: [id] })
  expect(bulk.body).toMatchObject({ data: [{ ok: true, order: { payment_status: 'paid' } }] })
  await expectSame(await orderOf(owner, id), id, { due_amount: 0, paid_amount: 36, payment_status: 'paid' })
  const { data: payments } = expectBody(await owner.get(`/api/orders/${id}/payments`), 200, listOrderPayments.output)
  const last = payments.find(({ kind, amount }) => kind === 'payment' && amount === 16)
  const voided = await owner.post(`/api/orders/${id}/payments/${last?.id}/void`, { reason: 'Twice' })
  await expectSame(voided.body, id, { due_amount: 16, payment_status: 'unpaid', paid_at: null })
  await steps(owner, id, 'confirm', 'ship')
  await expectSame(await act(owner, id, 'refuse'), id, {
    status: 'cancelled',
    due_amount: 0,
    came_back_amount: 16,
    // Of a cancelled order, it says what was paid and refunded.
    payment_status: 'refunded',
  })
  await expectSame(await act(owner, id, 'undo'), id, {
    status: 'confirmed',
    due_amount: 16,
    came_back_amount: 0,
    payment_status: 'unpaid',
  })
  const other = await buyTwo()
  await expectSame(await act(owner, other.id, 'cancel'), other.id, { due_amount: 0, payment_status: 'unpaid' })
  const open = await buyTwo()
  expect((await owner.post(`/api/customers/${customer.id}/anonymize`, {})).status).toBe(200)
  await expectSame(await orderOf(owner, open.id), open.id, { due_amount: 32, customer_name: 'Anonymized' })
  await expectSoundBooks(store.id)
})

test('is derived for past orders, whatever their file says of a payment that is not due', async () => {
  const { owner, scarf } = await openWithTwo()
  const order = ['Huda', '+96551110001', scarf.id, 2, 16]
  const file = csv(
    'external_id,customer_name,customer_phone,product_id,quantity,unit_price,status,payment_method,payment_status,fulfillment_status,returned_quantity,refused_quantity,paid_amount,refunded_amount,due_again_amount',
    // In cash, the courier brought what was not refused.
    ['cash', ...order, 'completed', 'cod', 'paid', '', '', 1, '', '', ''],
    ['card', ...order, 'completed', 'card', 'paid', '', '', 1, '', '', ''],
    ['unpaid', ...order, 'confirmed', 'cod', 'unpaid', 'returned', 2, '', '', '', ''],
    ['part', ...order, 'confirmed', 'card', 'partially_paid', 'partially_returned', 1, '', 16, '', ''],
    ['refunded', ...order, 'confirmed', 'card', 'refunded', 'delivered', '', '', 32, 32, ''],
    ['again', ...order, 'confirmed', 'card', 'unpaid', 'delivered', '', '', 32, 32, 32],
  )
  expect(failuresOf(await sent(owner, 'orders', file))).toEqual([])
  for (const [external_id, money] of [
    ['cash', { status: 'completed', paid_amount: 16, due_amount: 0, payment_status: 'paid', overpaid_amount: 0 }],
    ['card', { paid_amount: 32, overpaid_amount: 16, payment_status: 'paid' }],
    ['unpaid', { status: 'confirmed', paid_amount: 0, due_amount: 0, payment_status: 'unpaid' }],
    ['part', { due_amount: 0, payment_status: 'paid', came_back_amount: 16 }],
    ['refunded', { status: 'completed', due_amount: 0, payment_status: 'refunded' }],
    ['again', { status: 'confirmed', due_amount: 32, due_again_amount: 32, payment_status: 'unpaid' }],
  ] as const) {
    const { data } = expectBody(await owner.get(`/api/orders?external_id=${external_id}`), 200, listOrders.output)
    expect(data, external_id).toMatchObject([money])
  }
})
