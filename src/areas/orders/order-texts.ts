import * as z from 'zod'
import { text } from '../../platform/transfer/cell-types.ts'
import { column } from '../../platform/transfer/sheet.ts'
import { Line, maybe, Text } from '../../platform/values/text.ts'

// Texts that a merchant writes on an order and that nothing else depends on. Create, update, import, export, the order as
// returned and the MCP tools all take them from here. A new one also needs its column, and a place in app.place_order,
// app.edit_order and app.anonymize_customer; tests go through the names and fail without it.

const schemas = {
  shipping_address: Text(2000),
  payment_method: Line(100),
  notes: Text(5000),
}

export type OrderText = keyof typeof schemas

type Texts = Readonly<Record<OrderText, string | null>>

/** Fields of a new or imported order. */
export const newOrderTexts = {
  shipping_address: maybe(schemas.shipping_address).describe("Default: the customer's address"),
  payment_method: maybe(schemas.payment_method),
  notes: maybe(schemas.notes).describe('Internal notes'),
} satisfies Record<OrderText, z.ZodType>

/** Fields of a change; null removes a text. */
export const changedOrderTexts = {
  shipping_address: schemas.shipping_address.nullable().optional(),
  payment_method: schemas.payment_method.nullable().optional(),
  notes: schemas.notes.nullable().optional(),
} satisfies Record<OrderText, z.ZodType>

/** Fields of an order as returned. */
export const orderTexts = {
  shipping_address: z.string().nullable(),
  payment_method: z.string().nullable(),
  notes: z.string().nullable(),
} satisfies Record<OrderText, z.ZodType>

/** The texts of a row of `orders`. */
export const toOrderTexts = (row: {
  readonly shippingAddress: string | null
  readonly paymentMethod: string | null
  readonly notes: string | null
}): Texts => ({
  shipping_address: row.shippingAddress,
  payment_method: row.paymentMethod,
  notes: row.notes,
})

/** For `pick`. */
export const pickOrderTexts = {
  shipping_address: true,
  payment_method: true,
  notes: true,
} as const satisfies Record<OrderText, true>

const isOrderText = (name: string): name is OrderText => name in schemas

export const orderTextNames: readonly OrderText[] = Object.keys(schemas).filter(isOrderText)

/** Columns of the order in import and export files. */
export const orderTextColumns = orderTextNames.map((name) => column(name, text, (order: Texts) => order[name]))
