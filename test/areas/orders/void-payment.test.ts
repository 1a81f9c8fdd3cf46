import { describe, expect, test } from 'vitest'
import { listOrderEvents } from '../../../src/areas/orders/list-order-events.ts'
import { listOrderPayments } from '../../../src/areas/orders/list-order-payments.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { type Client, expectBody, expectProblem } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { act, ask } from './acting.ts'
import { expectSoundBooks } from './books.ts'
import { openWithOrder } from './scarf-shop.ts'

async function openWithPayments() {
  const shop = await openWithOrder()
  const { owner, id, does } = shop
  const payments = async () =>
    expectBody(await owner.get(`/api/orders/${id}/payments`), 200, listOrderPayments.output).data
  const pay = async (body: object = {}) => {
    await does('payments', { ...body })
    return (await payments())[0]?.id ?? ''
  }
  const voids = (client: Client, payment: string, reason = 'Entered twice', headers?: Record<string, string>) =>
    client.post(`/api/orders/${id}/payments/${payment}/void`, { reason }, headers)
  const spent = async () =>
    Number(
      (await asOwner`select total_spent_minor from customers where id = ${shop.customer.id}`)[0]?.['total_spent_minor'],
    )
  return { ...shop, payments, pay, voids, spent }
}

describe('a payment that was recorded by mistake', () => {
  test('counts no more, and stays in the list and the timeline with the reason', async () => {
    const { owner, id, pay, voids, payments, store } = await openWithPayments()
    await pay({ amount: 4, method: 'cash' })
    const wrong = await pay({ amount: 6, method: 'card', reference: 'R-1' })
    expect(await voids(owner, wrong, 'Was for order 1002')).toMatchObject({
      status: 200,
      body: { paid_amount: 4, payment_status: 'partially_paid', version: 4 },
    })
    expect(await payments()).toMatchObject([
      { id: wrong, amount: 6, voided_at: expect.any(String), void_reason: 'Was for order 1002' },
      { amount: 4, voided_at: null, void_reason: null },
    ])
    const events = expectBody(await owner.get(`/api/orders/${id}/events`), 200, listOrderEvents.output).data
    expect(events[0]).toMatchObject({
      type: 'order.payment_voided',
      data: { payment_id: wrong, amount: 6, reason: 'Was for order 1002' },
    })
    // It can be paid again.
    expect(await act(owner, id, 'payments', {})).toMatchObject({ paid_amount: 10, payment_status: 'paid' })
    await expectSoundBooks(store.id)
  })

  test('does not decide since when the order is paid', async () => {
    const { owner, pay, voids, payments, store } = await openWithPayments()
    const wrong = await pay()
    await pay({ amount: 4, overpayment: true })
    await pay({ amount: 6, overpayment: true })
    const last = (await payments())[0]?.created_at
    expect(await voids(owner, wrong)).toMatchObject({
      body: { payment_status: 'paid', paid_amount: 10, paid_at: last },
    })
    await expectSoundBooks(store.id)
  })

  test('is taken back once, however often it is asked', async () => {
    const { owner, pay, voids, store } = await openWithPayments()
    const wrong = await pay()
    const both = await Promise.all([voids(owner, wrong), voids(owner, wrong)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const again = await voids(owner, wrong, 'Once more', { 'Idempotency-Key': 'v-1' })
    expect(again).toMatchObject({ status: 200, body: { paid_amount: 0, payment_status: 'unpaid', version: 3 } })
    await expectSoundBooks(store.id)
  })

  test('opens an order again that was completed because it was paid, but not one that somebody completed', async () => {
    const { owner, id, pay, voids, bought, store } = await openWithPayments()
    for (const action of ['confirm', 'ship', 'deliver']) await act(owner, id, action)
    const wrong = await pay()
    expect(await voids(owner, wrong)).toMatchObject({
      body: { status: 'confirmed', fulfillment_status: 'delivered', payment_status: 'unpaid' },
    })
    await pay()
    expect((await owner.get(`/api/orders/${id}`)).body).toMatchObject({ status: 'completed', paid_amount: 10 })

    const other = await bought()
    for (const action of ['confirm', 'ship', 'deliver', 'complete', 'payments']) await act(owner, other.id, action)
    const listed = await owner.get(`/api/orders/${other.id}/payments`)
    const payment = expectBody(listed, 200, listOrderPayments.output).data[0]?.id
    const reason = { reason: 'Entered twice' }
    expect(await owner.post(`/api/orders/${other.id}/payments/${payment}/void`, reason)).toMatchObject({
      body: { status: 'completed', payment_status: 'unpaid' },
    })
    await expectSoundBooks(store.id)
  })

  test('stays if any of it was refunded; a refund cannot be taken back', async () => {
    const { owner, id, pay, voids, payments, store, spent } = await openWithPayments()
    const received = await pay({ amount: 10 })
    const extra = await pay({ amount: 5, overpayment: true })
    const more = await pay({ amount: 3, overpayment: true })
    await act(owner, id, 'refunds', { amount: 5 })
    expect(await spent()).toBe(1000)
    expect(await voids(owner, more)).toMatchObject({ body: { paid_amount: 15, payment_status: 'paid' } })
    // What was refunded was this overpayment. Without it, half of the total would count as refunded.
    expectProblem(await voids(owner, extra), 409, 'invalid_transition')
    expectProblem(await voids(owner, received), 409, 'invalid_transition')
    expect(await spent()).toBe(1000)
    const refund = (await payments()).find(({ kind }) => kind === 'refund')
    expectProblem(await voids(owner, refund?.id ?? ''), 409, 'invalid_transition')
    await expectSoundBooks(store.id)
  })

  test('is taken back by people of the store only, staff among them', async () => {
    const { owner, id, hire, pay, voids, bought, store } = await openWithPayments()
    const wrong = await pay()
    const reason = { reason: 'Entered twice' }
    expectProblem(await voids(await serverOf({ store, owner }), wrong), 403, 'session_required')
    expectProblem(await voids(await hire('viewer'), wrong), 403, 'forbidden')
    const other = await bought()
    expectProblem(await owner.post(`/api/orders/${other.id}/payments/${wrong}/void`, reason), 404, 'not_found')
    for (const wrongReason of ['', ' ', undefined])
      expectProblem(await ask(owner, id, `payments/${wrong}/void`, { reason: wrongReason }), 422, 'invalid_input')
    expect((await voids(await hire('staff'), wrong)).status).toBe(200)
    // Software may record what a payment provider moved.
    await act(await serverOf({ store, owner }), id, 'payments', {})
    const listed = expectBody(await owner.get(`/api/orders/${id}/payments`), 200, listOrderPayments.output).data
    expectProblem(await voids(owner, listed[0]?.id ?? ''), 409, 'invalid_transition')
  })
})
