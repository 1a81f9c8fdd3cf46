import type { OrderLine } from '../../platform/db/schema/order-parts.ts'
import type { orders } from '../../platform/db/schema/orders.ts'
import type { Role } from '../../platform/db/schema/stores.ts'
import type { RowTime } from '../../platform/values/row-time.ts'
import type { OrderFacts } from './actions/rule.ts'

/** The columns that decide which actions an order allows. */
export type OrderState = Pick<
  typeof orders.$inferSelect,
  | 'status'
  | 'paymentStatus'
  | 'fulfillmentStatus'
  | 'holdReason'
  | 'dueMinor'
  | 'paidMinor'
  | 'refundedMinor'
  | 'currencyExponent'
  | 'movesStock'
> & {
  /** The caller's role in the order's store. */
  readonly role: Role | null
  readonly deliveredAt: RowTime | null
  readonly releasedAt: RowTime | null
  readonly lines: readonly Pick<OrderLine, 'quantity' | 'shipped' | 'returned' | 'refused'>[]
}

const hasUnshipped = (lines: OrderState['lines']) => lines.some(({ quantity, shipped = 0 }) => quantity > shipped)

export const orderFacts = (row: OrderState): OrderFacts => ({
  status: row.status,
  fulfillment: row.fulfillmentStatus,
  held: row.holdReason !== null,
  delivered: row.deliveredAt !== null,
  paid: row.paidMinor > row.refundedMinor,
  due: row.dueMinor > 0,
  unshipped: hasUnshipped(row.lines),
  out: row.lines.some(({ shipped = 0, returned = 0, refused = 0 }) => shipped > returned + refused),
})

/** Whether the stock of unshipped items is reserved. */
export const reservations = ['held', 'released'] as const

export function reservationOf(
  row: Pick<OrderState, 'status' | 'releasedAt' | 'movesStock' | 'lines'>,
): (typeof reservations)[number] | null {
  if (row.status === 'cancelled') return null
  if (row.releasedAt !== null) return 'released'
  return row.movesStock && hasUnshipped(row.lines) ? 'held' : null
}
