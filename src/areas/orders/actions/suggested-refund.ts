import * as z from 'zod'
import { Money, toMajor } from '../../../platform/values/money.ts'
import type { OrderRow } from '../order.ts'

/** What the returned units cost the customer. */
export const SuggestedRefund = z.object({
  items: z.array(
    z.object({
      position: z.int(),
      quantity: z.int(),
      amount: Money.describe('Price after discounts, without tax that is added to it'),
      tax_amount: Money,
    }),
  ),
  delivery_amount: Money.describe('The shipping_amount once every unit was returned, otherwise 0'),
  tax_amount: Money.describe('Of the returned units, and of the delivery with them'),
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
  if (whole === 0) return 0
  const [doubled, divisor] = [2n * BigInt(amount) * BigInt(of) + BigInt(whole), 2n * BigInt(whole)]
  const quotient = doubled / divisor
  return Number(doubled % divisor < 0n ? quotient - 1n : quotient)
}

/**
 * The refund for all units returned so far. If the merchant stated the discount and the tax, each line has its share of them
 * by its price.
 */
export function suggestedRefund(row: Row): z.output<typeof SuggestedRefund> {
  const major = (minor: number) => toMajor(minor, row.currencyExponent)
  const taxOfLines = sum(row.lines.map(({ tax_minor = 0 }) => tax_minor))
  const isComputed = !row.stated.includes('total')
  // Without a method, delivery may have a price that the merchant stated. Its tax is the rest.
  const deliveryTax = row.delivery?.tax_minor ?? (isComputed ? row.taxMinor - taxOfLines : 0)
  const isStated =
    !isComputed && row.lines.every(({ discount_minor = 0, tax_minor = 0 }) => discount_minor === 0 && tax_minor === 0)
  const items = row.lines.flatMap((line) => {
    const { position, quantity, returned = 0, discount_minor = 0, tax_minor = 0 } = line
    if (returned === 0) return []
    const price = line.unit_price_minor * quantity
    const less = isStated ? part(row.discountMinor - row.adjustmentMinor, price, row.subtotalMinor) : discount_minor
    const tax = isStated ? part(row.taxMinor - deliveryTax, price, row.subtotalMinor) : tax_minor
    return [
      {
        position,
        quantity: returned,
        amount: part(price - less, returned, quantity),
        tax: part(tax, returned, quantity),
      },
    ]
  })
  const isAll = row.lines.every(({ quantity, returned = 0 }) => returned === quantity)
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

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
