import { type CrewName, toolOf } from '../crew.ts'
import type { Dice } from './dice.ts'
import { dueOf } from './money.ts'
import { fulfillmentOf, kept, type ModelOrder } from './order.ts'
import { allowedTo, type Amounts, type Ask, type NewLine, taxOnTop, type Wanted } from './rules.ts'
import { codes, type Terms } from './terms.ts'

type Ware = { readonly productId: string; readonly variantId: string }

/** A request to send. */
export type Plan = { readonly by: CrewName; readonly key?: string } & (
  | {
      readonly kind: 'create'
      readonly customerId: string
      readonly lines: readonly NewLine[]
      readonly amounts: Amounts
      /** The service computes the amounts from these. */
      readonly terms?: Terms & { readonly methodId: string | null }
    }
  | { readonly kind: 'ask'; readonly orderId: string; readonly ask: Ask; readonly ifMatch?: number }
  | { readonly kind: 'read'; readonly orderId: string }
  | { readonly kind: 'bulk'; readonly orderIds: readonly string[]; readonly ask: BulkAsk }
  | { readonly kind: 'adjust'; readonly variantId: string; readonly delta: number }
)

type BulkAsk = Extract<
  Ask,
  { action: 'confirm' | 'prepare' | 'deliver' | 'cancel' | 'complete' | 'notes' | 'hold' | 'ship' | 'payments' }
>

export type Supply = {
  readonly wares: readonly Ware[]
  readonly customerIds: readonly string[]
  readonly methodId: string
}

const callers: readonly CrewName[] = [
  ...(['owner', 'owner', 'owner', 'admin', 'admin', 'staff', 'staff', 'colleague', 'colleague'] as const),
  ...(['assistant', 'assistant', 'assistant', 'assistant', 'viewer'] as const),
]

const verbs = [
  ...([
    'confirm',
    'hold',
    'prepare',
    'ship',
    'deliver',
    'payments',
    'refunds',
    'return',
    'refuse',
    'cancel',
    'complete',
  ] as const),
  ...(['notes', 'words', 'lines', 'code', 'payment'] as const),
]
type Verb = (typeof verbs)[number]

/** Actions that move an order forward, or price it again, are more frequent. */
const weight: Partial<Record<Verb, number>> = {
  ship: 4,
  deliver: 4,
  return: 3,
  refuse: 2,
  complete: 3,
  refunds: 2,
  confirm: 2,
  payments: 2,
  code: 3,
  payment: 4,
}

const isVerb = (name: string): name is Verb => verbs.some((verb) => verb === name)

/** A random request, usually a sensible one, and usually about one of `orders`. */
export function planOf(dice: Dice, supply: Supply, orders: readonly ModelOrder[]): Plan {
  const by = dice.pick(callers)
  const order = orders.length > 0 ? dice.pick(orders) : undefined
  const kind = dice.roll(100)
  if (order === undefined || kind < (orders.length < 4 ? 40 : 4)) return creation(dice, by, supply)
  if (kind < 10) return { by: person(by), kind: 'adjust', ...adjustment(dice, supply) }
  if (kind < 14) return { by, kind: 'read', orderId: order.id }
  if (kind < 22) return bulk(dice, person(by), orders)
  const ask = askOf(dice, order, supply)
  const caller = by === 'assistant' && !toolOf[ask.action] ? 'admin' : by
  return {
    by: caller,
    kind: 'ask',
    orderId: order.id,
    ask,
    ...(dice.chance(15) && { ifMatch: dice.chance(70) ? order.version : Math.max(1, order.version - 1) }),
    // Of the tools that change orders, only advance_order takes a key.
    ...(dice.chance(25) && !(caller === 'assistant' && !keyed.includes(ask.action)) && { key: keyOf(dice) }),
  }
}

const keyed: readonly string[] = ['confirm', 'hold', 'prepare', 'ship', 'deliver']
const person = (by: CrewName): CrewName => (by === 'assistant' ? 'owner' : by)
const keyOf = (dice: Dice) => `key-${crypto.randomUUID()}-${dice.roll(1000)}`

const adjustment = (dice: Dice, { wares }: Supply) => ({
  variantId: dice.pick(wares).variantId,
  delta: dice.pick([-3, -1, 1, 2, 5, 10]),
})

function creation(dice: Dice, by: CrewName, { wares, customerIds, methodId }: Supply): Plan {
  const lines = newLines(dice, wares)
  const key = by !== 'viewer' && dice.chance(25) ? { key: keyOf(dice) } : {}
  const start = { by: person(by), kind: 'create', customerId: dice.pick(customerIds), lines, ...key } as const
  if (dice.chance(50)) return { ...start, amounts: {}, terms: newTerms(dice, methodId) }
  const parts = { shipping: dice.roll(3) * 100, tax: dice.roll(3) * 7, discount: dice.roll(2) * 5 }
  const subtotal = subtotalOf(lines)
  const amounts = dice.chance(40)
    ? { ...parts, total: subtotal + parts.shipping + parts.tax - parts.discount + (dice.chance(10) ? 1 : 0) }
    : { total: dice.chance(70) ? subtotal : subtotal + 13 }
  return { ...start, amounts }
}

const payments = ['cod', 'card'] as const

/** A code, delivery, or both. */
function newTerms(dice: Dice, methodId: string) {
  const code = dice.pick([codes.ten, codes.few, null])
  const isDelivered = code === null || dice.chance(60)
  return { code, isDelivered, methodId: isDelivered ? methodId : null, payment: dice.pick([...payments, null]) }
}

