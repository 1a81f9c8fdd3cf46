import { expect, test } from 'vitest'
import type { z } from 'zod'
import { returnOrder } from '../../../src/areas/orders/actions/action-operations.ts'
import { listOrderActions } from '../../../src/areas/orders/actions/list-order-actions.ts'
import { SummaryWithSeries } from '../../../src/areas/analytics/get-summary.ts'
import type { Order } from '../../../src/areas/orders/order.ts'
import { type Client, expectBody, expectProblem } from '../../support/shop.ts'
import { act, ask, orderOf } from './acting.ts'
import { expectSoundBooks } from './books.ts'
import { openWithTwo, steps } from './two-scarves.ts'

// What is due of an order of two scarves of 16 each, by what was paid, what came back, and what was refunded.

type Refunded = 'nothing' | 'a part' | 'all' | 'all, due again'

/** Paid, units that came back, refunded: what came back, is due and overpaid, the payment status, the suggested refund, and revenue. */
const cells: readonly (readonly [
  number,
  number,
  Refunded,
  readonly [number, number, number, string, number, number] | null,
])[] = [
  [0, 0, 'nothing', [0, 32, 0, 'unpaid', 0, 32]],
  [0, 1, 'nothing', [16, 16, 0, 'unpaid', 0, 16]],
  [0, 2, 'nothing', [32, 0, 0, 'unpaid', 0, 0]],
  [10, 0, 'nothing', [0, 22, 0, 'partially_paid', 0, 32]],
  [10, 0, 'a part', [0, 22, 0, 'partially_refunded', 0, 28]],
  [10, 0, 'all', [0, 22, 0, 'refunded', 0, 22]],
  [10, 0, 'all, due again', [0, 32, 0, 'unpaid', 0, 32]],
  [10, 1, 'nothing', [16, 6, 0, 'partially_paid', 0, 16]],
  [10, 1, 'a part', [16, 6, 0, 'partially_refunded', 0, 12]],
  [10, 1, 'all', [16, 6, 0, 'refunded', 0, 6]],
  [10, 1, 'all, due again', [16, 16, 0, 'unpaid', 0, 16]],
  [10, 2, 'nothing', [32, 0, 10, 'paid', 10, 10]],
  [10, 2, 'a part', [32, 0, 6, 'partially_refunded', 6, 6]],
  [10, 2, 'all', [32, 0, 0, 'refunded', 0, 0]],
  [10, 2, 'all, due again', null],
  [32, 0, 'nothing', [0, 0, 0, 'paid', 0, 32]],
  [32, 0, 'a part', [0, 0, 0, 'partially_refunded', 0, 28]],
  [32, 0, 'all', [0, 0, 0, 'refunded', 0, 0]],
  [32, 0, 'all, due again', [0, 32, 0, 'unpaid', 0, 32]],
  [32, 1, 'nothing', [16, 0, 16, 'paid', 16, 32]],
  [32, 1, 'a part', [16, 0, 12, 'partially_refunded', 12, 28]],
  [32, 1, 'all', [16, 0, 0, 'refunded', 0, 0]],
  [32, 1, 'all, due again', [16, 16, 0, 'unpaid', 0, 16]],
  [32, 2, 'nothing', [32, 0, 32, 'paid', 32, 32]],
  [32, 2, 'a part', [32, 0, 28, 'partially_refunded', 28, 28]],
  [32, 2, 'all', [32, 0, 0, 'refunded', 0, 0]],
  [32, 2, 'all, due again', null],
  [40, 0, 'nothing', [0, 0, 8, 'paid', 0, 32]],
  [40, 0, 'a part', [0, 0, 4, 'paid', 0, 32]],
  [40, 0, 'all', [0, 0, 0, 'refunded', 0, 0]],
  [40, 0, 'all, due again', [0, 32, 0, 'unpaid', 0, 32]],
  [40, 1, 'nothing', [16, 0, 24, 'paid', 16, 32]],
  [40, 1, 'a part', [16, 0, 20, 'paid', 16, 32]],
  [40, 1, 'all', [16, 0, 0, 'refunded', 0, 0]],
  [40, 1, 'all, due again', [16, 16, 0, 'unpaid', 0, 16]],
  [40, 2, 'nothing', [32, 0, 40, 'paid', 32, 32]],
  [40, 2, 'a part', [32, 0, 36, 'paid', 32, 32]],
  [40, 2, 'all', [32, 0, 0, 'refunded', 0, 0]],
  [40, 2, 'all, due again', null],
]

