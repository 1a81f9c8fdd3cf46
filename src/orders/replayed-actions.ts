import type { OrderAction } from './order-actions.ts'
import type { OrderRecord } from './order-record.ts'

/** An action that an order has been through elsewhere; `at` in its input is when, of shipments and deliveries. */
type PastAction = { readonly action: OrderAction; readonly input: Readonly<Record<string, unknown>> }

/** How many of each line were shipped: what the file says, else what the statuses leave no choice about. */
export function shippedOf(order: Pick<OrderRecord, 'items' | 'shipments' | Statuses>): readonly number[] {
  const inShipments = quantitiesIn(order)
  return order.items.map(({ quantity, shipped_quantity }, index) =>
    Math.max(shipped_quantity ?? (allShipped(order) ? quantity : 0), inShipments[index] ?? 0),
  )
}

type Statuses = 'status' | 'fulfillment_status' | 'delivered_at'

function allShipped({ status, fulfillment_status, delivered_at }: Pick<OrderRecord, Statuses>): boolean {
  if (fulfillment_status === undefined) return status === 'completed' || delivered_at !== undefined
  return ['shipped', 'delivered', 'partially_returned', 'returned'].includes(fulfillment_status)
}

/** How many of each line are in the shipments that the file names. */
export function quantitiesIn({ items, shipments = [] }: Pick<OrderRecord, 'items' | 'shipments'>): readonly number[] {
  const sums = new Map<number, number>()
  for (const shipment of shipments)
    for (const { position, quantity } of shipment.items) sums.set(position, (sums.get(position) ?? 0) + quantity)
  return items.map((_, index) => sums.get(index + 1) ?? 0)
}

/**
 * What an order has been through elsewhere, as actions in an order in which they are allowed here: so its statuses,
 * stock, money and timeline come of the same rules as those of any other.
 */
export function replayedActions(order: OrderRecord): readonly PastAction[] {
  const { status, fulfillment_status, hold_reason } = order
  const shipped = shippedOf(order)
  const sent = shipmentsOf(order, shipped)
  const back = numbered(returnedOf(order, shipped))
  const delivered = order.delivered_at !== undefined || fulfillment_status === 'delivered' || status === 'completed'
  const confirmed =
    sent.length > 0 || status === 'confirmed' || status === 'completed' || fulfillment_status === 'preparing'
  const refunds = refundsOf(order)
  // Delivered and paid, an order is completed: one that is not was refunded before that.
  const refundsBeforeShipping = status === 'confirmed' || status === 'cancelled'
  return [
    ...taken(confirmed, 'confirm'),
    ...taken(hold_reason !== undefined, 'hold', { reason: hold_reason }),
    ...taken(fulfillment_status === 'preparing', 'prepare'),
    ...sent.flatMap((shipment) => taken(true, 'ship', shipment)),
    ...paymentsOf(order),
    ...(refundsBeforeShipping ? refunds : []),
    ...taken(delivered, 'deliver', { at: order.delivered_at ?? lastMoment(order) }),
    ...(refundsBeforeShipping ? [] : refunds),
    ...taken(back.length > 0, 'return', { items: back, restock: false }),
    ...taken(status === 'cancelled', 'cancel'),
    ...taken(status === 'completed', 'complete'),
  ]
}

function lastMoment({ created_at, shipments = [] }: OrderRecord): string | undefined {
  const moments = [created_at, ...shipments.map((shipment) => shipment.created_at)]
  return moments
    .filter((moment) => moment !== undefined)
    .toSorted()
    .at(-1)
}

const taken = (was: boolean, action: OrderAction, input: PastAction['input'] = {}): PastAction[] =>
  was ? [{ action, input }] : []

const numbered = (quantities: readonly number[]) =>
  quantities.flatMap((quantity, index) => (quantity > 0 ? [{ position: index + 1, quantity }] : []))

/** Those that the file names, and one of what else was shipped. */
function shipmentsOf(order: OrderRecord, shipped: readonly number[]): readonly PastAction['input'][] {
  const { shipments = [], tracking_numbers = [], created_at } = order
  const named = shipments.map(({ id: _id, created_at: at = created_at, items, ...shipping }) => ({
    ...shipping,
    at,
    items: items.map(({ position, quantity }) => ({ position, quantity })),
  }))
  const inShipments = quantitiesIn(order)
  const others = numbered(shipped.map((quantity, index) => quantity - (inShipments[index] ?? 0)))
  const tracking_number = tracking_numbers.length > 0 ? tracking_numbers.join(', ') : undefined
  return others.length > 0 ? [...named, { items: others, tracking_number, at: created_at }] : named
}

function returnedOf({ fulfillment_status, items }: OrderRecord, shipped: readonly number[]): readonly number[] {
  const all = fulfillment_status === 'returned'
  return items.map(({ returned_quantity }, index) => returned_quantity ?? (all ? (shipped[index] ?? 0) : 0))
}

/** Without an amount: all there is to pay. */
function paymentsOf({ payment_status, paid_amount, payment_method }: OrderRecord): PastAction[] {
  const all = payment_status === 'paid' || payment_status === 'partially_refunded' || payment_status === 'refunded'
  return taken(paid_amount === undefined ? all : paid_amount > 0, 'payments', {
    amount: paid_amount,
    method: payment_method,
  })
}

/** Without an amount: all that was paid. */
function refundsOf({ payment_status, refunded_amount }: OrderRecord): PastAction[] {
  const was = refunded_amount === undefined ? payment_status === 'refunded' : refunded_amount > 0
  return taken(was, 'refunds', { amount: refunded_amount })
}
