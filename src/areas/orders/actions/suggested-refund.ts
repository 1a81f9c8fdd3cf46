import * as z from 'zod'
import { Money, toMajor } from '../../../platform/values/money.ts'
import type { OrderRow } from '../order.ts'

/** What the units that came back cost the customer. */
export const SuggestedRefund = z.object({
  items: z.array(
    z.object({
      position: z.int(),
      quantity: z.int(),
      amount: Money.describe('Price after discounts, without tax that is added to it'),
      tax_amount: Money,
    }),
  ),
  delivery_amount: Money.describe('The shipping_amount once every unit came back, otherwise 0'),
  tax_amount: Money.describe('Of these units, and of the delivery with them'),
  total_amount: Money.describe('Less what was refunded before, and at most what is left to refund'),
})

type Row = Pick<
  OrderRow,
  | 'lines'
  | 'currencyExponent'
  | 'subtotalMinor'
  | 'shippingMinor'
  | 'taxMinor'
  | 'discountMinor'
  | 'adjustmentMinor'
  | 'paidMinor'
  | 'refundedMinor'
  | 'taxIncluded'
  | 'delivery'
  | 'stated'
>

/** A part of an amount, rounded half up, however large the numbers. */
function part(amount: number, of: number, whole: number): number {
  const [doubled, divisor] = [2n * BigInt(amount) * BigInt(of) + BigInt(whole), 2n * BigInt(whole)]
  const quotient = doubled / divisor
  return Number(doubled % divisor < 0n ? quotient - 1n : quotient)
}

/** Splits an amount into parts that add up to it, in proportion to the weights, or equal ones if these are all 0. */
function spread(amount: number, costs: readonly number[]): readonly number[] {
  const weights = costs.map((cost) => Math.max(0, cost))
  const whole = sum(weights)
  if (whole === 0 && weights.length > 0)
    return spread(
      amount,
      weights.map(() => 1),
    )
  let [weighed, given] = [0, 0]
  return weights.map((weight) => {
    weighed += weight
    const share = part(amount, weighed, whole) - given
    given += share
    return share
  })
}

/**
 * The refund for all units that came back so far. What the merchant stated for the whole order, and no line has a share of, is spread over
 * the lines by what they cost.
 */
export function suggestedRefund(row: Row): z.output<typeof SuggestedRefund> {
  const major = (minor: number) => toMajor(minor, row.currencyExponent)
  const taxOfLines = sum(row.lines.map(({ tax_minor = 0 }) => tax_minor))
  const isComputed = !row.stated.includes('total')
  // Without a method, delivery may have a price that the merchant stated. Its tax is the rest.
  const deliveryTax = row.delivery?.tax_minor ?? (isComputed ? row.taxMinor - taxOfLines : 0)
  const prices = row.lines.map((line) => line.unit_price_minor * line.quantity - (line.discount_minor ?? 0))
  const less = spread(sum(prices) - (row.subtotalMinor - row.discountMinor + row.adjustmentMinor), prices)
  const taxes = spread(row.taxMinor - deliveryTax - taxOfLines, prices)
  const items = row.lines.flatMap((line, at) => {
    const [back, { position, quantity, tax_minor = 0 }] = [unitsBack(line), line]
    if (back === 0) return []
    const amount = part((prices[at] ?? 0) - (less[at] ?? 0), back, quantity)
    return [{ position, quantity: back, amount, tax: part(tax_minor + (taxes[at] ?? 0), back, quantity) }]
  })
  const isAll = row.lines.every((line) => unitsBack(line) === line.quantity)
  const delivery = isAll ? row.shippingMinor : 0
  const tax = sum(items.map((item) => item.tax)) + (isAll ? deliveryTax : 0)
  const total = sum(items.map(({ amount }) => amount)) + delivery + (row.taxIncluded ? 0 : tax)
  return {
    items: items.map(({ position, quantity, amount, tax: itemTax }) => ({
      position,
      quantity,
      amount: major(amount),
      tax_amount: major(itemTax),
    })),
    delivery_amount: major(delivery),
    tax_amount: major(tax),
    total_amount: major(Math.max(0, Math.min(total, row.paidMinor) - row.refundedMinor)),
  }
}

const unitsBack = ({ returned = 0, refused = 0 }: OrderRow['lines'][number]) => returned + refused

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
