import type { ModelLine, ModelOrder } from './order.ts'
import { lineDiscountsOf } from './terms.ts'

// What came back of an order, and what that makes of its money, as docs/orders.md has it.

type Money = Pick<
  ModelOrder,
  | 'lines'
  | 'terms'
  | 'payment'
  | 'statedShipping'
  | 'status'
  | 'total'
  | 'shipping'
  | 'tax'
  | 'paid'
  | 'refunded'
  | 'dueAgain'
>

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

const back = ({ returned, refused }: ModelLine) => returned + refused

/** A part of an amount, rounded half away from zero. */
function part(amount: number, of: number, whole: number): number {
  const [doubled, divisor] = [2n * BigInt(Math.abs(amount)) * BigInt(of) + BigInt(whole), 2n * BigInt(whole)]
  return Math.sign(amount) * Number(doubled / divisor)
}

/** Splits an amount by weights, without losing a minor unit. */
function split(amount: number, weights: readonly number[]): readonly number[] {
  const whole = sum(weights)
  const upto = weights.map((_, at) => part(amount, sum(weights.slice(0, at + 1)), whole))
  return upto.map((one, at) => one - (upto[at - 1] ?? 0))
}

/** What each line costs, after discounts and with tax that is added to it. */
function costsOf(order: Money): readonly number[] {
  const prices = order.lines.map(({ quantity, unitPrice }) => quantity * unitPrice)
  if (order.terms !== null) {
    const shares = lineDiscountsOf(order.lines, { ...order.terms, payment: order.payment }, order.statedShipping)
    return prices.map((price, at) => price - (shares[at] ?? 0))
  }
  const weights = prices.every((price) => price === 0) ? prices.map(() => 1) : prices
  const less = split(sum(prices) - (order.total - order.shipping - order.tax), weights)
  return prices.map((price, at) => price - (less[at] ?? 0))
}

export function cameBack(order: Money): number {
  const { lines, total, shipping, tax } = order
  const units = lines.map(back)
  if (sum(units) === 0) return 0
  const ofUnits = (amount: number, at: number) => part(amount, units[at] ?? 0, lines[at]?.quantity ?? 1)
  const costs = costsOf(order)
  const weights = lines.map(({ quantity, unitPrice }) => quantity * unitPrice)
  const taxes = order.terms === null ? split(tax, sum(weights) === 0 ? weights.map(() => 1) : weights) : []
  const isAll = lines.every((line) => back(line) === line.quantity)
  const goods = sum(costs.map(ofUnits)) + sum(taxes.map(ofUnits)) + (isAll ? shipping : 0)
  return Math.max(0, Math.min(total, goods))
}

const counted = ({ paid, refunded, dueAgain }: Pick<Money, 'paid' | 'refunded' | 'dueAgain'>) => ({
  paid: paid - dueAgain,
  refunded: refunded - dueAgain,
})

/** How much of the total was refunded. Refunding an overpayment does not count. */
export function refundedOfTotal(order: Pick<Money, 'total' | 'paid' | 'refunded' | 'dueAgain'>): number {
  const { paid, refunded } = counted(order)
  return Math.max(0, refunded - Math.max(0, paid - order.total))
}

export const dueOf = (order: Money): number =>
  order.status === 'cancelled' ? 0 : Math.max(0, order.total - cameBack(order) - counted(order).paid)

/** What will not come: what came back and was not paid. */
export const notCollected = (order: Money): number => Math.max(0, order.total - counted(order).paid - dueOf(order))

export const overpaidOf = (order: Money): number =>
  Math.max(0, order.paid - order.refunded - order.total + cameBack(order))

export function paymentOf(order: Money): string {
  const isCancelled = order.status === 'cancelled'
  const counts = isCancelled ? { ...order, dueAgain: 0 } : order
  const { paid, refunded } = counted(counts)
  if (refunded > 0 && refunded >= paid) return 'refunded'
  if (refundedOfTotal(counts) > 0) return 'partially_refunded'
  if (isCancelled ? paid > 0 && paid >= order.total : dueOf(order) === 0 && (paid > 0 || order.total === 0))
    return 'paid'
  return paid > 0 ? 'partially_paid' : 'unpaid'
}
