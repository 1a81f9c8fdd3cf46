import { describe, expect, test } from 'vitest'
import { listOrderPayments } from '../../../src/areas/orders/list-order-payments.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { type Client, expectBody, expectProblem, pointersOf, userId } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { act, ask, orderOf } from './acting.ts'
import { expectSoundBooks } from './books.ts'
import { openWithOrder } from './scarf-shop.ts'

async function openUnpaid(total_amount = 10, currency = 'KWD') {
  const shop = await openWithOrder({ currency, order: { total_amount } })
  const { owner, customer } = shop
  return { ...shop, spent: async () => Object((await owner.get(`/api/customers/${customer.id}`)).body)['total_spent'] }
}

describe('a payment', () => {
  test('counts towards the total, and defaults to the unpaid amount', async () => {
    const { does, store, id } = await openUnpaid()
    const states = []
    for (const body of [{ amount: 2.125, method: 'card', reference: 'C-1' }, { amount: 0.005 }, { method: 'cash' }]) {
      const { paid_amount, payment_status } = await does('payments', body)
      states.push([paid_amount, payment_status])
    }
    expect(states).toEqual([
      [2.125, 'partially_paid'],
      [2.13, 'partially_paid'],
      [10, 'paid'],
    ])
    const ledger = await asOwner`select kind, amount_minor::int, method, reference from order_payments
      where store_id = ${store.id} and order_id = ${id} order by id`
    expect(ledger).toEqual([
      { kind: 'payment', amount_minor: 2125, method: 'card', reference: 'C-1' },
      { kind: 'payment', amount_minor: 5, method: null, reference: null },
      { kind: 'payment', amount_minor: 7870, method: 'cash', reference: null },
    ])
    await expectSoundBooks(store.id)
  })

  test('of the unpaid amount changes nothing if the order is paid', async () => {
    const { does, store } = await openUnpaid()
    const paid = await does('payments')
    expect(await does('payments')).toEqual(paid)
    expect(paid.allowed_actions).not.toContain('payments')
    await expectSoundBooks(store.id)
  })

  test('is at most what is due, unless a person says that more was received', async () => {
    const { does, asks, owner, hire, id, store } = await openUnpaid(325.5, 'USD')
    await does('payments', { amount: 100 })
    const problem = expectProblem(await asks('payments', { amount: 500 }), 422, 'more_than_due')
    expect(problem).toMatchObject({ due: 225.5, errors: [{ pointer: '/amount', code: 'more_than_due' }] })
    expect(problem['allowed_actions']).toContain('payments')
    expect(await does('payments', { amount: 225.5 })).toMatchObject({ paid_amount: 325.5, payment_status: 'paid' })
    const nothing = expectProblem(await asks('payments', { amount: 0.01 }), 422, 'more_than_due')
    expect(nothing).toMatchObject({ due: 0 })
    expect(nothing['allowed_actions']).not.toContain('payments')

    const server = await serverOf({ store, owner })
    expectProblem(await ask(server, id, 'payments', { amount: 500, overpayment: true }), 422, 'more_than_due')
    const staff = await hire('staff')
    expect(await act(staff, id, 'payments', { amount: 500, overpayment: true })).toMatchObject({
      paid_amount: 825.5,
      payment_status: 'paid',
    })
    // What was refunded is not due, unless the refund says that it will be paid another way.
    await does('refunds', { amount: 100 })
    expect(expectProblem(await asks('payments', { amount: 100 }), 422, 'more_than_due')).toMatchObject({ due: 0 })
    expect(await does('refunds', { amount: 600, due_again: true })).toMatchObject({ due_amount: 100 })
    expect(expectProblem(await asks('payments', { amount: 200 }), 422, 'more_than_due')).toMatchObject({ due: 100 })
    expect(await does('payments')).toMatchObject({ due_amount: 0, paid_amount: 925.5 })
    await expectSoundBooks(store.id)
  })

  test('must be an exact amount above zero', async () => {
    const { owner, asks, id } = await openUnpaid()
    for (const [body, code, pointer] of [
      [{ amount: 0 }, 'invalid_input', '/amount'],
      [{ amount: -1 }, 'invalid_input', '/amount'],
      [{ amount: '5' }, 'invalid_input', '/amount'],
      [{ amount: 1e300 }, 'invalid_input', '/amount'],
      [{ amount: 0.0005 }, 'invalid_amount', '/amount'],
      [{ amount: 0.1 + 0.2 }, 'invalid_amount', '/amount'],
      [{ amount: 1e15 }, 'invalid_amount', '/amount'],
      [{ method: '' }, 'invalid_input', '/method'],
      [{ amout: 5 }, 'invalid_input', '/amout'],
    ] as const)
      expect(pointersOf(expectProblem(await asks('payments', body), 422, code)), JSON.stringify(body)).toContain(
        pointer,
      )
    expect(await orderOf(owner, id)).toMatchObject({ paid_amount: 0, version: 1 })
  })

  test('may not take the sum of all payments above the limit', async () => {
    const { asks, does, store } = await openUnpaid()
    await does('payments', { amount: 1e12, overpayment: true })
    const more = { amount: 0.001, overpayment: true }
    expect(pointersOf(expectProblem(await asks('payments', more), 422, 'invalid_amount'))).toEqual(['/amount'])
    await expectSoundBooks(store.id)
  })

  test('is not needed for a free order, which delivery completes', async () => {
    const { does, store } = await openUnpaid(0)
    for (const action of ['confirm', 'payments', 'ship']) expect((await does(action)).payment_status).toBe('paid')
    expect(await does('deliver')).toMatchObject({ status: 'completed', payment_status: 'paid', paid_amount: 0 })
    await expectSoundBooks(store.id)
  })
})

