import type * as z from 'zod'
import { quantitiesIn, shippedOf } from './replayed-actions.ts'
import type { OrderRecord } from './order-record.ts'

/** Clocks differ by so much. */
const slackMs = 5 * 60_000

export const isBefore = (one: string, other: string): boolean => Date.parse(one) < Date.parse(other) - slackMs

type Tell = (path: (string | number)[], message: string) => void

/** Tells of all in an imported order that cannot be true together, as far as the file alone shows. */
export function checkContradictions(order: OrderRecord, context: z.RefinementCtx): void {
  const tell: Tell = (path, message) => {
    context.addIssue({ code: 'custom', path, message })
  }
  const shipped = shippedOf(order)
  checkLines(order, shipped, tell)
  checkShipments(order, tell)
  checkTracking(order, shipped, tell)

  const { status, hold_reason, fulfillment_status, delivered_at, created_at, shipments = [] } = order
  const left = shipped.some((quantity) => quantity > 0)
  if (left && status === 'pending')
    tell(['status'], 'Of a pending order nothing was shipped. Leave the status empty, or say confirmed')
  if (hold_reason !== undefined && (left || status === 'cancelled' || status === 'completed'))
    tell(['hold_reason'], 'An order that was shipped, or has ended, is not on hold. Leave this empty')
  if (hold_reason !== undefined && fulfillment_status === 'preparing')
    tell(['hold_reason'], 'An order on hold is not being prepared. Leave one of the two empty')
  const before = [created_at, ...shipments.map((shipment) => shipment.created_at)]
  if (delivered_at !== undefined && before.some((moment) => moment !== undefined && isBefore(delivered_at, moment)))
    tell(['delivered_at'], 'Nothing is delivered before it was ordered and shipped')
}

function checkLines({ items }: OrderRecord, shipped: readonly number[], tell: Tell): void {
  items.forEach(({ position, quantity, shipped_quantity, returned_quantity = 0 }, index) => {
    const out = shipped[index] ?? 0
    if (position !== undefined && position !== index + 1)
      tell(['items', index, 'position'], `This is line ${index + 1} of the order. Leave its lines in their order`)
    if (out > quantity)
      tell(['items', index, 'shipped_quantity'], `Of ${quantity} ordered, ${out} cannot have been shipped`)
    else if (returned_quantity > out)
      tell(['items', index, 'returned_quantity'], `Of ${out} shipped, ${returned_quantity} cannot have come back`)
    else if (shipped_quantity !== undefined && shipped_quantity < out)
      tell(['items', index, 'shipped_quantity'], `The shipments hold ${out} of these, not ${shipped_quantity}`)
  })
}

function checkShipments({ items: lines, created_at, shipments = [] }: OrderRecord, tell: Tell): void {
  const lineOf = (position: number) => lines[position - 1]
  shipments.forEach(({ items, created_at: at }, index) => {
    if (items.some(({ position }) => !lineOf(position)))
      tell(['shipments', index, 'items'], 'The order has no line of this position')
    if (items.some(({ position, variant_id: is }) => is && is !== (lineOf(position)?.variant_id ?? is)))
      tell(['shipments', index, 'items'], 'The line of this position is of another variant')
    if (at !== undefined && created_at !== undefined && isBefore(at, created_at))
      tell(['shipments', index, 'created_at'], 'Nothing is shipped before it is ordered')
  })
}

function checkTracking(order: OrderRecord, shipped: readonly number[], tell: Tell): void {
  if (order.tracking_numbers === undefined || order.tracking_numbers.length === 0) return
  const named = quantitiesIn(order)
  if (shipped.every((quantity) => quantity === 0))
    tell(['tracking_numbers'], 'Nothing of this order was shipped. Say what was, by fulfillment_status or per line')
  else if (shipped.every((quantity, index) => quantity <= (named[index] ?? 0)))
    tell(['tracking_numbers'], 'All that was shipped is in shipments. Give the numbers there')
}
