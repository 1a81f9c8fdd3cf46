import type { OrderAction } from '../actions/order-actions.ts'
import type { OrderRecord } from './order-record.ts'

/** An action taken in another system. It happened at the latest of the times that `at` names, if any is known. */
type PastAction = {
  readonly action: OrderAction
  readonly input: Readonly<Record<string, unknown>>
  readonly at: readonly string[]
}

type ShippedFields = 'items' | 'shipments' | 'status' | 'fulfillment_status' | 'delivered_at'

/** Shipped units of each item: as the file states, or else as the statuses imply. */
export function shippedQuantities(order: Pick<OrderRecord, ShippedFields>): readonly number[] {
  const inShipments = shipmentQuantities(order)
  return order.items.map(({ quantity, shipped_quantity }, index) =>
    Math.max(shipped_quantity ?? (isFullyShipped(order) ? quantity : 0), inShipments[index] ?? 0),
  )
}

function isFullyShipped({
  status,
  fulfillment_status,
  delivered_at,
}: Pick<OrderRecord, 'status' | 'fulfillment_status' | 'delivered_at'>): boolean {
  if (fulfillment_status === undefined) return status === 'completed' || delivered_at !== undefined
  return ['shipped', 'delivered', 'partially_returned', 'returned'].includes(fulfillment_status)
}

/** Units of each item in the file's `shipments`. */
export function shipmentQuantities({
  items,
  shipments = [],
}: Pick<OrderRecord, 'items' | 'shipments'>): readonly number[] {
  const sums = new Map<number, number>()
  for (const shipment of shipments)
    for (const { position, quantity } of shipment.items) sums.set(position, (sums.get(position) ?? 0) + quantity)
  return items.map((_, index) => sums.get(index + 1) ?? 0)
}

/**
 * The history of an imported order as actions, in a sequence that the rules allow. Replaying them derives its statuses,
 * stock, payments and timeline by the same rules as for any other order.
 */
export function replayedActions(order: OrderRecord): readonly PastAction[] {
  const { status, fulfillment_status, hold_reason } = order
  const shipped = shippedQuantities(order)
  const shipments = shipmentActions(order, shipped)
  const refusedUnits = refusedQuantities(order, shipped)
  const [returned, refused] = [movedItems(returnedQuantities(order, shipped)), movedItems(refusedUnits)]
  const last = Object.keys(placedAndSent(order))
  const takenBack = actionIf(returned.length > 0, 'return', { items: returned, restock: false }, last)
  // What is refused last closes the order.
  const refusals = actionIf(refused.length > 0, 'refuse', { items: refused, restock: false }, last)
  const isDelivered = order.delivered_at !== undefined || fulfillment_status === 'delivered' || status === 'completed'
  const isConfirmed =
    shipments.length > 0 || status === 'confirmed' || status === 'completed' || fulfillment_status === 'preparing'
  const refunds = refundActions(order, last)
  // What was cancelled later was not completed.
  const delivery = { stays_confirmed: status === 'cancelled' }
  // Refusing the last of it cancels the order, after which nothing can be paid.
  const isRefused =
    order.cancel_reason === 'refused' || order.items.every(({ quantity }, at) => refusedUnits[at] === quantity)
  // A refund that is due again keeps an order from being completed by its delivery.
  const areRefundsFirst = status === 'confirmed' || status === 'cancelled'
  return [
    ...actionIf(isConfirmed, 'confirm'),
    ...actionIf(fulfillment_status === 'preparing', 'prepare'),
    ...actionIf(hold_reason !== undefined, 'hold', { reason: hold_reason }),
    ...shipments,
    // What was refused was not paid in cash.
    ...(isRefused ? [] : refusals),
    ...paymentActions(order, isRefused),
    ...(areRefundsFirst ? refunds : []),
    ...(isRefused ? [...takenBack, ...refusals] : []),
    ...actionIf(isDelivered, 'deliver', delivery, order.delivered_at === undefined ? last : ['delivered_at']),
    ...(areRefundsFirst ? [] : refunds),
    ...(isRefused ? [] : takenBack),
    ...actionIf(status === 'cancelled', 'cancel'),
    ...actionIf(status === 'completed', 'complete'),
  ]
}

type Times = { readonly [name: string]: string | undefined }

