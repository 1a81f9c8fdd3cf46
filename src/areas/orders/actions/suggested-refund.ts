import * as z from 'zod'
import { Money, toMajor } from '../../../platform/values/money.ts'
import type { OrderRow } from '../order.ts'

/** What the units that came back cost the customer (app.came_back_of), and what of it to refund. */
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
  total_amount: Money.describe('At most what was paid for them and not refunded before'),
})

/** In minor units. Refunds count against what was paid beyond the total first. */
function toRefund(row: OrderRow): number {
  const kept = row.totalMinor - row.cameBackMinor
  const [paid, refunded] = [row.paidMinor - row.dueAgainMinor, row.refundedMinor - row.dueAgainMinor]
  const refundedOfTotal = Math.max(0, refunded - Math.max(0, paid - row.totalMinor))
  return Math.max(0, Math.min(row.cameBackMinor - refundedOfTotal, paid - refunded - kept))
}

/** The refund for all units that came back so far. */
export function suggestedRefund(row: OrderRow): z.output<typeof SuggestedRefund> {
  const major = (minor: number) => toMajor(minor, row.currencyExponent)
  const back = row.lines
    .map((line) => ({ ...line, back: (line.returned ?? 0) + (line.refused ?? 0) }))
    .filter((line) => line.back > 0)
  const isAll = back.length === row.lines.length && back.every((line) => line.back === line.quantity)
  return {
    items: back.map(({ position, back: quantity, came_back_minor = 0, came_back_tax_minor = 0 }) => ({
      position,
      quantity,
      amount: major(came_back_minor),
      tax_amount: major(came_back_tax_minor),
    })),
    delivery_amount: major(isAll ? row.shippingMinor : 0),
    tax_amount: major(isAll ? row.taxMinor : back.reduce((sum, line) => sum + (line.came_back_tax_minor ?? 0), 0)),
    total_amount: major(toRefund(row)),
  }
}
