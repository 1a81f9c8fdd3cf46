import { expect } from 'vitest'
import type { z } from 'zod'
import type { Quote } from '../../../../src/areas/checkout/quote.ts'
import { listOrderPayments } from '../../../../src/areas/orders/list-order-payments.ts'
import type { Order } from '../../../../src/areas/orders/order.ts'
import { expectBody } from '../../../support/shop.ts'
import { orderOf } from '../acting.ts'
import {
  type Account,
  dueAgainOn,
  dueOn,
  type Facts,
  minorOf,
  overpaidOn,
  paidOn,
  paymentStatusOf,
  rateOf,
  refundedOn,
  type Rules,
  sum,
  taxOn,
} from './books.ts'
import type { LedgerShop } from './shop.ts'

export type Shown = z.output<typeof Order>
export type Quoted = z.output<typeof Quote>

type Priced = Pick<
  Shown,
  'subtotal_amount' | 'discount_amount' | 'shipping_amount' | 'tax_amount' | 'total_amount' | 'delivery'
> &
  Pick<Quoted, 'discounts' | 'tax'>

type PricedLine = Pick<
  Shown['items'][number],
  'position' | 'product_name' | 'quantity' | 'unit_price' | 'line_total' | 'discount_amount' | 'tax_amount'
>

/** What a quote and an order both say about the price. */
const priceOf = (priced: Priced, lines: readonly PricedLine[]) => ({
  subtotal: priced.subtotal_amount,
  discount: priced.discount_amount,
  shipping: priced.shipping_amount,
  tax: priced.tax_amount,
  total: priced.total_amount,
  taxRate: priced.tax && { ...priced.tax, delivery_amount: undefined },
  delivery: priced.delivery,
  discounts: priced.discounts.map(({ code, name, kind, amount }) => ({ code, name, kind, amount })),
  lines: lines.map((line) => ({
    position: line.position,
    product: line.product_name,
    quantity: line.quantity,
    unitPrice: line.unit_price,
    total: line.line_total,
    discount: line.discount_amount,
    tax: line.tax_amount,
  })),
})

export const priceOfQuote = (quote: Quoted) => priceOf(quote, quote.lines)
export const priceOfOrder = (order: Shown) => priceOf(order, order.items)

/** An order's amounts in minor units. */
export function minorAmountsOf(order: Shown, { decimals }: Rules) {
  const minor = (major: number) => minorOf(major, decimals)
  return {
    subtotal: minor(order.subtotal_amount),
    discount: minor(order.discount_amount),
    shipping: minor(order.shipping_amount),
    tax: minor(order.tax_amount),
    adjustment: minor(order.adjustment_amount),
    total: minor(order.total_amount),
    paid: minor(order.paid_amount),
    refunded: minor(order.refunded_amount),
    cameBack: minor(order.came_back_amount),
    dueAgain: minor(order.due_again_amount),
    due: minor(order.due_amount),
    overpaid: minor(order.overpaid_amount),
    lines: order.items.map((line) => ({
      productId: line.product_id,
      amount: minor(line.line_total),
      priced: minor(line.unit_price) * line.quantity,
      discount: minor(line.discount_amount),
      tax: minor(line.tax_amount),
    })),
  }
}

export function factsOf(order: Shown, rules: Rules): Facts {
  const { total, cameBack } = minorAmountsOf(order, rules)
  return { total, cameBack, isCancelled: order.status === 'cancelled' }
}

/** Which amounts a change has changed, as its answer should list them. */
export function differencesOf(before: Shown, after: Shown) {
  const names = ['subtotal_amount', 'discount_amount', 'shipping_amount', 'tax_amount', 'total_amount'] as const
  return names
    .map((amount) => ({ amount, from: before[amount], to: after[amount] }))
    .filter(({ from, to }) => from !== to)
}

function expectSums(order: Shown, rules: Rules) {
  const { subtotal, discount, shipping, tax, adjustment, total, lines } = minorAmountsOf(order, rules)
  expect(
    lines.map(({ amount }) => amount),
    'each line is its price times its quantity',
  ).toEqual(lines.map(({ priced }) => priced))
  expect(subtotal, 'the subtotal is the sum of the lines').toBe(sum(lines.map(({ amount }) => amount)))
  const added = order.tax?.included === true ? 0 : tax
  expect(total, 'the total is the sum of its parts').toBe(subtotal - discount + shipping + added + adjustment)
}

