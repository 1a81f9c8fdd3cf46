import type { events } from '../../../src/platform/db/schema/events.ts'
import type { orderPayments, orderReturns, shipments } from '../../../src/platform/db/schema/order-actions.ts'
import type { OrderLine, ShipmentSnapshot } from '../../../src/platform/db/schema/order-parts.ts'
import type { PlannedOrder } from './orders.ts'
import type { Random } from './random.ts'

type Facts = {
  payments: (typeof orderPayments.$inferInsert)[]
  shipments: (typeof shipments.$inferInsert)[]
  returns: (typeof orderReturns.$inferInsert)[]
  events: Omit<typeof events.$inferInsert, 'actorKind' | 'actorId'>[]
}

const carriers = ['Aramex', 'DHL', 'Yalidine', 'SMSA'] as const

/** The events, in order, that led to an order's state. Also completes its row. */
export function planFacts({ order, state }: PlannedOrder, random: Random): Facts {
  const { storeId, id: orderId, createdAt, updatedAt, lines } = order
  const facts: Facts = { payments: [], shipments: [], returns: [], events: [] }
  const steps = stepsOf({ order, state })
  const span = updatedAt.getTime() - createdAt.getTime()
  let version = 1

  steps.forEach(({ type, data, needs }, nth) => {
    const at = new Date(createdAt.getTime() + (span * (nth + 1)) / steps.length)
    const fact = { storeId, orderId, id: random.id(at), createdAt: at }
    const event = { storeId, id: random.id(at), type, subjectId: orderId, data: data ?? {}, createdAt: at }
    facts.events.push(event)
    // Delivery or payment completed the order, so completing it is not a separate change.
    if (needs !== 'nothing') version += 1
    if (needs === 'payment' || needs === 'refund')
      facts.payments.push({
        ...fact,
        kind: needs,
        amountMinor: Number(data?.['amount_minor']),
        method: needs === 'payment' ? (order.paymentMethod ?? null) : null,
      })
    if (needs === 'shipment') {
      const shipment = {
        items: moved(lines, 'shipped'),
        carrier: random.pick(carriers),
        trackingNumber: `TRK${random.integer(100_000, 999_999)}`,
        trackingUrl: null,
      }
      facts.shipments.push({ ...fact, ...shipment })
      order.shipments = [snapshot(fact, shipment)]
      const { items, carrier, trackingNumber } = shipment
      event.data = { shipment_id: fact.id, items, carrier, tracking_number: trackingNumber }
    }
    if (needs === 'return')
      facts.returns.push({ ...fact, kind: 'returned', items: moved(lines, 'returned'), restock: true })
    if (type === 'order.delivered') order.deliveredAt = at
    if (type === 'order.confirmed') order.confirmedAt = at
    if (type === 'order.shipped') order.shippedAt = at
    if (type === 'order.cancelled') order.cancelledAt = at
    if (needs === 'payment' && (order.paidMinor ?? 0) >= order.totalMinor) order.paidAt = at
  })
  order.version = version
  return facts
}

type Step = {
  type: string
  data?: Record<string, unknown>
  needs?: 'payment' | 'refund' | 'shipment' | 'return' | 'nothing'
}

function stepsOf({ order, state }: PlannedOrder): Step[] {
  const { status, fulfillment, hold } = state
  const paid = order.paidMinor ?? 0
  const refunded = order.refundedMinor ?? 0
  const sent = order.lines.some(({ shipped = 0 }) => shipped > 0)
  const delivered = ['delivered', 'partially_returned', 'returned'].includes(fulfillment)
  const pay: Step[] = paid > 0 ? [{ type: 'order.paid', data: { amount_minor: paid }, needs: 'payment' }] : []
  const cash = order.paymentMethod === 'cash_on_delivery'
  return [
    ...(cash ? [] : pay),
    ...(status === 'confirmed' || status === 'completed' ? [{ type: 'order.confirmed' }] : []),
    ...Array.from({ length: hold ? (order.contactAttempts ?? 0) : 0 }, () => ({
      type: 'order.held',
      data: { reason: hold },
    })),
    ...(fulfillment === 'preparing' || sent ? [{ type: 'order.preparing' }] : []),
    ...(sent ? [{ type: 'order.shipped', needs: 'shipment' as const }] : []),
    ...(delivered ? [{ type: 'order.delivered' }] : []),
    ...(cash ? pay : []),
    ...(status === 'completed' ? [{ type: 'order.completed', needs: 'nothing' as const }] : []),
    ...(fulfillment.endsWith('returned')
      ? [
          {
            type: 'order.returned',
            data: { items: moved(order.lines, 'returned'), restock: true },
            needs: 'return' as const,
          },
        ]
      : []),
    ...(refunded > 0 ? [{ type: 'order.refunded', data: { amount_minor: refunded }, needs: 'refund' as const }] : []),
    ...(status === 'cancelled' ? [{ type: 'order.cancelled' }] : []),
  ]
}

const moved = (lines: readonly OrderLine[], how: 'shipped' | 'returned') =>
  lines.flatMap(({ position, variant_id, [how]: quantity = 0 }) =>
    quantity > 0 ? [{ position, variant_id, quantity }] : [],
  )

const snapshot = (
  fact: { id: string; createdAt: Date },
  shipment: { items: ShipmentSnapshot['items']; carrier: string; trackingNumber: string; trackingUrl: null },
): ShipmentSnapshot => ({
  id: fact.id,
  carrier: shipment.carrier,
  tracking_number: shipment.trackingNumber,
  tracking_url: shipment.trackingUrl,
  items: shipment.items,
  created_at: fact.createdAt.toISOString(),
})
