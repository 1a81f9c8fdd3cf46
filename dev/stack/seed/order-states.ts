import type { orders } from '../../../src/platform/db/schema/orders.ts'

type Row = typeof orders.$inferInsert

/** What happened to the stock of an order line. */
type Stock = 'reserved' | 'shipped' | 'released' | 'returned'

export type OrderState = {
  status: NonNullable<Row['status']>
  fulfillment: NonNullable<Row['fulfillmentStatus']>
  payment: NonNullable<Row['paymentStatus']>
  hold?: NonNullable<Row['holdReason']>
  /** For the first line, and for all others. */
  stock: readonly [Stock, Stock]
  /** Relative frequency among the states that fit an order's age. */
  weight: number
  age: readonly [minDays: number, maxDays: number]
}

const reserved = ['reserved', 'reserved'] as const
const shipped = ['shipped', 'shipped'] as const
const partlyShipped = ['shipped', 'reserved'] as const
const released = ['released', 'released'] as const

const orderStates: readonly OrderState[] = [
  { status: 'pending', fulfillment: 'unfulfilled', payment: 'unpaid', stock: reserved, weight: 8, age: [0, 6] },
  {
    status: 'pending',
    fulfillment: 'unfulfilled',
    payment: 'unpaid',
    hold: 'no_answer',
    stock: reserved,
    weight: 2,
    age: [0, 12],
  },
  {
    status: 'pending',
    fulfillment: 'unfulfilled',
    payment: 'unpaid',
    hold: 'call_later',
    stock: reserved,
    weight: 1,
    age: [0, 12],
  },
  {
    status: 'pending',
    fulfillment: 'unfulfilled',
    payment: 'unpaid',
    hold: 'incomplete_address',
    stock: reserved,
    weight: 1,
    age: [0, 20],
  },
  {
    status: 'pending',
    fulfillment: 'unfulfilled',
    payment: 'unpaid',
    hold: 'awaiting_payment',
    stock: reserved,
    weight: 1,
    age: [0, 20],
  },
  { status: 'pending', fulfillment: 'unfulfilled', payment: 'paid', stock: reserved, weight: 2, age: [0, 4] },
  { status: 'confirmed', fulfillment: 'unfulfilled', payment: 'unpaid', stock: reserved, weight: 4, age: [0, 9] },
  {
    status: 'confirmed',
    fulfillment: 'unfulfilled',
    payment: 'partially_paid',
    stock: reserved,
    weight: 1,
    age: [0, 12],
  },
  {
    status: 'confirmed',
    fulfillment: 'unfulfilled',
    payment: 'paid',
    hold: 'out_of_stock',
    stock: reserved,
    weight: 1,
    age: [1, 20],
  },
  { status: 'confirmed', fulfillment: 'preparing', payment: 'paid', stock: reserved, weight: 3, age: [0, 9] },
  { status: 'confirmed', fulfillment: 'preparing', payment: 'unpaid', stock: reserved, weight: 2, age: [0, 9] },
  {
    status: 'confirmed',
    fulfillment: 'partially_shipped',
    payment: 'paid',
    stock: partlyShipped,
    weight: 2,
    age: [2, 30],
  },
  { status: 'confirmed', fulfillment: 'shipped', payment: 'unpaid', stock: shipped, weight: 3, age: [2, 25] },
  { status: 'confirmed', fulfillment: 'shipped', payment: 'paid', stock: shipped, weight: 3, age: [2, 25] },
  { status: 'confirmed', fulfillment: 'delivered', payment: 'unpaid', stock: shipped, weight: 2, age: [6, 45] },
  { status: 'confirmed', fulfillment: 'delivered', payment: 'partially_paid', stock: shipped, weight: 1, age: [6, 60] },
  { status: 'completed', fulfillment: 'delivered', payment: 'paid', stock: shipped, weight: 30, age: [5, 90] },
  {
    status: 'completed',
    fulfillment: 'delivered',
    payment: 'partially_refunded',
    stock: shipped,
    weight: 2,
    age: [10, 90],
  },
  {
    status: 'completed',
    fulfillment: 'partially_returned',
    payment: 'partially_refunded',
    stock: ['returned', 'shipped'],
    weight: 2,
    age: [10, 90],
  },
  {
    status: 'completed',
    fulfillment: 'returned',
    payment: 'refunded',
    stock: ['returned', 'returned'],
    weight: 2,
    age: [10, 90],
  },
  { status: 'cancelled', fulfillment: 'unfulfilled', payment: 'unpaid', stock: released, weight: 5, age: [1, 90] },
  { status: 'cancelled', fulfillment: 'unfulfilled', payment: 'refunded', stock: released, weight: 1, age: [3, 90] },
]

/** Assigns states by weight among those that fit an order's age, so that every state occurs. */
export function createStates() {
  const counts = new Map<OrderState, number>()
  return (ageDays: number): OrderState => {
    const share = (state: OrderState) => ((counts.get(state) ?? 0) + 0.5) / state.weight
    const [state] = orderStates
      .filter(({ age: [minDays, maxDays] }) => ageDays >= minDays && ageDays <= maxDays)
      .toSorted((a, b) => share(a) - share(b))
    if (!state) throw new Error(`no state fits an order that is ${ageDays} days old`)
    counts.set(state, (counts.get(state) ?? 0) + 1)
    return state
  }
}