const subtotalOf = (lines: readonly NewLine[]) =>
  lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)

function newLines(dice: Dice, wares: readonly Ware[]): NewLine[] {
  const line = () => ({ ...dice.pick(wares), quantity: 1 + dice.roll(3), unitPrice: 5 + dice.roll(4) * 1234 })
  return Array.from({ length: 1 + dice.roll(4) }, line)
}

const bulkVerbs = ['confirm', 'hold', 'prepare', 'ship', 'deliver', 'payments', 'cancel', 'complete', 'notes'] as const

function bulk(dice: Dice, by: CrewName, orders: readonly ModelOrder[]): Plan {
  const action = dice.pick(bulkVerbs)
  const some = Array.from({ length: 1 + dice.roll(6) }, () => dice.pick(orders).id)
  const orderIds = [...new Set([...some, ...(dice.chance(20) ? [crypto.randomUUID()] : [])])]
  return { by, kind: 'bulk', orderIds, ask: simple(dice, action), ...(dice.chance(30) && { key: keyOf(dice) }) }
}

function simple(dice: Dice, action: (typeof bulkVerbs)[number]): BulkAsk {
  if (action === 'hold') return { action, reason: dice.pick(['no_answer', 'call_later', 'out_of_stock']) }
  // The answers do not show carriers, so nobody could tell which of two requests at once has shipped an order.
  if (action === 'ship') return { action, carrier: 'Aramex' }
  return { action }
}

function askOf(dice: Dice, order: ModelOrder, supply: Supply): Ask {
  const possible = [
    ...allowedTo(order, 'owner').filter((verb) => verb !== 'notes'),
    'words',
    'lines',
    'code',
    'payment',
  ]
    .filter(isVerb)
    .flatMap((verb) => Array<Verb>(weight[verb] ?? 1).fill(verb))
  const action = dice.chance(65) ? dice.pick(possible) : dice.pick(verbs)
  switch (action) {
    case 'return':
    case 'refuse':
      return { action, ...someOf(dice, order, supply), restock: dice.chance(70) }
    case 'ship':
      return { action, ...someOf(dice, order, supply), carrier: dice.pick(['DHL', 'Aramex', null]) }
    case 'payments': {
      const due = dueOf(order)
      const amount = dice.pick([0, due, Math.ceil(due / 2), 100, 1])
      return amount <= 0 ? { action } : { action, amount }
    }
    case 'refunds':
      return {
        action,
        amount: Math.max(1, dice.pick([kept(order), kept(order) + 1, Math.ceil(kept(order) / 2), 1])),
        dueAgain: dice.chance(30),
      }
    case 'words':
      return { action, words: wordsOf(dice) }
    case 'lines':
      return { action, ...newPrice(dice, order, supply) }
    case 'code':
      return { action, code: dice.pick([codes.ten, codes.few, null]) }
    case 'payment':
      return { action, payment: dice.pick(payments) }
    default:
      return simple(dice, action)
  }
}

function wordsOf(dice: Dice) {
  const notes = dice.pick(['Ring twice', 'هدية', null])
  return dice.pick([
    { notes },
    { tags: ['vip', `t${dice.roll(9)}`] },
    { notes, shippingAddress: `Block ${dice.roll(9)}` },
  ])
}

/** All items, or some by position, variant or product, occasionally one that the order does not have. */
function someOf(dice: Dice, order: ModelOrder, { wares }: Supply): { items?: readonly Wanted[] } {
  if (dice.chance(35)) return {}
  const randomItem = (): Wanted => {
    const ware = dice.chance(90) ? dice.pick(order.lines) : dice.pick(wares)
    const position = 1 + dice.roll(order.lines.length + (dice.chance(10) ? 1 : 0))
    const which = dice.pick([{ position }, { position }, { variantId: ware.variantId }, { productId: ware.productId }])
    return { ...which, ...(dice.chance(80) && { quantity: 1 + dice.roll(dice.chance(80) ? 2 : 5) }) }
  }
  return { items: Array.from({ length: 1 + dice.roll(2) }, randomItem) }
}

/** The items of an order with some left out, down to what was shipped, and occasionally below. */
function fewerLines(dice: Dice, { lines }: ModelOrder): readonly NewLine[] {
  const fewer = lines.flatMap((line) => {
    const least = dice.chance(90) ? line.shipped : 0
    const quantity = least + dice.roll(line.quantity - least + 1)
    return quantity === 0 ? [] : [{ ...line, quantity }]
  })
  return fewer.length === 0 ? lines : fewer
}

function newPrice(dice: Dice, order: ModelOrder, { wares }: Supply): { lines?: readonly NewLine[]; amounts: Amounts } {
  const isPacked = fulfillmentOf(order) !== 'unfulfilled'
  const lines = dice.chance(70)
    ? isPacked && dice.chance(70)
      ? fewerLines(dice, order)
      : newLines(dice, wares)
    : undefined
  const shipping = dice.roll(4) * 50
  const parts = subtotalOf(lines ?? order.lines) + taxOnTop(order) - order.discount
  const amounts = dice.pick<Amounts>([
    {},
    { total: 20_000 },
    { shipping },
    { shipping, total: Math.max(0, parts + shipping) },
    { shipping, total: Math.max(0, parts + shipping + 1) },
  ])
  return lines === undefined ? { amounts: { shipping, ...amounts } } : { lines, amounts }
}
