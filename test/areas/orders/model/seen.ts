import { z } from 'zod'
import { allowedTo, taxOnTop } from './rules.ts'
import { cameBack, dueOf, overpaidOf, paymentOf } from './money.ts'
import { fulfillmentOf, type ModelOrder, type Role } from './order.ts'

const Piece = z.object({ position: z.int(), variant_id: z.string(), quantity: z.int() })

/** The order in an answer. Tools and bulk results leave out some fields. */
const Shown = z.object({
  version: z.int(),
  status: z.string(),
  payment_status: z.string(),
  fulfillment_status: z.string(),
  hold_reason: z.string().nullable(),
  contact_attempts: z.int(),
  delivered: z.boolean(),
  cancel_reason: z.string().nullable(),
  subtotal_amount: z.number(),
  shipping_amount: z.number(),
  tax_amount: z.number(),
  discount_amount: z.number(),
  adjustment_amount: z.number(),
  total_amount: z.number(),
  paid_amount: z.number(),
  refunded_amount: z.number(),
  due_again_amount: z.number(),
  came_back_amount: z.number(),
  due_amount: z.number(),
  overpaid_amount: z.number(),
  notes: z.string().nullable(),
  tags: z.array(z.string()),
  shipping_address: z.string().nullable(),
  payment_method: z.string().nullable(),
  items: z.array(
    Piece.extend({
      shipped_quantity: z.int(),
      returned_quantity: z.int(),
      refused_quantity: z.int(),
      line_total: z.number(),
    }),
  ),
  shipments: z.array(z.object({ carrier: z.string().nullable(), items: z.array(Piece) })),
  allowed_actions: z.array(z.string()),
})

export type Shown = z.output<typeof Shown>

const Seen = Shown.partial()

/** The fields of an answer that the model predicts. */
export type Seen = z.output<typeof Seen>

const Answered = Seen.extend({ delivered_at: z.string().nullable().optional() })

export function shownIn(body: unknown): Seen {
  const { delivered_at, ...shown } = Answered.parse(body)
  return { ...shown, ...(delivered_at !== undefined && { delivered: delivered_at !== null }) }
}

/** The order as any answer to a caller with this role must show it. */
export function shownOf(order: ModelOrder, role: Role, exponent: number): Shown {
  const major = (minor: number) => minor / 10 ** exponent
  const { subtotal, shipping, tax, discount, total } = order
  return {
    version: order.version,
    status: order.status,
    payment_status: paymentOf(order),
    fulfillment_status: fulfillmentOf(order),
    hold_reason: order.hold,
    contact_attempts: order.attempts,
    delivered: order.delivered,
    cancel_reason: order.isRefused ? 'refused' : null,
    subtotal_amount: major(subtotal),
    shipping_amount: major(shipping),
    tax_amount: major(tax),
    discount_amount: major(discount),
    adjustment_amount: major(total - (subtotal + shipping + taxOnTop(order) - discount)),
    total_amount: major(total),
    paid_amount: major(order.paid),
    refunded_amount: major(order.refunded),
    due_again_amount: major(order.dueAgain),
    came_back_amount: major(cameBack(order)),
    due_amount: major(dueOf(order)),
    overpaid_amount: major(overpaidOf(order)),
    notes: order.words.notes,
    tags: [...order.words.tags],
    shipping_address: order.words.shippingAddress,
    payment_method: order.payment,
    items: order.lines.map((line) => ({
      position: line.position,
      variant_id: line.variantId,
      quantity: line.quantity,
      shipped_quantity: line.shipped,
      returned_quantity: line.returned,
      refused_quantity: line.refused,
      line_total: major(line.quantity * line.unitPrice),
    })),
    shipments: order.shipments.map(({ carrier, pieces }) => ({
      carrier,
      items: pieces.map(({ position, variantId, quantity }) => ({ position, variant_id: variantId, quantity })),
    })),
    allowed_actions: allowedTo(order, role),
  }
}

/** The fields of an answer that differ from the expected ones. */
export function differences(expected: Shown, seen: Seen): string[] {
  const expectedFields = new Map<string, unknown>(Object.entries(Shown.parse(expected)))
  return Object.entries(Seen.parse(seen)).flatMap(([name, value]) => {
    const [is, shouldBe] = [JSON.stringify(value), JSON.stringify(expectedFields.get(name))]
    return is === shouldBe ? [] : [`${name} is ${is}, not ${shouldBe}`]
  })
}
