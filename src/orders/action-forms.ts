import * as z from 'zod'
import type { OrderLine } from '../db/schema/orders.ts'
import { toMajor } from '../money.ts'
import { actionOperations } from './action-operations.ts'
import type { OrderAction } from './order-actions.ts'
import type { OrderRow } from './order.ts'

type Json = Readonly<Record<string, unknown>>

type FieldsOf<Action extends OrderAction> = keyof z.output<(typeof actionOperations)[Action]['input']>

/** What an order adds to a field of the form. `required`: without it, this order would refuse the action. */
type Suggestion = { readonly default?: unknown; readonly maximum?: number; readonly required?: true }

type Suggest = (row: OrderRow) => Readonly<Record<string, Suggestion>>

const suggestions: {
  readonly [Action in OrderAction]?: (row: OrderRow) => { readonly [Field in FieldsOf<Action>]?: Suggestion }
} = {
  ship: ({ lines }) => ({ items: { default: left(lines, ({ quantity, shipped = 0 }) => quantity - shipped) } }),
  return: ({ lines }) => ({ items: { default: left(lines, ({ shipped = 0, returned = 0 }) => shipped - returned) } }),
  payments: (row) => ({ amount: unpaid(row) }),
  refunds: ({ paidMinor, refundedMinor, currencyExponent }) => {
    const refundable = toMajor(paidMinor - refundedMinor, currencyExponent)
    return { amount: { default: refundable, maximum: refundable } }
  },
}

const left = (lines: readonly OrderLine[], leftOf: (line: OrderLine) => number) =>
  lines.flatMap((line) => (leftOf(line) > 0 ? [{ position: line.position, quantity: leftOf(line) }] : []))

function unpaid({ totalMinor, paidMinor, refundedMinor, currencyExponent }: OrderRow): Suggestion {
  if (totalMinor > paidMinor) return { default: toMajor(totalMinor - paidMinor, currencyExponent) }
  // Refunds of an overpayment do not count (app.refunded_of_total).
  return refundedMinor > paidMinor - totalMinor ? { required: true } : {}
}

/** The JSON Schema (2020-12) of an action's body, with the order's own defaults and limits. */
export function actionForm(action: OrderAction, row: OrderRow): Json {
  const form = bodyOf(action)
  const suggest: Suggest | undefined = suggestions[action]
  const added = Object.entries(suggest?.(row) ?? {})
  const properties = added.map(([name, { required: _required, ...facts }]) => [
    name,
    { ...form.properties[name], ...facts },
  ])
  const required = added.flatMap(([name, suggestion]) => (suggestion.required ? [name] : []))
  return {
    ...form,
    properties: { ...form.properties, ...Object.fromEntries(properties) },
    required: [...new Set([...form.required, ...required])],
  }
}

const Body = z.looseObject({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
})

const bodies = new Map<OrderAction, z.output<typeof Body>>()

/** The action's own input, without what the path and If-Match say. */
function bodyOf(action: OrderAction): z.output<typeof Body> {
  const known = bodies.get(action)
  if (known) return known
  const { order_id: _id, expected_version: _version, ...fields } = actionOperations[action].input.shape
  const { $schema: _dialect, ...made } = z.toJSONSchema(z.strictObject(fields), { io: 'input' })
  const body = Body.parse(JSON.parse(JSON.stringify(made), (_name, node: unknown) => simpler(node)))
  bodies.set(action, body)
  return body
}

/** Without null, which means that the field is absent; patterns that repeat a format; and the bounds of any integer. */
function simpler(node: unknown): unknown {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return node
  const { anyOf, ...rest }: Record<string, unknown> = { ...node }
  if (typeof rest['format'] === 'string') delete rest['pattern']
  if (!Array.isArray(anyOf)) return rest
  const values = anyOf.filter((one: unknown) => Object(one).type !== 'null')
  return values.length === 1 ? { ...Object(values[0]), ...rest } : { anyOf: values, ...rest }
}