/** The shares of the lines, of an order whose amounts were computed except for some that were stated. */
function expectShares(order: Shown, { rules, isTaxed }: LedgerShop, isTaxStated: boolean) {
  const { discount, shipping, tax, adjustment, lines } = minorAmountsOf(order, rules)
  const country = order.destination?.country ?? null
  expect(adjustment, 'a computed total needs no adjustment').toBe(0)
  expect(sum(lines.map((line) => line.discount)), 'the discounts of the lines add up').toBe(discount)
  expect(order.tax).toMatchObject({ rate: rateOf(rules, country) / 10_000, included: rules.included })
  const { delivery } = order
  if (delivery) {
    expect(delivery.destination, 'delivery goes where the order goes').toEqual(order.destination)
    const parts = [delivery.amount, delivery.cod_fee].map((part) => minorOf(part, rules.decimals))
    expect(sum(parts), 'the delivery and its fee are what is charged for it').toBe(shipping)
  }
  if (isTaxStated) {
    expect(sum(lines.map((line) => line.tax)), 'the lines share the stated tax').toBe(tax)
    return
  }
  const taxes = lines.map((line) => (isTaxed(line.productId) ? taxOn(rules, country, line.amount - line.discount) : 0))
  const deliveryTax = rules.onDelivery ? taxOn(rules, country, shipping) : 0
  expect(
    lines.map((line) => line.tax),
    'each line is taxed after its discount',
  ).toEqual(taxes)
  if (delivery) expect(minorOf(delivery.tax_amount, rules.decimals), 'the tax of the delivery').toBe(deliveryTax)
  expect(tax, 'the taxes of the lines and of the delivery add up').toBe(sum(taxes) + deliveryTax)
}

/** The payments and refunds that count. */
export async function paymentsOf(owner: LedgerShop['owner'], { id }: Account) {
  const answer = await owner.get(`/api/orders/${id}/payments?limit=100`)
  return expectBody(answer, 200, listOrderPayments.output).data.filter(({ voided_at }) => voided_at === null)
}

async function expectMoney(order: Shown, { rules, owner }: LedgerShop, account: Account) {
  const { total, paid, refunded, cameBack, dueAgain, due, overpaid } = minorAmountsOf(order, rules)
  const back = order.items.map((item) => item.returned_quantity + item.refused_quantity)
  if (sum(back) === 0) expect(cameBack, 'nothing came back').toBe(0)
  if (order.fulfillment_status === 'returned') expect(cameBack, 'all came back').toBe(total)
  const facts = factsOf(order, rules)
  expect({ paid, refunded, dueAgain, due, overpaid }, 'what is paid, refunded, due and overpaid').toEqual({
    paid: paidOn(account),
    refunded: refundedOn(account),
    dueAgain: dueAgainOn(account),
    due: dueOn(account, facts),
    overpaid: overpaidOn(account, facts),
  })
  expect(order.payment_status).toBe(paymentStatusOf(account, facts))
  expect(order.paid_at !== null, 'paid_at is since when nothing is due').toBe(
    due === 0 && order.payment_status !== 'unpaid',
  )
  expect(order.allowed_actions.includes('payments'), 'payments are offered if something is due').toBe(due > 0)
  const listed = (await paymentsOf(owner, account)).map(
    ({ kind, amount }) => `${kind} of ${minorOf(amount, rules.decimals)}`,
  )
  const inBooks = account.entries.map(({ kind, amount }) => `${kind} of ${amount}`)
  expect(listed.toSorted(), 'the list of payments').toEqual(inBooks.toSorted())
}

/** The order as GET returns it agrees with the books. Returns it. */
export async function expectAsBooked(shop: LedgerShop, account: Account): Promise<Shown> {
  const order = await orderOf(shop.owner, account.id)
  expectSums(order, shop.rules)
  if (!account.stated.includes('total')) expectShares(order, shop, account.stated.includes('tax'))
  await expectMoney(order, shop, account)
  return order
}
