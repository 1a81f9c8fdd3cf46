import * as z from 'zod'
import type { OrderLine } from '../../../platform/db/schema/order-parts.ts'
import { toMajor } from '../../../platform/values/money.ts'
import { actionOperations } from './action-operations.ts'
import type { OrderAction } from './order-actions.ts'
import type { OrderRow } from '../order.ts'

type Json = Readonly<Record<string, unknown>>

export const ActionForm = z
  .looseObject({
    type: z.literal('object'),
    properties: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .describe(
        'The JSON Schema of each field. items, to ship or to return, is an array, and items.oneOf has a schema for each line of the order that has something left: its title is the product and variant, position is a const, and the maximum and default of quantity are what is left. amount, to pay, has what is due as its default and maximum. amount, to refund, has what was paid too much as its default, or if nothing was and nothing came back, all that was paid, and what can be refunded as its maximum',
      ),
    required: z.array(z.string()).describe('Fields that the action requires on this order'),
  })
  .describe(
    'JSON Schema (2020-12) of the request body. Defaults and maximums are what this order has left. The action accepts the defaults unchanged',
  )

type FieldsOf<Action extends OrderAction> = keyof z.output<(typeof actionOperations)[Action]['input']>

/** What an order adds to a field of the form. `required`: without it, this order would refuse the action. */
type Suggestion = Json & { readonly required?: true }

type Suggest = (row: OrderRow) => Readonly<Record<string, Suggestion>>

const suggestions: {
  readonly [Action in OrderAction]?: (row: OrderRow) => { readonly [Field in FieldsOf<Action>]?: Suggestion }
} = {
  ship: ({ lines }) => ({ items: choiceOf(lines, ({ quantity, shipped = 0 }) => quantity - shipped) }),
  return: ({ lines }) => ({ items: choiceOf(lines, unitsOut) }),
  refuse: ({ lines }) => ({ items: choiceOf(lines, unitsOut) }),
  payments: ({ dueMinor, currencyExponent }) => {
    const due = toMajor(dueMinor, currencyExponent)
    return { amount: { default: due, maximum: due } }
  },
  refunds: ({ paidMinor, refundedMinor, overpaidMinor, cameBackMinor, currencyExponent }) => {
    const refundable = paidMinor - refundedMinor
    const offered = overpaidMinor > 0 || cameBackMinor > 0 ? overpaidMinor : refundable
    const maximum = toMajor(refundable, currencyExponent)
    return { amount: { ...(offered > 0 && { default: toMajor(offered, currencyExponent) }), maximum } }
  },
}

const unitsOut = ({ shipped = 0, returned = 0, refused = 0 }: OrderLine) => shipped - returned - refused

/** The lines that have something left: a list of some of them, each by its position and at most what is left of it. */
function choiceOf(lines: readonly OrderLine[], leftOf: (line: OrderLine) => number): Suggestion {
  const left = lines.map((line) => ({ line, quantity: leftOf(line) })).filter(({ quantity }) => quantity > 0)
  return {
    default: left.map(({ line, quantity }) => ({ position: line.position, quantity })),
    ...(left.length > 0 && {
      maxItems: left.length,
      items: { oneOf: left.map(({ line, quantity }) => lineForm(line, quantity)) },
    }),
  }
}

const lineForm = ({ position, product_name, variant_name, variant_sku }: OrderLine, quantity: number) => ({
  title: variant_name === null ? product_name : `${product_name} – ${variant_name}`,
  ...(variant_sku !== null && { description: `SKU ${variant_sku}` }),
  type: 'object',
  properties: {
    position: { type: 'integer', const: position },
    quantity: { type: 'integer', minimum: 1, maximum: quantity, default: quantity },
  },
  required: ['position'],
  additionalProperties: false,
})

/** The JSON Schema (2020-12) of an action's body, with the order's own defaults and limits. */
export function actionForm(action: OrderAction, row: OrderRow): z.output<typeof ActionForm> {
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

const bodies = new Map<OrderAction, z.output<typeof ActionForm>>()

/** The action's own input, without what the path and If-Match say. */
function bodyOf(action: OrderAction): z.output<typeof ActionForm> {
  const known = bodies.get(action)
  if (known) return known
  const { order_id: _id, expected_version: _version, ...fields } = actionOperations[action].input.shape
  const { $schema: _dialect, ...made } = z.toJSONSchema(z.strictObject(fields), { io: 'input' })
  const simple: unknown = JSON.parse(JSON.stringify(made), (_name, node: unknown) => simpler(node))
  const body = ActionForm.parse({ properties: {}, required: [], ...Object(simple) })
  bodies.set(action, body)
  return body
}

/** Without null, which means that the field is absent; patterns that repeat a format; and the bounds of any integer. */
function simpler(node: unknown): unknown {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return node
  const { anyOf, ...rest }: Record<string, unknown> = { ...node }
  if (typeof rest['tool'] !== 'object') delete rest['tool']
  if (typeof rest['format'] === 'string') delete rest['pattern']
  if (!Array.isArray(anyOf)) return rest
  const values = anyOf.filter((one: unknown) => Object(one).type !== 'null')
  return values.length === 1 ? { ...Object(values[0]), ...rest } : { anyOf: values, ...rest }
}
