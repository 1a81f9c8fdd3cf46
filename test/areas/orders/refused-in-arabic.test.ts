import { expect, test } from 'vitest'
import * as z from 'zod'
import { explainState } from '../../../src/areas/orders/actions/explain-state.ts'
import { actionNames } from '../../../src/areas/orders/actions/order-actions.ts'
import { ordersRoutes, shipmentsRoutes } from '../../../src/areas/orders/routes.ts'
import { fulfillmentStatuses, holdReasons, orderStatuses } from '../../../src/platform/db/schema/order-states.ts'
import { fieldNames } from '../../../src/platform/http/arabic/arabic-fields.ts'
import { arabicTexts } from '../../../src/platform/http/arabic/arabic-texts.ts'

/** What the console's screens of orders do not ask for. */
const notOnScreens = ['create_order', 'quote_order', 'update_order', 'change_orders']

const operations = [...ordersRoutes.rows, ...shipmentsRoutes.rows]
  .flatMap((row) => ('operation' in row ? [row.operation] : []))
  .filter(({ id }) => !notOnScreens.includes(id))

const facts = {
  status: 'confirmed',
  fulfillment: 'shipped',
  held: true,
  delivered: false,
  paid: true,
  due: true,
  unshipped: false,
  out: true,
} as const

/** What any of the refusals may know. Each takes its own facts. */
const known = {
  status: 'confirmed',
  payment_status: 'partially_paid',
  fulfillment_status: 'shipped',
  hold_reason: 'no_answer',
  facts,
  role: 'staff',
  refundable_amount: 12.5,
  decimals: 3,
  action: 'prepare',
  product: 'شال',
  requested: 5,
  available: 2,
  candidates: [],
  shipments: [],
  due: 7,
  undo: 'ship',
  max_amount: 100,
}

const latin = /[a-z]/
const arabic = /\p{Script=Arabic}/u

test('the screens of orders are about these operations', () => {
  const names = operations.map(({ id }) => id)
  expect(names).toEqual(expect.arrayContaining(['list_orders', 'count_orders', 'get_order', 'ship_order']))
  expect(names).toEqual(expect.arrayContaining(['undo_action', 'void_payment', 'update_shipment']))
})

test('whatever they refuse, they refuse in Arabic', () => {
  for (const { id, refusals } of operations)
    for (const [name, { code, isTranslated, present }] of Object.entries(refusals)) {
      const where = `${id}: ${name}`
      expect(isTranslated, where).toBe(true)
      expect(Object.keys(arabicTexts), where).toContain(code)
      for (const by of ['refunded', 'paid', 'cancelled', 'changed', 'discount_used']) {
        const { detail } = present({ ...known, by }, 'ar')
        expect(detail, where).toMatch(arabic)
        expect(detail, where).not.toMatch(latin)
      }
      const withoutQuantity = present(
        { ...known, by: 'paid', requested: name === 'insufficient_stock' ? 5 : undefined, due: 0 },
        'ar',
      )
      expect(withoutQuantity.detail, where).not.toMatch(latin)
    }
})

test('every state of an order is explained in Arabic', () => {
  for (const action of actionNames)
    for (const status of orderStatuses)
      for (const fulfillment of fulfillmentStatuses)
        for (const hold_reason of [...holdReasons, null])
          for (const isSo of [true, false]) {
            const held = hold_reason !== null
            const state = {
              status,
              fulfillment,
              held,
              delivered: isSo,
              paid: isSo,
              due: !isSo,
              unshipped: !isSo,
              out: isSo,
            }
            for (const role of ['owner', 'staff'] as const) {
              const said = explainState({ action, facts: state, role, hold_reason }, 'ar')
              expect(said).toMatch(arabic)
              expect(said).not.toMatch(latin)
            }
          }
})

test('every field that they take has an Arabic name', () => {
  for (const { id, input } of operations)
    for (const field of fieldsOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })))
      expect(Object.keys(fieldNames), id).toContain(field)
})

function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap(fieldsOf)
  return Object.entries(schema).flatMap(([name, inner]) =>
    name === 'properties'
      ? [...Object.keys(Object(inner)), ...Object.values(Object(inner)).flatMap(fieldsOf)]
      : fieldsOf(inner),
  )
}