describe('a refund', () => {
  test('is at most what was paid, and reduces what the customer has spent', async () => {
    const { does, asks, spent, store } = await openUnpaid()
    await does('payments', { amount: 8 })
    expect(await does('refunds', { amount: 3, reason: 'Late' })).toMatchObject({
      refunded_amount: 3,
      payment_status: 'partially_refunded',
      total_amount: 10,
    })
    expect(await spent()).toBe(7)
    const problem = expectProblem(await asks('refunds', { amount: 5.001 }), 409, 'invalid_transition')
    expect(problem).toMatchObject({ refundable_amount: 5, errors: [{ pointer: '/amount' }] })
    expect(problem['allowed_actions']).toContain('refunds')
    expect(await does('refunds', { amount: 5 })).toMatchObject({ refunded_amount: 8, payment_status: 'refunded' })
    expect(await spent()).toBe(2)
    expect(
      expectProblem(await asks('refunds', { amount: 0.001 }), 409, 'invalid_transition')['allowed_actions'],
    ).not.toContain('refunds')
    await expectSoundBooks(store.id)
  })

  test('of an overpayment does not reduce sales', async () => {
    const { does, owner, id, spent, store } = await openUnpaid()
    await does('payments', { amount: 15, overpayment: true })
    expect(await does('refunds', { amount: 5 })).toMatchObject({ payment_status: 'paid', refunded_amount: 5 })
    expect(await spent()).toBe(10)

    // The order shrinks below what was paid.
    expect((await owner.patch(`/api/orders/${id}`, { total_amount: 4 })).status).toBe(200)
    expect(await spent()).toBe(4)
    expect(await does('refunds', { amount: 6 })).toMatchObject({ payment_status: 'paid', refunded_amount: 11 })
    expect(await spent()).toBe(4)
    expect((await owner.get('/api/analytics/summary')).body).toMatchObject({ revenue: 4, refunds: 0, gross_sales: 4 })
    expect(await does('refunds', { amount: 1 })).toMatchObject({ payment_status: 'partially_refunded' })
    expect(await spent()).toBe(3)
    expect((await owner.get('/api/analytics/summary')).body).toMatchObject({ revenue: 3, refunds: 1 })
    await expectSoundBooks(store.id)
  })

  test('leaves nothing due, so that a repeated payment changes nothing, unless it says that it will be paid another way', async () => {
    const { does, asks, store } = await openUnpaid()
    await does('payments')
    const refunded = await does('refunds', { amount: 4 })
    expect(refunded).toMatchObject({ due_amount: 0, payment_status: 'partially_refunded' })
    expect(await does('payments')).toEqual(refunded)
    expectProblem(await asks('payments', { amount: 4 }), 422, 'more_than_due')
    expect(await does('refunds', { amount: 6, due_again: true })).toMatchObject({
      due_amount: 6,
      due_again_amount: 6,
      refunded_amount: 10,
      payment_status: 'refunded',
    })
    expect(await does('payments')).toMatchObject({
      paid_amount: 16,
      due_amount: 0,
      payment_status: 'partially_refunded',
    })
    const nothing = expectProblem(await asks('refunds', { amount: 6.001, due_again: true }), 409, 'invalid_transition')
    expect(nothing).toMatchObject({ refundable_amount: 6 })
    await expectSoundBooks(store.id)
  })

  test('needs an exact amount', async () => {
    const { asks, does } = await openUnpaid()
    await does('payments')
    for (const [body, code] of [
      [{}, 'invalid_input'],
      [{ amount: 0 }, 'invalid_input'],
      [{ amount: null }, 'invalid_input'],
      [{ amount: 0.0001 }, 'invalid_amount'],
    ] as const)
      expect(pointersOf(expectProblem(await asks('refunds', body), 422, code))).toEqual(['/amount'])
  })

  test('must precede the cancellation of a paid order, which then counts as nothing', async () => {
    const { does, asks, spent, store } = await openUnpaid()
    await does('confirm')
    await does('payments', { amount: 4 })
    expect(expectProblem(await asks('cancel'), 409, 'refund_required')).toMatchObject({
      refundable_amount: 4,
      allowed_actions: ['hold', 'prepare', 'ship', 'payments', 'refunds', 'notes'],
    })
    await does('refunds', { amount: 4, due_again: true })
    expect(await does('cancel', { reason: 'Changed their mind' })).toMatchObject({
      status: 'cancelled',
      payment_status: 'refunded',
    })
    expect(await spent()).toBe(0)
    expectProblem(await asks('payments', { amount: 1 }), 409, 'invalid_transition')
    await expectSoundBooks(store.id)
  })

  test('is not due again of a cancelled order, nor where more was paid', async () => {
    const { does, asks, store } = await openUnpaid()
    await does('payments', { amount: 25, overpayment: true })
    const more = expectProblem(await asks('refunds', { amount: 15, due_again: true }), 422, 'invalid_input')
    expect(more.errors).toMatchObject([{ pointer: '/due_again' }])
    for (const action of ['confirm', 'ship', 'refuse']) await does(action)
    const cancelled = expectProblem(await asks('refunds', { amount: 25, due_again: true }), 422, 'invalid_input')
    expect(cancelled.errors).toMatchObject([{ pointer: '/due_again' }])
    expect(await does('refunds', { amount: 25 })).toMatchObject({ refunded_amount: 25, due_again_amount: 0 })
    await expectSoundBooks(store.id)
  })

  test('of everything does not keep delivery from completing the order, but one that is due again does', async () => {
    const { does, store } = await openUnpaid()
    await does('payments')
    await does('refunds', { amount: 10 })
    for (const action of ['confirm', 'ship']) await does(action)
    expect(await does('deliver')).toMatchObject({ status: 'completed', payment_status: 'refunded' })
    await expectSoundBooks(store.id)

    const again = await openUnpaid()
    await again.does('payments')
    await again.does('refunds', { amount: 10, due_again: true })
    for (const action of ['confirm', 'ship', 'deliver']) await again.does(action)
    expect(await again.does('payments', { amount: 1 })).toMatchObject({
      status: 'confirmed',
      payment_status: 'partially_paid',
    })
    expect(await again.does('payments')).toMatchObject({ status: 'completed', paid_amount: 20, refunded_amount: 10 })
    await expectSoundBooks(again.store.id)
  })
})

