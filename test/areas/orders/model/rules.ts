import { kept, fulfillmentOf, type ModelLine, type ModelOrder, out, type Piece, type Role, unsent } from './order.ts'
import { dueOf } from './money.ts'
import { computed } from './terms.ts'

/** An item of a shipment or return, as a caller names it. */
export type Wanted = {
  readonly position?: number
  readonly variantId?: string
  readonly productId?: string
  readonly quantity?: number
}

export type NewLine = Pick<ModelLine, 'productId' | 'variantId' | 'quantity' | 'unitPrice'>

export type Amounts = {
  readonly total?: number
  readonly shipping?: number
  readonly tax?: number
  readonly discount?: number
}

/** A request about one order. */
export type Ask =
  | { readonly action: 'confirm' | 'prepare' | 'deliver' | 'cancel' | 'complete' | 'notes' }
  | { readonly action: 'hold'; readonly reason: string }
  | { readonly action: 'ship'; readonly items?: readonly Wanted[]; readonly carrier: string | null }
  | { readonly action: 'return' | 'refuse'; readonly items?: readonly Wanted[]; readonly restock: boolean }
  | { readonly action: 'payments'; readonly amount?: number }
  | { readonly action: 'refunds'; readonly amount: number; readonly dueAgain?: boolean }
  | { readonly action: 'words'; readonly words: Partial<ModelOrder['words']> }
  | { readonly action: 'lines'; readonly lines?: readonly NewLine[]; readonly amounts: Amounts }
  | { readonly action: 'code'; readonly code: string | null }
  | { readonly action: 'payment'; readonly payment: string }

export type Refused = { readonly status: number; readonly code: string }

/** The changed order, the same object if nothing changed, or a refusal. */
export type Outcome = { readonly order: ModelOrder } | { readonly refused: Refused }

const refused = (status: number, code: string): { readonly refused: Refused } => ({ refused: { status, code } })
const impossible = refused(409, 'invalid_transition')
const forbidden = refused(403, 'forbidden')

const managers: readonly Role[] = ['owner', 'admin']
const ended = ({ status }: ModelOrder) => status === 'completed' || status === 'cancelled'

/**
 * The outcome of a request according to docs/orders.md, for a caller with this role. In bulk, roles are checked for each
 * order, so repeating an applied action needs no particular role.
 */
export function outcomeOf(order: ModelOrder, ask: Ask, role: Role, inBulk = false): Outcome {
  if (role === 'viewer') return forbidden
  if (!inBulk && (ask.action === 'refunds' || ask.action === 'complete') && !managers.includes(role)) return forbidden
  const outcome = free(order, ask, role)
  if ('refused' in outcome || outcome.order === order) return outcome
  return { order: { ...outcome.order, version: order.version + 1 } }
}

