import { expect } from 'vitest'
import { listOrderActions } from '../../../../src/areas/orders/actions/list-order-actions.ts'
import { returnOrder } from '../../../../src/areas/orders/actions/action-operations.ts'
import { Order } from '../../../../src/areas/orders/order.ts'
import { expectBody, expectProblem } from '../../../support/shop.ts'
import { ask, orderOf } from '../acting.ts'
import {
  type Account,
  booked,
  dueOn,
  keptOn,
  minorOf,
  overpaidOn,
  refundedOfTotal,
  shareOf,
  suggestedOn,
  voided,
} from './books.ts'
import { factsOf, paymentsOf, type Shown } from './checks.ts'
import type { LedgerShop } from './shop.ts'

// What is paid, sent, taken back and refunded.

export type Payment = 'what is due' | 'a part' | 'too much' | 'more, on purpose'

export async function pay(shop: LedgerShop, account: Account, payment: Payment, permille: number): Promise<Account> {
  const { owner, rules, major } = shop
  const before = await orderOf(owner, account.id)
  const due = dueOn(account, factsOf(before, rules))
  const isMore = payment === 'too much' || payment === 'more, on purpose'
  const amount = isMore ? due + permille : payment === 'a part' ? shareOf(due, permille) : due
  if (amount === 0) return account
  // Without an amount, it is what is due.
  const isDefault = payment === 'what is due' && permille > 500
  const body = {
    ...(!isDefault && { amount: major(amount) }),
    ...(payment === 'more, on purpose' && { overpayment: true }),
  }
  const answer = await ask(owner, account.id, 'payments', body)
  if (before.status === 'cancelled') {
    expectProblem(answer, 409, 'invalid_transition')
    return account
  }
  if (payment === 'too much') {
    expect(expectProblem(answer, 422, 'more_than_due')).toMatchObject({ due: major(due) })
    return account
  }
  expectBody(answer, 200, Order)
  return booked(account, { kind: 'payment', amount })
}

export async function refund(
  { owner, major, rules }: LedgerShop,
  account: Account,
  share: 'a part' | 'everything' | 'too much',
  permille: number,
  isDueAgain: boolean,
): Promise<Account> {
  const kept = keptOn(account)
  const amount =
    share === 'too much' || kept === 0 ? kept + permille : share === 'a part' ? shareOf(kept, permille) : kept
  const before = await orderOf(owner, account.id)
  const answer = await ask(owner, account.id, 'refunds', {
    amount: major(amount),
    ...(isDueAgain && { due_again: true }),
  })
  if (amount > kept) {
    const problem = expectProblem(answer, 409, 'invalid_transition')
    if (kept > 0) expect(problem).toMatchObject({ refundable_amount: major(kept) })
    return account
  }
  const after = booked(account, { kind: 'refund', amount, isDueAgain })
  if (isDueAgain && dueOn(after, factsOf(before, rules)) === 0) {
    expectProblem(answer, 422, 'invalid_input')
    return account
  }
  expectBody(answer, 200, Order)
  return after
}

/** Takes one of the payments back, if there is one, which was recorded by mistake. */
export async function takePaymentBack({ owner, rules }: LedgerShop, account: Account, which: number): Promise<Account> {
  const payments = (await paymentsOf(owner, account)).filter(({ kind }) => kind === 'payment')
  const payment = payments[which % Math.max(1, payments.length)]
  if (!payment) return account
  const reason = { reason: 'Noted by mistake' }
  const answer = await owner.post(`/api/orders/${account.id}/payments/${payment.id}/void`, reason)
  const after = voided(account, minorOf(payment.amount, rules.decimals))
  const facts = factsOf(await orderOf(owner, account.id), rules)
  if (keptOn(after) < 0 || refundedOfTotal(after, facts) > refundedOfTotal(account, facts)) {
    expectProblem(answer, 409, 'invalid_transition')
    return account
  }
  expectBody(answer, 200, Order)
  return after
}

/** Takes back the last action, unless something was built on it. */
export async function undo({ owner }: LedgerShop, { id }: Account): Promise<void> {
  const answer = await ask(owner, id, 'undo')
  if (answer.status === 200) expectBody(answer, 200, Order)
  else expectProblem(answer, 409, 'cannot_undo')
}

const unitsOut = ({ shipped_quantity, returned_quantity, refused_quantity }: Shown['items'][number]) =>
  shipped_quantity - returned_quantity - refused_quantity

/** Takes an action if the order allows it now. */
export async function actIfAllowed({ owner }: LedgerShop, { id }: Account, action: string): Promise<void> {
  const { allowed_actions } = await orderOf(owner, id)
  if (allowed_actions.includes(action)) expectBody(await ask(owner, id, action), 200, Order)
}

/** A part of what is left of each line, at least one unit of all. */
function portionOf(
  { items }: Shown,
  permille: number,
  left: (item: Shown['items'][number]) => number,
): { position: number; quantity: number }[] {
  const open = items.map((item) => ({ position: item.position, left: left(item) })).filter((item) => item.left > 0)
  const portion = open
    .map((item) => ({ position: item.position, quantity: Math.round((item.left * permille) / 1000) }))
    .filter(({ quantity }) => quantity > 0)
  return portion.length > 0 ? portion : open.slice(0, 1).map(({ position }) => ({ position, quantity: 1 }))
}

export async function shipSome({ owner }: LedgerShop, { id }: Account, permille: number): Promise<void> {
  const order = await orderOf(owner, id)
  if (!order.allowed_actions.includes('ship')) return
  const items = portionOf(order, permille, (item) => item.quantity - item.shipped_quantity)
  expectBody(await ask(owner, id, 'ship', { items }), 200, Order)
}

/**
 * Takes some of the goods back. Returns the suggested refund in minor units; null if the customer has none of the goods.
 */
export async function takeSomeBack(
  { owner, rules }: LedgerShop,
  account: Account,
  permille: number,
  how: 'return' | 'refuse' = 'return',
) {
  const before = await orderOf(owner, account.id)
  if (!before.allowed_actions.includes(how)) return null
  const items = portionOf(before, permille, unitsOut)
  const { suggested_refund, ...order } = expectBody(
    await ask(owner, account.id, how, { items }),
    200,
    returnOrder.output,
  )
  const minor = (major: number) => minorOf(major, rules.decimals)
  const total = minor(suggested_refund.total_amount)
  const kept = keptOn(account)
  const facts = factsOf(order, rules)
  expect(total, 'the suggested refund').toBe(suggestedOn(account, facts))
  const { actions } = expectBody(await owner.get(`/api/orders/${account.id}/actions`), 200, listOrderActions.output)
  const form = actions.find(({ name }) => name === 'refunds')?.form.properties['amount']
  const major = (amount: number) => amount / 10 ** rules.decimals
  const overpaid = overpaidOn(account, facts)
  const offered = overpaid === 0 && facts.cameBack === 0 ? kept : overpaid
  expect(form && { default: form['default'], maximum: form['maximum'] }, 'the form for refunds').toEqual(
    kept === 0 ? undefined : { default: offered === 0 ? undefined : major(offered), maximum: major(kept) },
  )
  return {
    total,
    goods: suggested_refund.items.map(({ amount }) => minor(amount)),
    tax: minor(suggested_refund.tax_amount),
    delivery: minor(suggested_refund.delivery_amount),
    isAll: order.items.every((item) => item.quantity === item.shipped_quantity && unitsOut(item) === 0),
  }
}
