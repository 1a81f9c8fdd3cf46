import * as z from 'zod'
import type { orders } from '../../platform/db/schema/orders.ts'
import { text } from '../../platform/transfer/cell-types.ts'
import { column } from '../../platform/transfer/sheet.ts'
import { Identifier } from '../../platform/values/pasted.ts'
import { Line, maybe, Text } from '../../platform/values/text.ts'

type Declaration = {
  /** Its column, which in SQL has the name of the field. */
  readonly column: keyof typeof orders.$inferSelect
  readonly schema: z.ZodString
  /** What a new order's field says. */
  readonly about?: string
  /** Whether a search finds an order by it. */
  readonly isSearched: boolean
  /** What is left of it once the customer is anonymized: nothing, or all but their name, phone numbers and addresses. */
  readonly erased: 'removed' | 'scrubbed'
  /** Which tools have it: all that create or change an order, or only get_order and as an argument update_order. */
  readonly tools: 'all' | 'few'
}

/**
 * Texts that a merchant writes on an order and that nothing else depends on. Create, update, import, export, search, erasure, the
 * order as returned and the MCP tools all take them from here. CONTRIBUTING.md says what else a new one needs.
 */
const texts = {
  shipping_address: {
    column: 'shippingAddress',
    schema: Text(2000),
    about: "Default: the customer's address",
    isSearched: true,
    erased: 'removed',
    tools: 'all',
  },
  payment_method: { column: 'paymentMethod', schema: Line(100), isSearched: false, erased: 'scrubbed', tools: 'all' },
  po_number: {
    column: 'poNumber',
    schema: Identifier(100),
    about: "Number of the customer's purchase order",
    isSearched: true,
    erased: 'scrubbed',
    tools: 'few',
  },
  notes: {
    column: 'notes',
    schema: Text(5000),
    about: 'Internal notes',
    isSearched: true,
    erased: 'removed',
    tools: 'all',
  },
} as const satisfies Readonly<Record<string, Declaration>>

export type OrderText = keyof typeof texts

export type OrderTextColumn = (typeof texts)[OrderText]['column']

const isOrderText = (name: string): name is OrderText => name in texts

export const orderTextNames: readonly OrderText[] = Object.keys(texts).filter(isOrderText)

const isWhole = <Value>(made: Partial<Record<OrderText, Value>>): made is Record<OrderText, Value> =>
  orderTextNames.every((name) => name in made)

function each<Value>(valueOf: (declared: Declaration, name: OrderText) => Value): Record<OrderText, Value> {
  const made: Partial<Record<OrderText, Value>> = {}
  for (const name of orderTextNames) made[name] = valueOf(texts[name], name)
  if (!isWhole(made)) throw new Error('a text has no value')
  return made
}

/** The texts whose declaration is so. */
export const orderTextsWhere = (isSo: (declared: Declaration) => boolean): readonly OrderText[] =>
  orderTextNames.filter((name) => isSo(texts[name]))

/** Fields of a new or imported order. */
export const newOrderTexts = each(({ schema, about, tools }) => {
  const field = maybe(schema)
  const described = about === undefined ? field : field.describe(about)
  return tools === 'all' ? described : described.meta({ tool: false })
})

/** Fields of a change; null removes a text. */
export const changedOrderTexts = each(({ schema }) => schema.nullable().optional())

/** Fields of an order as returned. */
export const orderTexts = each(() => z.string().nullable())

/** The texts of a row of `orders`. */
export const toOrderTexts = (row: Readonly<Record<OrderTextColumn, string | null>>) =>
  each<string | null>((_declared, name) => row[texts[name].column])

/** For `pick`. */
export const pickOrderTexts = each(() => true as const)

/** An answer without the texts that few tools have. */
export const forAllTools = ({ shape }: z.ZodObject): z.ZodObject =>
  z.object(
    Object.fromEntries(Object.entries(shape).filter(([name]) => !isOrderText(name) || texts[name].tools === 'all')),
  )

/** Columns of the order in import and export files. */
export const orderTextColumns = orderTextNames.map((name) =>
  column(name, text, (order: Readonly<Record<OrderText, string | null>>) => order[name]),
)