function free(order: ModelOrder, ask: Ask, role: Role): Outcome {
  const { status, hold, paid, refunded } = order
  const fulfillment = fulfillmentOf(order)
  const unchanged = { order }
  switch (ask.action) {
    case 'confirm':
      if (status === 'confirmed' && hold === null) return unchanged
      return ended(order) ? impossible : { order: { ...order, status: 'confirmed', hold: null } }
    case 'hold':
      if (
        status !== 'pending' &&
        !(status === 'confirmed' && (fulfillment === 'unfulfilled' || fulfillment === 'preparing'))
      )
        return impossible
      return {
        order: { ...order, hold: ask.reason, attempts: order.attempts + (attempts.includes(ask.reason) ? 1 : 0) },
      }
    case 'prepare':
      if (status === 'confirmed' && fulfillment === 'preparing' && hold === null) return unchanged
      if (status !== 'confirmed' || fulfillment !== 'unfulfilled' || hold !== null) return impossible
      return { order: { ...order, preparing: true } }
    case 'ship': {
      if (fulfillment === 'shipped' || fulfillment === 'delivered') {
        const again = ask.items && move(order, ask.items, 'ship')
        if (again && 'refused' in again) return again
        return ask.carrier === null || order.shipments.some(({ carrier }) => carrier === ask.carrier)
          ? unchanged
          : refused(409, 'already_shipped')
      }
      if (status !== 'confirmed' || hold !== null || unsent(order) === 0) return impossible
      const moved = move(order, ask.items, 'ship')
      if ('refused' in moved) return moved
      return {
        order: { ...moved.order, shipments: [...order.shipments, { carrier: ask.carrier, pieces: moved.pieces }] },
      }
    }
    case 'deliver': {
      if (order.delivered) return unchanged
      if (status !== 'confirmed' || unsent(order) > 0 || out(order) === 0) return impossible
      return { order: completedIfPaid({ ...order, delivered: true }) }
    }
    case 'payments': {
      if (status === 'cancelled') return impossible
      const amount = ask.amount ?? dueOf(order)
      if (amount > dueOf(order)) return refused(422, 'more_than_due')
      return amount <= 0 ? unchanged : { order: completedIfPaid({ ...order, paid: paid + amount }) }
    }
    case 'refunds': {
      if (refunded + ask.amount > paid) return impossible
      const dueAgain = order.dueAgain + (ask.dueAgain ? ask.amount : 0)
      const after = { ...order, refunded: refunded + ask.amount, dueAgain }
      return ask.dueAgain && dueOf(after) === 0 ? refused(422, 'invalid_input') : { order: after }
    }
    case 'return': {
      // What nobody received and nobody paid was refused.
      if (out(order) === 0 || (!order.delivered && dueOf(order) > 0)) return impossible
      return move(order, ask.items, 'return')
    }
    case 'refuse': {
      if (status !== 'confirmed' || order.delivered || out(order) === 0) return impossible
      const moved = move(order, ask.items, 'refuse')
      return 'refused' in moved ? moved : { order: refusedAltogether(moved.order) }
    }
    case 'cancel':
      if (status === 'cancelled') return unchanged
      if (status === 'completed' || out(order) > 0) return impossible
      if (kept(order) > 0) return refused(409, 'refund_required')
      if (status === 'confirmed' && !managers.includes(role)) return forbidden
      return { order: { ...order, status: 'cancelled', hold: null } }
    case 'complete':
      if (status === 'completed') return unchanged
      if (status !== 'confirmed' || !order.delivered) return impossible
      return managers.includes(role) ? { order: { ...order, status: 'completed' } } : forbidden
    case 'notes':
      return unchanged
    case 'words':
      // Where a delivered order went is final.
      if (order.delivered && (ask.words.shippingAddress ?? order.words.shippingAddress) !== order.words.shippingAddress)
        return impossible
      return rewritten(order, { order: { ...order, words: { ...order.words, ...ask.words } } })
    case 'lines':
      if (ended(order)) return impossible
      if (fulfillment === 'unfulfilled')
        return rewritten(order, relined(order, ask.lines && linesOf(ask.lines), ask.amounts))
      return fewer(order, ask.lines, ask.amounts)
    case 'code':
      if (order.terms === null && ask.code === null) return unchanged
      if (ended(order) || fulfillment !== 'unfulfilled') return impossible
      return rewritten(
        order,
        priced({ ...order, terms: { code: ask.code, isDelivered: order.terms?.isDelivered ?? false } }),
      )
    case 'payment': {
      const paidOtherwise = { ...order, payment: ask.payment }
      const isFixed =
        ended(order) ||
        fulfillment !== 'unfulfilled' ||
        order.terms?.isDelivered !== true ||
        order.statedShipping !== null
      return rewritten(
        order,
        isFixed || ask.payment === order.payment ? { order: paidOtherwise } : priced(paidOtherwise),
      )
    }
  }
}

/** An order is cancelled once nothing of it is out or left, and some of it was refused. */
const refusedAltogether = (order: ModelOrder): ModelOrder =>
  out(order) === 0 && unsent(order) === 0 && order.lines.some((line) => line.refused > 0)
    ? { ...order, status: 'cancelled', isRefused: true }
    : order

