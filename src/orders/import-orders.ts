import * as z from 'zod'
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from '../db/schema/orders.ts'
import type { Problem } from '../errors.ts'
import { ExternalId, isId, newId } from '../ids.ts'
import { operation } from '../operation.ts'
import { phoneOf } from '../phone.ts'
import { Line, maybe, Moment, Tags } from '../text.ts'
import { ImportInput, ImportReport, importRows, type Into, type Refused } from '../transfer/import-rows.ts'
import { explainBy, tells } from '../transfer/refusals.ts'
import { createOrder } from './create-order.ts'
import { ImportedItem } from './new-item.ts'
import { amountProblems, type Line as OrderLine, lineProblems, noCustomer, stockProblems } from './order-problems.ts'
import { orderSheet } from './order-sheet.ts'
import { Platform } from './order.ts'

const { shipping_amount, tax_amount, discount_amount, shipping_address, payment_method, notes, customer_phone } =
  createOrder.input.shape

const OrderRow = z
  .strictObject({
    external_id: maybe(ExternalId),
    id: maybe(Line(200)),
    customer_id: maybe(Line(200)).describe('Id of the customer, or their external_id'),
    customer_name: maybe(Line(200)),
    customer_phone,
    customer_email: maybe(z.email().max(254)),
    created_at: maybe(Moment),
    status: maybe(z.enum(orderStatuses)),
    payment_status: maybe(z.enum(paymentStatuses)),
    fulfillment_status: maybe(z.enum(fulfillmentStatuses)),
    platform: maybe(Platform),
    currency: maybe(Line(3).toUpperCase()),
    shipping_amount,
    tax_amount,
    discount_amount,
    adjustment_amount: maybe(z.number().min(-1e15).max(1e15)),
    total_amount: maybe(createOrder.input.shape.total_amount),
    shipping_address,
    payment_method,
    notes,
    tags: maybe(Tags),
    items: z.array(ImportedItem).min(1).max(100),
  })
  .refine(({ external_id, id }) => (external_id ?? id) !== undefined, {
    path: ['external_id'],
    message: "Give the order's id in the shop that it comes from: by it an order is never imported twice",
  })
  .refine(({ items }) => items.every((item) => item.product_id ?? item.variant_id ?? item.variant_sku), {
    path: ['items'],
    message: 'Give a SKU, or a product_id, in every line',
  })

type OrderRow = z.output<typeof OrderRow>

/** Makes the orders that are not in the store yet; those that are stay as they are. */
export const importOrders = operation(
  {
    name: 'import_orders',
    scope: 'orders:write',
    input: ImportInput.extend({
      reserve_stock: z.boolean().describe('False: the stock on hand does not count the goods of these orders any more'),
    }),
    output: ImportReport,
  },
  (context, { dry_run, file, reserve_stock }) =>
    importRows(context, {
      kind: 'orders',
      dry_run,
      file,
      sheet: orderSheet,
      schema: OrderRow,
      keyOf: ({ external_id, id }) => external_id ?? id,
      toRow: (row) => toRow(row, reserve_stock),
      explain,
    }),
)

const uuidOf = (given: string | undefined) => (given !== undefined && isId(given) ? given.toLowerCase() : null)

function toRow({ external_id, id, ...row }: OrderRow, reserveStock: boolean) {
  const { customer_id, customer_email, status, payment_status, fulfillment_status, currency, items, ...order } = row
  const key = external_id ?? id
  const phone = { customer_phone: order.customer_phone, customer_phone_e164: phoneOf(order.customer_phone) }
  return {
    key,
    own_id: uuidOf(id),
    currency,
    pending:
      (status ?? 'pending') === 'pending' &&
      (payment_status ?? 'unpaid') === 'unpaid' &&
      (fulfillment_status ?? 'unfulfilled') === 'unfulfilled',
    customer: {
      id: newId(),
      own_id: uuidOf(customer_id),
      ref: customer_id,
      name: order.customer_name,
      phone: phone.customer_phone,
      phone_e164: phone.customer_phone_e164,
      email: customer_email,
      address: order.shipping_address,
    },
    order: {
      ...order,
      ...phone,
      id: newId(),
      external_id: key,
      platform: order.platform ?? 'import',
      source: 'import',
      tags: order.tags ?? [],
      moves_stock: reserveStock,
      items: items.map((item, index) => ({
        ...item,
        position: index + 1,
        product_id: uuidOf(item.product_id),
        product_ref: item.product_id,
      })),
    },
  }
}

function explain(refused: Refused, row: OrderRow, into: Into): readonly Problem[] {
  const lines = linesOf(refused)
  if (refused.code === 'order_refused') {
    const problems = [
      ...lineProblems(lines).map((problem) => bySku(problem, row)),
      ...amountProblems(row, into.exponent),
    ]
    if (problems.length > 0) return problems
  }
  if (refused.code === 'inventory_enough') {
    const problems = stockProblems(row, lines)
    if (problems.length > 0) return problems
  }
  return [explainBy(refusals, refused, into)]
}

/** A product that was named by its SKU alone is missing under that. */
function bySku(problem: Problem, { items }: OrderRow): Problem {
  const [, index] = /^\/items\/(\d+)\/product_id$/.exec(problem.pointer) ?? []
  const item = items[Number(index)]
  if (!item || item.product_id !== undefined || item.variant_sku === undefined) return problem
  return {
    ...problem,
    pointer: `/items/${index}/variant_sku`,
    detail: 'There is no variant with this SKU in the store, or its product is archived.',
  }
}

const linesOf = ({ lines }: Refused): readonly OrderLine[] => (Array.isArray(lines) ? lines : [])

const refusals = {
  customer_not_found: () => ({
    ...noCustomer,
    detail:
      'There is no such customer in the store. To make one, give customer_name and a customer_id, customer_phone or customer_email.',
  }),
  status_not_importable: tells(
    '/status',
    'status_not_importable',
    'Only orders that are pending, unpaid and unfulfilled can be imported. Leave the row out, or its statuses empty to take the order as a new one.',
  ),
  created_in_the_future: tells('/created_at', 'invalid_input', 'An order cannot have been made in the future.'),
  orders_external_key: tells('/external_id', 'duplicate', 'An order of this store has this external_id.'),
}
