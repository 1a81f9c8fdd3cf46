import { notCollected, refundedOfTotal } from './money.ts'
import { fulfillmentOf, kept, type ModelOrder, reservedBy } from './order.ts'
import type { Plan } from './plan.ts'
import { outcomeOf, type Outcome, type Refused } from './rules.ts'
import { created, roleIn, type Stage, type Stock } from './stage.ts'
import { codes, fewUses } from './terms.ts'

/** A model of a store's orders, stock and timelines, changed by one request after the other. */
export function worldOf({ stock: opening }: Stage) {
  const orders = new Map<string, ModelOrder>()
  const stock = new Map(opening)
  const timelines = new Map<string, string[]>()

  /** Predicts the outcome of a plan without applying it. */
  function predict(plan: Exclude<Plan, { kind: 'bulk' | 'read' }>): Outcome | { readonly stock: Stock } {
    const role = roleIn(plan)
    if (plan.kind === 'adjust') {
      const before = stock.get(plan.variantId) ?? { onHand: 0, reserved: 0, limited: true }
      const onHand = before.onHand + plan.delta
      if (role === 'viewer') return no(403, 'forbidden')
      return before.limited && onHand < before.reserved
        ? no(409, 'insufficient_stock')
        : { stock: { ...before, onHand } }
    }
    if (plan.kind === 'create')
      return role !== 'viewer' && plan.terms?.code === codes.few && usesOfFew('') >= fewUses
        ? no(422, 'discount_used_up')
        : inStock(null, created(plan, ''))
    const order = known(plan.orderId)
    const { ask, ifMatch } = plan
    const isRejectedFirst =
      role === 'viewer' || (role === 'staff' && (ask.action === 'refunds' || ask.action === 'complete'))
    if (!isRejectedFirst && ifMatch !== undefined && ifMatch !== order.version) return no(409, 'version_conflict')
    const outcome = outcomeOf(order, ask, role)
    return ask.action === 'code' && ask.code === codes.few && 'order' in outcome && usesOfFew(order.id) >= fewUses
      ? no(422, 'discount_used_up')
      : inStock(order, outcome)
  }

  /** The other orders that use the code of which there are few. */
  const usesOfFew = (orderId: string) =>
    [...orders.values()].filter(
      ({ id, status, terms }) => id !== orderId && status !== 'cancelled' && terms?.code === codes.few,
    ).length

  function inStock(before: ModelOrder | null, outcome: Outcome): Outcome {
    if ('refused' in outcome || outcome.order === before) return outcome
    const already = reservedBy(before)
    const short = [...reservedBy(outcome.order)].some(([variantId, needed]) => {
      const more = needed - (already.get(variantId) ?? 0)
      const { onHand = 0, reserved = 0, limited = true } = stock.get(variantId) ?? {}
      return limited && more > 0 && more > onHand - reserved
    })
    return short ? no(409, 'insufficient_stock') : outcome
  }

  function known(orderId: string): ModelOrder {
    const order = orders.get(orderId)
    if (!order) throw new Error(`no order ${orderId}`)
    return order
  }

  /** Applies a change to the order, the stock and the timeline. */
  function settle(after: ModelOrder, event: string, { restock = false } = {}) {
    const before = orders.get(after.id) ?? null
    const [was, is] = [reservedBy(before), reservedBy(after)]
    for (const variantId of new Set([...was.keys(), ...is.keys()]))
      move(variantId, 0, (is.get(variantId) ?? 0) - (was.get(variantId) ?? 0))
    for (const { position, variantId, shipped, returned, refused } of after.lines) {
      const old = before?.lines.find((line) => line.position === position)
      move(
        variantId,
        -(shipped - (old?.shipped ?? 0)) +
          (restock ? returned + refused - (old?.returned ?? 0) - (old?.refused ?? 0) : 0),
        0,
      )
    }
    const ended = after.status === 'completed' && before?.status !== 'completed' && event !== 'completed'
    const past = timelines.get(after.id) ?? []
    timelines.set(after.id, [...past, `order.${event}`, ...(ended ? ['order.completed'] : [])])
    orders.set(after.id, after)
  }

  function move(variantId: string, onHand: number, reserved: number) {
    const before = stock.get(variantId)
    if (before)
      stock.set(variantId, { ...before, onHand: before.onHand + onHand, reserved: before.reserved + reserved })
  }

  const spentBy = (customerId: string) =>
    [...orders.values()]
      .filter((order) => order.customerId === customerId && order.status !== 'cancelled')
      .map((order) => order.total - refundedOfTotal(order) - notCollected(order))

  return { orders, stock, timelines, predict, settle, known, spentBy }
}

export type World = ReturnType<typeof worldOf>

const no = (status: number, code: string): { readonly refused: Refused } => ({ refused: { status, code } })

/** The event type of each action. */
export const eventOf = {
  confirm: 'confirmed',
  hold: 'held',
  prepare: 'preparing',
  ship: 'shipped',
  deliver: 'delivered',
  payments: 'paid',
  refunds: 'refunded',
  return: 'returned',
  refuse: 'refused',
  cancel: 'cancelled',
  complete: 'completed',
  notes: 'noted',
  words: 'updated',
  lines: 'updated',
  code: 'updated',
  payment: 'updated',
} as const

/** A short description of an order's state, to count the states that a run has reached. */
export const stateOf = (order: ModelOrder) =>
  [order.status, fulfillmentOf(order), order.hold === null ? '' : 'held', kept(order) > 0 ? 'paid' : '']
    .filter(Boolean)
    .join(' ')