/** Of an order that is packed or partly shipped, items can only be left out. */
function fewer(order: ModelOrder, wanted: readonly NewLine[] | undefined, amounts: Amounts): Outcome {
  if (wanted === undefined || order.delivered || unsent(order) === 0) return impossible
  let left = order.lines
  const kept: ModelLine[] = []
  for (const { variantId, unitPrice, quantity } of wanted) {
    const fits = (line: ModelLine) => quantity >= line.shipped && quantity <= line.quantity
    const [line] = left
      .filter((one) => one.variantId === variantId)
      .toSorted(
        (a, b) =>
          Number(b.unitPrice === unitPrice) - Number(a.unitPrice === unitPrice) ||
          Number(fits(b)) - Number(fits(a)) ||
          b.shipped - a.shipped,
      )
    if (line === undefined || line.unitPrice !== unitPrice || !fits(line)) return impossible
    left = left.filter((one) => one !== line)
    kept.push({ ...line, quantity })
  }
  if (left.some(({ shipped }) => shipped > 0)) return impossible
  const lines = kept.toSorted((a, b) => a.position - b.position)
  if (JSON.stringify(lines) === JSON.stringify(order.lines))
    return Object.keys(amounts).length === 0 ? { order } : impossible
  const outcome = relined(order, lines, amounts)
  return 'order' in outcome ? { order: refusedAltogether(outcome.order) } : outcome
}

/** An edit that sets the present values is not a change. */
function rewritten(before: ModelOrder, outcome: Outcome): Outcome {
  const same = 'order' in outcome && JSON.stringify(outcome.order) === JSON.stringify(before)
  return same ? { order: before } : outcome
}

/** An order is completed once it is delivered and nothing is due. */
const completedIfPaid = (order: ModelOrder): ModelOrder =>
  order.status === 'confirmed' && order.delivered && dueOf(order) === 0 ? { ...order, status: 'completed' } : order

/** The reasons of a hold for which somebody tried to reach the customer. */
const attempts: readonly string[] = ['no_answer', 'call_later', 'wrong_number']

const movedTo = { ship: 'shipped', return: 'returned', refuse: 'refused' } as const

const leftOf = ({ quantity, shipped, returned, refused: back }: ModelLine, how: keyof typeof movedTo) =>
  how === 'ship' ? quantity - shipped : shipped - returned - back

const isMeant = ({ position, variantId, productId }: ModelLine, item: Wanted) =>
  (item.position ?? position) === position &&
  (item.variantId ?? variantId) === variantId &&
  (item.productId ?? productId) === productId

/** Ships units or takes them back, item by item. Each item uses what the ones before it left. */
function move(
  order: ModelOrder,
  items: readonly Wanted[] | undefined,
  how: keyof typeof movedTo,
): { readonly order: ModelOrder; readonly pieces: readonly Piece[] } | { readonly refused: Refused } {
  let lines = order.lines
  const pieces: Piece[] = []
  const to = movedTo[how]
  const problems: (Refused & { readonly matters?: () => boolean })[] = []
  const leftFor = (item: Wanted) => lines.filter((line) => isMeant(line, item) && leftOf(line, how) > 0)
  for (const item of items ?? [{}]) {
    const meant = lines.filter((line) => isMeant(line, item))
    const there = meant.reduce((total, line) => total + leftOf(line, how), 0)
    let left = item.quantity ?? there
    const takesAll = item.quantity === undefined ? how === 'ship' : left === there
    const isAmbiguous = items && !takesAll && new Set(leftFor(item).map(({ variantId }) => variantId)).size > 1
    if (meant.length === 0) problems.push({ status: 422, code: 'invalid_input' })
    else if (left > there || (items && there === 0)) problems.push({ status: 409, code: 'invalid_transition' })
    // Of several items that together take all that is left, it does not matter which is which.
    else if (isAmbiguous)
      problems.push({
        status: 409,
        code: 'ambiguous',
        matters: () => item.quantity === undefined || leftFor(item).length > 0,
      })
    else if (items && how !== 'ship' && item.quantity === undefined && there > 1)
      problems.push({ status: 422, code: 'quantity_required' })
    for (const line of meant) {
      const taken = Math.min(left, leftOf(line, how))
      if (taken === 0) continue
      left -= taken
      pieces.push({ position: line.position, variantId: line.variantId, quantity: taken })
      lines = lines.map((other) => (other === line ? { ...line, [to]: line[to] + taken } : other))
    }
  }
  const real = problems.filter(({ matters }) => matters?.() ?? true)
  const problem = real.find(({ code }) => code === 'invalid_input') ?? real[0]
  if (problem) return refused(problem.status, problem.code)
  return pieces.length === 0
    ? { refused: { status: 409, code: 'invalid_transition' } }
    : { order: { ...order, lines }, pieces }
}

