import type { Terms } from './terms.ts'

/** A model of an order, independent of the service's code. Money is in minor units. */
export type ModelOrder = {
  readonly id: string
  readonly customerId: string
  readonly version: number
  readonly status: 'pending' | 'confirmed' | 'completed' | 'cancelled'
  readonly preparing: boolean
  /** The goods came back undelivered. */
  readonly isRefused: boolean
  readonly delivered: boolean
  readonly hold: string | null
  readonly attempts: number
  readonly lines: readonly ModelLine[]
  readonly shipments: readonly { readonly carrier: string | null; readonly pieces: readonly Piece[] }[]
  readonly subtotal: number
  readonly shipping: number
  readonly tax: number
  readonly discount: number
  readonly total: number
  readonly paid: number
  readonly refunded: number
  /** Of what was refunded: what the customer will pay another way. */
  readonly dueAgain: number
  readonly words: Words
  readonly payment: string | null
  /** What its amounts were computed from; null if the merchant stated them. */
  readonly terms: Omit<Terms, 'payment'> | null
  /** What the merchant stated that delivery costs, which stays when the rest is computed. */
  readonly statedShipping: number | null
}

export type ModelLine = {
  readonly position: number
  readonly productId: string
  readonly variantId: string
  readonly quantity: number
  readonly unitPrice: number
  readonly shipped: number
  readonly returned: number
  readonly refused: number
}

export type Piece = { readonly position: number; readonly variantId: string; readonly quantity: number }

type Words = {
  readonly notes: string | null
  readonly tags: readonly string[]
  readonly shippingAddress: string | null
}

/** An assistant may do what staff may, as far as it has tools. */
export type Role = 'owner' | 'admin' | 'staff' | 'viewer' | 'assistant'

const sum = (lines: readonly ModelLine[], of: (line: ModelLine) => number) =>
  lines.reduce((total, line) => total + of(line), 0)

const ordered = (order: ModelOrder) => sum(order.lines, ({ quantity }) => quantity)
const sent = (order: ModelOrder) => sum(order.lines, ({ shipped }) => shipped)
const back = (order: ModelOrder) => sum(order.lines, ({ returned, refused }) => returned + refused)

/** Units that were not shipped. */
export const unsent = (order: ModelOrder) => ordered(order) - sent(order)

/** Units that were shipped and have not come back. */
export const out = (order: ModelOrder) => sent(order) - back(order)

/** The amount paid and not refunded. */
export const kept = ({ paid, refunded }: ModelOrder) => paid - refunded

export function fulfillmentOf(order: ModelOrder): string {
  if (back(order) > 0) return back(order) === ordered(order) ? 'returned' : 'partially_returned'
  if (order.delivered) return 'delivered'
  if (sent(order) > 0) return unsent(order) === 0 ? 'shipped' : 'partially_shipped'
  return order.preparing ? 'preparing' : 'unfulfilled'
}

/** The reserved units of each variant. */
export function reservedBy(order: ModelOrder | null): Map<string, number> {
  const reserved = new Map<string, number>()
  if (order !== null && order.status !== 'cancelled')
    for (const { variantId, quantity, shipped } of order.lines)
      reserved.set(variantId, (reserved.get(variantId) ?? 0) + quantity - shipped)
  return reserved
}