describe('the list of payments', () => {
  const paymentsOf = async (reader: Client, id: string, query = '') =>
    expectBody(await reader.get(`/api/orders/${id}/payments${query}`), 200, listOrderPayments.output)

  test('has each payment and refund, newest first, with who recorded it', async () => {
    const { does, owner, hire, id } = await openUnpaid()
    await does('payments', { amount: 2.125, method: 'card', reference: 'C-1' })
    const staff = await hire('staff')
    await act(staff, id, 'payments', { amount: 7.875, method: 'cash' })
    await does('refunds', { amount: 3, reason: 'Late' })
    const { data, meta } = await paymentsOf(owner, id)
    expect(meta).toMatchObject({ total: 3, has_more: false })
    const by = { kind: 'user', id: await userId(owner) }
    expect(data).toMatchObject([
      { kind: 'refund', amount: 3, method: null, reference: null, reason: 'Late', actor: by },
      { kind: 'payment', amount: 7.875, method: 'cash', reference: null, reason: null, actor: { kind: 'user' } },
      { kind: 'payment', amount: 2.125, method: 'card', reference: 'C-1', reason: null, actor: by },
    ])
    expect(data[1]?.actor?.id).toBe(await userId(staff))

    const first = await paymentsOf(owner, id, '?limit=2')
    const rest = await paymentsOf(owner, id, `?limit=2&cursor=${first.meta.next_cursor}`)
    expect([...first.data, ...rest.data]).toEqual(data)
  })

  test('is empty before the first payment', async () => {
    const { owner, id } = await openUnpaid()
    expect((await paymentsOf(owner, id)).data).toEqual([])
    expectProblem(await owner.get(`/api/orders/${id}/payments?limit=0`), 422, 'invalid_input')
  })
})

describe('a hold', () => {
  test('counts the attempts to reach the customer, and keeps the last reason', async () => {
    const { does, asks, store } = await openUnpaid()
    for (const [index, reason] of ['no_answer', 'call_later', 'call_later', 'wrong_number'].entries())
      expect(await does('hold', { reason })).toMatchObject({ hold_reason: reason, contact_attempts: index + 1 })
    for (const body of [{}, { reason: 'tired' }, { reason: 'other', note: 5 }, { reason: 'other', until: 'noon' }])
      expectProblem(await asks('hold', body), 422, 'invalid_input')
    expect(await does('confirm')).toMatchObject({ hold_reason: null, contact_attempts: 4, status: 'confirmed' })
    await expectSoundBooks(store.id)
  })
})
