import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context, Read } from '../context.ts'
import { Refusal, violated } from '../db/failure.ts'
import { inVisibleStores } from '../db/in-stores.ts'
import { keptRow } from '../db/in-place-of.ts'
import { orders } from '../db/schema/orders.ts'
import { notFound, ServiceError } from '../errors.ts'
import { toMajor } from '../money.ts'
import { operation } from '../operation.ts'
import { Phone, phoneOf } from '../phone.ts'
import { Line, maybe, Tags, Text } from '../text.ts'
import { ofOrder } from './act-on-order.ts'
import { createOrder } from './create-order.ts'
import { selectLines, worst } from './explain-refusal.ts'
import { amountProblems, givesParts, lineProblems } from './order-problems.ts'
import { allowedActions } from './order-actions.ts'
import { factsOf, Order, orderColumns, type OrderRow, toOrder } from './order.ts'

const { items, total_amount, shipping_amount, tax_amount, discount_amount } = createOrder.input.shape

const Input = ofOrder({
  notes: Text(5000).nullable().optional(),
  tags: Tags.optional(),
  shipping_address: Text(2000).nullable().optional(),
  customer_phone: Phone.nullable().optional(),
  payment_method: Line(100).nullable().optional(),
  items: maybe(items).describe('All lines, in the place of those there are; only while nothing was prepared'),
  total_amount: maybe(total_amount).describe('Default, where lines or amounts change: the sum of the parts'),
  shipping_amount,
  tax_amount,
  discount_amount,
})

export const updateOrder = operation(
  { name: 'update_order', scope: 'orders:write', input: Input, output: Order },
  async ({ run, write }, input) => {
    const { order_id, expected_version, ...given } = input
    const changes = {
      ...given,
      ...(given.items && { items: given.items.map((item, index) => ({ ...item, position: index + 1 })) }),
      ...(given.customer_phone !== undefined && { customer_phone_e164: phoneOf(given.customer_phone) }),
    }
    try {
      const row = await write({
        call: (key) =>
          sql`app.edit_order(${order_id}, ${JSON.stringify(changes)}::jsonb, ${expected_version ?? null}, ${key})`,
        read,
      })
      return toOrder(row)
    } catch (error) {
      const own = error instanceof Refusal && (error.code === 'order_refused' || error.code === 'lines_fixed')
      if (!own && violated(error) !== 'inventory_enough') throw error
      throw await explain(run, input, error)
    }
  },
)

const read: Read<OrderRow> = (db, result) =>
  db.select(orderColumns).from(keptRow(orders, result, sql`done.kept -> 'order'`))

/** What of the lines and amounts the order cannot have, in a second, reading batch. */
async function explain(run: Context['run'], input: z.output<typeof Input>, cause: unknown): Promise<unknown> {
  const { order_id, items: given = [] } = input
  const storeId = sql`(select o.store_id from orders o where o.store_id = any(app.stores()) and o.id = ${order_id})`
  const [[row], lines] = await run((db) => [
    db
      .select(orderColumns)
      .from(orders)
      .where(and(inVisibleStores(orders.storeId), eq(orders.id, order_id))),
    selectLines(db, storeId, given, order_id),
  ])
  if (!row) return notFound('order')
  const extra = { allowed_actions: allowedActions(factsOf(row), row.role) }
  if (cause instanceof Refusal && cause.code === 'lines_fixed')
    return new ServiceError(
      'invalid_transition',
      `Lines and amounts stand once an order is being prepared or has ended: this one is ${row.status} and ${row.fulfillmentStatus}.`,
      { extra },
    )
  const major = (minor: number) => toMajor(minor, row.currencyExponent)
  const amounts = {
    total_amount: input.total_amount,
    shipping_amount: input.shipping_amount ?? major(row.shippingMinor),
    tax_amount: input.tax_amount ?? major(row.taxMinor),
    discount_amount: input.discount_amount ?? major(row.discountMinor),
  }
  const ordered = input.items ?? row.lines.map((line) => ({ ...line, unit_price: major(line.unit_price_minor) }))
  return worst(
    [
      ...lineProblems(lines),
      ...amountProblems({ ...amounts, items: ordered }, row.currencyExponent, givesParts(input)),
    ],
    { items: given },
    lines,
    stockMoved,
  )
}

// Short when the change was tried, enough when the question was asked: somebody cancelled or restocked in between.
const stockMoved = new ServiceError(
  'insufficient_stock',
  'The stock changed at this very moment. Send the change again.',
)