/** When the order was placed, shipped and delivered. A name is a pointer without its first slash. */
const placedAndSent = ({ created_at, delivered_at, shipments = [] }: OrderRecord): Times => ({
  created_at,
  delivered_at,
  ...Object.fromEntries(shipments.map((shipment, index) => [shipmentTime(index), shipment.created_at])),
})

const shipmentTime = (index: number) => `shipments/${index}/created_at`

/** Every time of an order, as in the file: times and dates. */
export const timesOf = (order: OrderRecord): Times => ({
  ...placedAndSent(order),
  confirmed_at: order.confirmed_at,
  paid_at: order.paid_at,
  shipped_at: order.shipped_at,
  cancelled_at: order.cancelled_at,
})

const actionIf = (
  condition: boolean,
  action: OrderAction,
  input: PastAction['input'] = {},
  at: readonly string[] = [],
): PastAction[] => (condition ? [{ action, input, at }] : [])

const movedItems = (quantities: readonly number[]) =>
  quantities.flatMap((quantity, index) => (quantity > 0 ? [{ position: index + 1, quantity }] : []))

/** The file's `shipments`, plus one for all other shipped items. */
function shipmentActions(order: OrderRecord, shipped: readonly number[]): readonly PastAction[] {
  const { shipments = [], tracking_numbers = [] } = order
  const listed = shipments.flatMap(({ id: _id, created_at, items: moved, ...shipping }, index) => {
    const items = moved.map(({ position, quantity }) => ({ position, quantity }))
    return actionIf(true, 'ship', { ...shipping, items, imported: true }, [
      created_at ? shipmentTime(index) : 'created_at',
    ])
  })
  const inShipments = shipmentQuantities(order)
  const others = movedItems(shipped.map((quantity, index) => quantity - (inShipments[index] ?? 0)))
  const tracking_number = tracking_numbers.length > 0 ? tracking_numbers.join(', ') : undefined
  return [
    ...listed,
    ...actionIf(others.length > 0, 'ship', { items: others, tracking_number, imported: true }, ['created_at']),
  ]
}

/** Without quantities, everything of a returned order came back: refused if the file says so, else returned. */
function returnedQuantities(order: OrderRecord, shipped: readonly number[]): readonly number[] {
  const isAll = order.fulfillment_status === 'returned' && order.cancel_reason !== 'refused'
  return order.items.map(
    ({ returned_quantity, refused_quantity = 0 }, at) =>
      returned_quantity ?? (isAll ? (shipped[at] ?? 0) - refused_quantity : 0),
  )
}

function refusedQuantities(order: OrderRecord, shipped: readonly number[]): readonly number[] {
  const isAll = order.cancel_reason === 'refused'
  return order.items.map(
    ({ returned_quantity = 0, refused_quantity }, at) =>
      refused_quantity ?? (isAll ? (shipped[at] ?? 0) - returned_quantity : 0),
  )
}

/** A payment without an amount pays the whole order; in cash, what was not refused. */
function paymentActions(order: OrderRecord, isRefused: boolean): PastAction[] {
  const { payment_status, paid_amount, payment_method } = order
  const isPaid = payment_status === 'paid' || payment_status === 'partially_refunded' || payment_status === 'refunded'
  // Booked as the other system booked it, even if it is more than is due.
  const input = { amount: paid_amount, method: payment_method, imported: true, refused: isRefused }
  const isMade = paid_amount === undefined ? isPaid : paid_amount > 0
  return actionIf(isMade, 'payments', input, [order.paid_at ? 'paid_at' : 'created_at'])
}

/** A refund without an amount refunds everything that was paid. */
function refundActions(order: OrderRecord, at: readonly string[]): PastAction[] {
  const { payment_status, refunded_amount, due_again_amount: again = 0 } = order
  const isRefunded = refunded_amount === undefined ? payment_status === 'refunded' : refunded_amount > again
  const others = refunded_amount === undefined ? undefined : lessBy(refunded_amount, again)
  return [
    ...actionIf(again > 0, 'refunds', { amount: again, due_again: true, imported: true }, at),
    ...actionIf(isRefunded, 'refunds', { amount: others }, at),
  ]
}

/** The most decimals that a currency has. */
const maxDecimals = 3

const lessBy = (amount: number, part: number): number => Number((amount - part).toFixed(maxDecimals))