/** The order with the amounts that the service computes. */
const priced = (order: ModelOrder): { readonly order: ModelOrder } => ({
  order: order.terms
    ? { ...order, ...computed(order.lines, { ...order.terms, payment: order.payment }, order.statedShipping) }
    : order,
})

/**
 * New items or amounts. Without a total, the order's total is the sum of its parts, and a computed order computes the others
 * again. A total that the merchant states ends what was computed, of which a tax that was included is no part.
 */
export function relined(order: ModelOrder, lines: readonly ModelLine[] | undefined, amounts: Amounts): Outcome {
  const next = lines ?? order.lines
  if (order.terms !== null && amounts.total === undefined) {
    const withShipping = (statedShipping: number | null) => priced({ ...order, lines: next, statedShipping })
    if (amounts.shipping === undefined) return withShipping(order.statedShipping)
    // Stating what delivery costs anyway is no statement.
    const anyway = withShipping(null)
    return order.terms.isDelivered && anyway.order.shipping === amounts.shipping
      ? anyway
      : withShipping(amounts.shipping)
  }
  const subtotal = next.reduce((total, { quantity, unitPrice }) => total + quantity * unitPrice, 0)
  const { shipping = order.shipping, tax = taxOnTop(order), discount = order.discount } = amounts
  const parts = subtotal + shipping + tax - discount
  const total = amounts.total ?? parts
  const exact = (amounts.shipping ?? amounts.tax ?? amounts.discount) !== undefined
  if (total < 0 || (exact && parts < 0)) return refused(422, 'invalid_amount')
  if (exact && total !== parts) return refused(422, 'total_mismatch')
  const statedShipping = amounts.shipping ?? order.statedShipping
  return { order: { ...order, lines: next, subtotal, shipping, tax, discount, total, terms: null, statedShipping } }
}

/** The tax that the total adds. */
export const taxOnTop = ({ terms, tax }: Pick<ModelOrder, 'terms' | 'tax'>) => (terms === null ? tax : 0)

export const linesOf = (lines: readonly NewLine[]): ModelLine[] =>
  lines.map((line, index) => ({ ...line, position: index + 1, shipped: 0, returned: 0, refused: 0 }))

const everyAsk: readonly Ask[] = [
  { action: 'confirm' },
  { action: 'hold', reason: 'other' },
  { action: 'prepare' },
  { action: 'ship', carrier: null },
  { action: 'deliver' },
  { action: 'payments', amount: 1 },
  { action: 'refunds', amount: 1 },
  { action: 'return', restock: true },
  { action: 'refuse', restock: true },
  { action: 'cancel' },
  { action: 'complete' },
  { action: 'notes' },
]

const withTool: readonly string[] = [
  'confirm',
  'hold',
  'prepare',
  'ship',
  'deliver',
  'payments',
  'return',
  'refuse',
  'cancel',
]

/** Whether answers tell the role of an allowed action. Assistants learn of those that they have a tool for. */
export const isToldOf = (role: Role, action: string): boolean => role !== 'assistant' || withTool.includes(action)

/** The expected `allowed_actions`: the actions that would change something if this caller took them now. */
export const allowedTo = (order: ModelOrder, role: Role): string[] =>
  everyAsk
    .filter((ask) => {
      if (!isToldOf(role, ask.action)) return false
      const outcome = outcomeOf(order, ask, role)
      return 'order' in outcome && (outcome.order !== order || ask.action === 'notes')
    })
    .map(({ action }) => action)