const refundBody = (refunded: Refunded, paid: number) => ({
  amount: refunded === 'a part' ? 4 : paid,
  ...(refunded === 'all, due again' && { due_again: true }),
})

const amountOf = async (owner: Client, id: string, action: string) => {
  const { actions } = expectBody(await owner.get(`/api/orders/${id}/actions`), 200, listOrderActions.output)
  return actions.find(({ name }) => name === action)?.form.properties['amount']
}

test('follows from what was paid, what came back and what was refunded', async () => {
  const { owner, buyTwo, store, addCustomer } = await openWithTwo()
  let sold = 0
  for (const [paid, units, refunded, cell] of cells) {
    const what = `${paid} paid, ${units} came back, ${refunded} refunded`
    const customer = await addCustomer()
    const { id } = await buyTwo({ customer_id: customer.id })
    if (paid > 0) await act(owner, id, 'payments', { amount: paid, overpayment: true })
    await steps(owner, id, 'confirm', 'ship', 'deliver')
    if (units > 0) await act(owner, id, 'return', { items: [{ position: 1, quantity: units }] })
    if (refunded !== 'nothing') {
      const answer = await ask(owner, id, 'refunds', refundBody(refunded, paid))
      if (cell === null) {
        expect(expectProblem(answer, 422, 'invalid_input').errors, what).toMatchObject([{ pointer: '/due_again' }])
        continue
      }
      expect(answer.status, what).toBe(200)
    }
    if (cell === null) continue
    const [came_back_amount, due_amount, overpaid_amount, payment_status] = cell
    const order = await orderOf(owner, id)
    expect(order, what).toMatchObject({ came_back_amount, due_amount, overpaid_amount, payment_status })
    expect(order.due_again_amount, what).toBe(refunded === 'all, due again' ? paid : 0)
    expect(order.paid_at !== null, what).toBe(due_amount === 0 && payment_status !== 'unpaid')
    expect(order.allowed_actions.includes('payments'), what).toBe(due_amount > 0)
    await expectOffered(owner, order, cell, what)
    const revenue = cell[5]
    const { body } = await owner.get(`/api/customers/${customer.id}`)
    expect(body, what).toMatchObject({ total_spent: revenue, total_paid: paid - order.refunded_amount })
    sold += revenue
  }
  await expectReports(owner, sold)
  await expectSoundBooks(store.id)
})

/** The orders whose refund was refused because nothing would be due came back whole: their revenue is what was paid of the total. */
async function expectReports(owner: Client, sold: number) {
  const refused = cells.filter(([, , , cell]) => cell === null).map(([paid]) => Math.min(paid, 32))
  const revenue = sold + refused.reduce((sum, paid) => sum + paid, 0)
  const summary = expectBody(await owner.get('/api/analytics/sales?interval=day'), 200, SummaryWithSeries)
  const { gross_sales, refunds, not_collected, data } = summary
  expect({ gross_sales, revenue: summary.revenue }).toEqual({ gross_sales: 32 * cells.length, revenue })
  expect(gross_sales - refunds - not_collected).toBe(revenue)
  expect(data.at(-1)).toMatchObject({ revenue, refunds, not_collected })
  const { body: customers } = await owner.get('/api/analytics/customers')
  expect(customers).toMatchObject({
    new: { revenue, not_collected },
    returning: { orders: 0, revenue: 0, not_collected: 0 },
  })
  const { body: platforms } = await owner.get('/api/analytics/platforms')
  expect(platforms).toMatchObject({ data: [{ revenue, not_collected, refunds }] })
}

