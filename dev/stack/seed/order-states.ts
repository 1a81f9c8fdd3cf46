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
const released = ['released', 'released'] as const

const pending = { status: 'pending', fulfillment: 'unfulfilled', payment: 'unpaid', stock: reserved } as const
const confirmed = { ...pending, status: 'confirmed' } as const
const preparing = { ...confirmed, fulfillment: 'preparing' } as const
const onTheWay = { ...confirmed, fulfillment: 'shipped', stock: shipped } as const
const delivered = { ...onTheWay, fulfillment: 'delivered' } as const
const completed = { ...delivered, status: 'completed', payment: 'paid' } as const
const cancelled = { ...pending, status: 'cancelled', stock: released } as const

const orderStates: readonly OrderState[] = [
  { ...pending, weight: 8, age: [0, 6] },
  { ...pending, hold: 'no_answer', weight: 2, age: [0, 12] },
  { ...pending, hold: 'call_later', weight: 1, age: [0, 12] },
  { ...pending, hold: 'incomplete_address', weight: 1, age: [0, 20] },
  { ...pending, hold: 'awaiting_payment', weight: 1, age: [0, 20] },
  { ...pending, payment: 'paid', weight: 2, age: [0, 4] },
  { ...confirmed, weight: 4, age: [0, 9] },
  { ...confirmed, payment: 'partially_paid', weight: 1, age: [0, 12] },
  { ...confirmed, payment: 'paid', hold: 'out_of_stock', weight: 1, age: [1, 20] },
  { ...preparing, payment: 'paid', weight: 3, age: [0, 9] },
  { ...preparing, weight: 2, age: [0, 9] },
  {
    ...confirmed,
    fulfillment: 'partially_shipped',
    payment: 'paid',
    stock: ['shipped', 'reserved'],
    weight: 2,
    age: [2, 30],
  },
  { ...onTheWay, weight: 3, age: [2, 25] },
  { ...onTheWay, payment: 'paid', weight: 3, age: [2, 25] },
  { ...delivered, weight: 2, age: [6, 45] },
  { ...delivered, payment: 'partially_paid', weight: 1, age: [6, 60] },
  { ...completed, weight: 30, age: [5, 90] },
  { ...completed, payment: 'partially_refunded', weight: 2, age: [10, 90] },
  {
    ...completed,
    fulfillment: 'partially_returned',
    payment: 'partially_refunded',
    stock: ['returned', 'shipped'],
    weight: 2,
    age: [10, 90],
  },
  {
    ...completed,
    fulfillment: 'returned',
    payment: 'refunded',
    stock: ['returned', 'returned'],
    weight: 2,
    age: [10, 90],
  },
  { ...cancelled, weight: 5, age: [1, 90] },
  { ...cancelled, payment: 'refunded', weight: 1, age: [3, 90] },
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
