import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { selection, typed } from '../../platform/db/selection.ts'
import { id } from '../../platform/values/ids.ts'
import { PhoneWarning } from '../../platform/values/phone.ts'
import { AddressWarning } from '../checkout/address.ts'
import { keptOrder } from './kept-order.ts'
import type { OrderRow } from './order.ts'
import { requestNotes } from './change-notes.ts'
import { type PriceNotes, priceNotes, PriceWarning, priceWarningsOf } from './price-notes.ts'

/** What is said about an order that was made as asked. */
export const NewOrderWarning = z.discriminatedUnion('code', [
  z.object({ code: z.literal('total_differs_from_items'), detail: z.string(), expected_total_amount: z.number() }),
  z.object({ code: z.literal('possible_duplicate'), detail: z.string(), order_id: id('order'), number: z.int() }),
  z.object({ code: z.literal('customer_blocked'), detail: z.string() }),
  z.object({
    code: z.literal('joined_customer'),
    detail: z.string(),
    customer_id: id('customer'),
    name: z.string().optional().describe('Only if you may read customers'),
  }),
  AddressWarning,
  PhoneWarning,
  ...PriceWarning,
])

type PossibleDuplicate = { order_id: string; number: number }

/** What app.joined_customer returns. */
type JoinedCustomer = { id: string; name?: string }

/** What app.create_order returns. */
export const createdOrder = selection({
  ...keptOrder(sql`done.kept -> 'order'`),
  possibleDuplicate: typed('jsonb', sql<PossibleDuplicate | null>`done.kept -> 'possible_duplicate'`),
  ...priceNotes,
  ...requestNotes,
  isCustomerPhoneRead: typed('boolean', sql<boolean>`coalesce((done.kept ->> 'customer_phone_read')::boolean, true)`),
  joinedCustomer: typed('jsonb', sql<JoinedCustomer | null>`nullif(done.kept -> 'joined_customer', 'null')`),
  customerBlocked: typed('boolean', sql<boolean>`coalesce((done.kept ->> 'customer_blocked')::boolean, false)`),
})

export function newOrderWarnings(
  row: OrderRow &
    PriceNotes & {
      possibleDuplicate: PossibleDuplicate | null
      joinedCustomer: JoinedCustomer | null
      customerBlocked: boolean
    },
): z.output<typeof NewOrderWarning>[] {
  const warnings: z.output<typeof NewOrderWarning>[] = priceWarningsOf(row)
  if (row.adjustmentMinor !== 0) {
    const expected = (row.totalMinor - row.adjustmentMinor) / 10 ** row.currencyExponent
    warnings.push({
      code: 'total_differs_from_items',
      detail: `The items add up to ${expected}. The order keeps your total, with the difference in adjustment_amount.`,
      expected_total_amount: expected,
    })
  }
  if (row.possibleDuplicate) {
    warnings.push({
      code: 'possible_duplicate',
      detail: `Order #${row.possibleDuplicate.number} was placed in the last 10 minutes with the same customer and items.`,
      ...row.possibleDuplicate,
    })
  }
  if (row.joinedCustomer) {
    const { id: customer_id, name } = row.joinedCustomer
    warnings.push({
      code: 'joined_customer',
      detail: `This phone number is that of ${name === undefined ? 'a customer of another name' : `"${name}"`}, to whom the order was added. The name that you sent is only on the order, whose address is that customer's unless you sent one. If it is somebody else, cancel the order and use their own number.`,
      customer_id,
      ...(name !== undefined && { name }),
    })
  }
  if (row.customerBlocked)
    warnings.push({
      code: 'customer_blocked',
      detail: 'This customer is blocked. The order was created anyway; cancel it if you do not want it.',
    })
  return warnings
}