/** Payments are of what is due and at most that. Refunds are of what is overpaid, or all where nothing came back. */
async function expectOffered(
  owner: Client,
  { id, due_amount, overpaid_amount, came_back_amount, paid_amount, refunded_amount }: z.output<typeof Order>,
  [, , , , suggested]: readonly [number, number, number, string, number, number],
  what: string,
) {
  const more = await ask(owner, id, 'payments', { amount: due_amount + 0.01 })
  expect(expectProblem(more, 422, 'more_than_due'), what).toMatchObject({ due: due_amount })
  if (due_amount > 0)
    expect(await amountOf(owner, id, 'payments'), what).toMatchObject({
      default: due_amount,
      maximum: due_amount,
    })
  const refundable = paid_amount - refunded_amount
  if (refundable > 0) {
    const offered = overpaid_amount > 0 || came_back_amount > 0 ? overpaid_amount : refundable
    const amount = await amountOf(owner, id, 'refunds')
    expect(amount, what).toMatchObject({ maximum: refundable, ...(offered > 0 && { default: offered }) })
    if (offered === 0) expect(amount, what).not.toHaveProperty('default')
  }
  // Undoing nothing else, a return that is undone and made again suggests the same.
  if (came_back_amount > 0 && refunded_amount === 0) {
    const returned = came_back_amount / 16
    await act(owner, id, 'undo')
    const items = [{ position: 1, quantity: returned }]
    const answer = expectBody(await ask(owner, id, 'return', { items }), 200, returnOrder.output)
    expect(answer.suggested_refund.total_amount, what).toBe(suggested)
    expect(answer, what).toMatchObject({ due_amount, came_back_amount, overpaid_amount })
  }
}

test('of an order for nothing is nothing: it is paid from the start, and delivery completes it', async () => {
  const { owner, buyTwo, store } = await openWithTwo({ total_amount: 0 })
  const order = await buyTwo()
  expect(order).toMatchObject({ due_amount: 0, payment_status: 'paid', paid_at: order.created_at })
  expect(order.allowed_actions).not.toContain('payments')
  await steps(owner, order.id, 'confirm', 'ship')
  expect(await act(owner, order.id, 'deliver')).toMatchObject({ status: 'completed', payment_status: 'paid' })
  expect(await act(owner, order.id, 'return')).toMatchObject({
    due_amount: 0,
    came_back_amount: 0,
    payment_status: 'paid',
  })

  const { id, created_at } = await buyTwo()
  expect(await act(owner, id, 'cancel')).toMatchObject({ payment_status: 'unpaid', paid_at: null, created_at })
  await expectSoundBooks(store.id)
})

test('is a filter', async () => {
  const { owner, buyTwo } = await openWithTwo()
  const [paid, part, back] = [await buyTwo(), await buyTwo(), await buyTwo()]
  await act(owner, paid.id, 'payments')
  await act(owner, part.id, 'payments', { amount: 12 })
  await steps(owner, back.id, 'confirm', 'ship', 'deliver', 'return')
  const list = async (query: string) => Object((await owner.get(`/api/orders?${query}`)).body)
  for (const query of ['has_due=true', 'has_due=true&status=pending,confirmed', 'has_due=true&platform=direct'])
    expect(await list(query), query).toMatchObject({
      data: [{ number: part.number }],
      meta: { total: 1 },
    })
  expect((await list('has_due=false')).data).toMatchObject([{ number: back.number }, { number: paid.number }])
  expectProblem(await owner.get('/api/orders?has_due=1'), 422, 'invalid_input')
})

test('decides whether goods that were not delivered can be returned, or only be refused', async () => {
  const { owner, buyTwo, store } = await openWithTwo()
  const unpaid = await buyTwo()
  await steps(owner, unpaid.id, 'confirm', 'ship')
  const before = await orderOf(owner, unpaid.id)
  const problem = expectProblem(await ask(owner, unpaid.id, 'return'), 409, 'invalid_transition')
  expect(problem.detail).toMatch(/refuse.*deliver/)
  expect(problem['allowed_actions']).toEqual(expect.arrayContaining(['refuse', 'deliver']))
  expect(problem['allowed_actions']).not.toContain('return')
  expect(await orderOf(owner, unpaid.id)).toEqual(before)
  await act(owner, unpaid.id, 'payments')
  expect(await act(owner, unpaid.id, 'return')).toMatchObject({ fulfillment_status: 'returned', overpaid_amount: 32 })
  await expectSoundBooks(store.id)
})
