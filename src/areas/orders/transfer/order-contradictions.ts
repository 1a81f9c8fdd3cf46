import type * as z from 'zod'
import { type AddProblem, checkPrice } from './imported-price.ts'
import type { OrderRecord } from './order-record.ts'
import { shipmentQuantities, shippedQuantities } from './replayed-actions.ts'

/**
 * Reports fields of an imported order that contradict each other. Looks at the file only, not at the store, so not at times: a date
 * is a day in the store's time zone (app.imported_times).
 */
export function checkContradictions(order: OrderRecord, context: z.RefinementCtx): void {
  const addProblem: AddProblem = (path, message, code = 'contradiction') => {
    context.addIssue({ code: 'custom', path, message, params: { code } })
  }
  const shipped = shippedQuantities(order)
  checkLines(order, shipped, addProblem)
  checkShipments(order, addProblem)
  checkPrice(order, addProblem)
  checkTracking(order, shipped, addProblem)

  const { status, hold_reason, refunded_amount, due_again_amount = 0 } = order
  if (refunded_amount !== undefined && due_again_amount > refunded_amount)
    addProblem(['due_again_amount'], 'must be at most refunded_amount.')
  const hasShipped = shipped.some((quantity) => quantity > 0)
  if (hasShipped && status === 'pending')
    addProblem(['status'], 'cannot be pending if items were shipped. Use confirmed, or leave it empty.')
  if (order.confirmed_at !== undefined && status === 'pending')
    addProblem(['confirmed_at'], 'must be empty for a pending order. Leave it or status empty.')
  if (hold_reason !== undefined && (hasShipped || status === 'cancelled' || status === 'completed'))
    addProblem(['hold_reason'], 'must be empty for an order that was shipped, cancelled or completed.')
}

function checkLines({ items }: OrderRecord, shipped: readonly number[], addProblem: AddProblem): void {
  items.forEach(({ position, quantity, shipped_quantity, returned_quantity = 0, refused_quantity = 0 }, index) => {
    const shippedHere = shipped[index] ?? 0
    if (position !== undefined && position !== index + 1)
      addProblem(['items', index, 'position'], `must be ${index + 1}: list the items in the order of their position.`)
    if (shippedHere > quantity)
      addProblem(
        ['items', index, 'shipped_quantity'],
        `${shippedHere} units are marked as shipped, but only ${quantity} were ordered.`,
      )
    else if (returned_quantity > shippedHere)
      addProblem(
        ['items', index, 'returned_quantity'],
        `${returned_quantity} units are marked as returned, but only ${shippedHere} were shipped.`,
      )
    else if (returned_quantity + refused_quantity > shippedHere)
      addProblem(
        ['items', index, 'refused_quantity'],
        `${returned_quantity + refused_quantity} units are marked as returned or refused, but only ${shippedHere} were shipped.`,
      )
    else if (shipped_quantity !== undefined && shipped_quantity < shippedHere)
      addProblem(
        ['items', index, 'shipped_quantity'],
        `shipped_quantity is ${shipped_quantity}, but the shipments contain ${shippedHere} units of this item.`,
      )
  })
}

function checkShipments({ items: lines, shipments = [] }: OrderRecord, addProblem: AddProblem): void {
  const lineAt = (position: number) => lines[position - 1]
  shipments.forEach(({ items }, index) => {
    if (items.some(({ position }) => !lineAt(position)))
      addProblem(['shipments', index, 'items'], 'The order has no item at this position.')
    if (
      items.some(
        ({ position, variant_id }) => variant_id && variant_id !== (lineAt(position)?.variant_id ?? variant_id),
      )
    )
      addProblem(['shipments', index, 'items'], 'The item at this position has a different variant_id.')
  })
}

function checkTracking(order: OrderRecord, shipped: readonly number[], addProblem: AddProblem): void {
  if (order.tracking_numbers === undefined || order.tracking_numbers.length === 0) return
  const inShipments = shipmentQuantities(order)
  if (shipped.every((quantity) => quantity === 0))
    addProblem(
      ['tracking_numbers'],
      'must be empty if nothing was shipped. Set fulfillment_status, or shipped_quantity of the items.',
    )
  else if (shipped.every((quantity, index) => quantity <= (inShipments[index] ?? 0)))
    addProblem(['tracking_numbers'], 'must be empty if every shipped item is in shipments. Set tracking_number there.')
}
