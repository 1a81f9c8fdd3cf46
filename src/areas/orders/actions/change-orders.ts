import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../../../platform/operation/context.ts'
import { orders } from '../../../platform/db/schema/orders.ts'
import type { Role } from '../../../platform/db/schema/stores.ts'
import type { RefusedProblem } from '../../../platform/db/failure.ts'
import { notFound, ServiceError } from '../../../platform/errors/errors.ts'
import { id } from '../../../platform/values/ids.ts'
import { operation } from '../../../platform/operation/operation.ts'
import { idsOf, OrderReference } from '../../../platform/references/reference.ts'
import { errorBy, refusal } from '../../../platform/operation/refusals.ts'
import { actionRefusals } from './action-refusals.ts'
import { actionJson } from './act-on-order.ts'
import { allowedActions } from './allowed-actions.ts'
import {
  cancelOrder,
  completeOrder,
  confirmOrder,
  deliverOrder,
  holdOrder,
  noteOrder,
  payOrder,
  prepareOrder,
  refuseOrder,
  Shipping,
  shipOrder,
} from './action-operations.ts'
import type { OrderAction } from './order-actions.ts'
import { orderFacts, type OrderState, reservationOf } from '../order-state.ts'
import { Order } from '../order.ts'
import { limits } from '../../../platform/values/limits.ts'

const singleOrderFields = { order_id: true, expected_version: true } as const

const bulkFields = <Action extends OrderAction>(action: Action) => ({
  action: z.literal(action),
  order_ids: z.array(OrderReference).min(1).max(limits.bulk.orders),
})

const { tracking_number, tracking_url } = Shipping

const ShippedOrder = z.strictObject({ order_id: OrderReference, tracking_number, tracking_url })

const BulkShip = shipOrder.input
  .omit({ ...singleOrderFields, items: true })
  .extend({
    ...bulkFields('ship'),
    order_ids: bulkFields('ship').order_ids.optional(),
    orders: z
      .array(ShippedOrder)
      .min(1)
      .max(limits.bulk.orders)
      .optional()
      .describe('In place of order_ids: orders that have a tracking number of their own'),
  })
  .superRefine(({ order_ids, orders, ...shared }, context) => {
    const problem = (path: string, code: 'required' | 'conflicting_fields', message: string) =>
      context.addIssue({ code: 'custom', path: [path], message, params: { code } })
    if (order_ids === undefined && orders === undefined) problem('order_ids', 'required', 'Send order_ids or orders.')
    if (order_ids && orders) problem('order_ids', 'conflicting_fields', 'Send either order_ids or orders.')
    for (const name of ['tracking_number', 'tracking_url'] as const)
      if (orders && shared[name] !== undefined) problem(name, 'conflicting_fields', 'With orders, send it there.')
  })

// Refunds, returns and shipments of some items differ for each order, so bulk does not offer them.
const BulkInput = z.discriminatedUnion('action', [
  confirmOrder.input.omit(singleOrderFields).extend(bulkFields('confirm')),
  holdOrder.input.omit(singleOrderFields).extend(bulkFields('hold')),
  prepareOrder.input.omit(singleOrderFields).extend(bulkFields('prepare')),
  BulkShip,
  deliverOrder.input.omit(singleOrderFields).extend(bulkFields('deliver')),
  payOrder.input.omit({ ...singleOrderFields, amount: true, overpayment: true }).extend(bulkFields('payments')),
  refuseOrder.input.omit({ ...singleOrderFields, items: true }).extend(bulkFields('refuse')),
  cancelOrder.input.omit(singleOrderFields).extend(bulkFields('cancel')),
  completeOrder.input.omit(singleOrderFields).extend(bulkFields('complete')),
  noteOrder.input.omit(singleOrderFields).extend(bulkFields('notes')),
])

const { number, status, payment_status, fulfillment_status, hold_reason, reservation, version, allowed_actions } =
  Order.shape

const BulkResult = z.object({
  id: id('order'),
  ok: z.boolean().describe('Also true if the action was already applied'),
  order: z
    .object({ number, status, payment_status, fulfillment_status, hold_reason, reservation, version, allowed_actions })
    .nullable()
    .describe('Current state of the order'),
  error: z.object({ code: z.string(), detail: z.string() }).nullable(),
})

export const changeOrders = operation(
  {
    name: 'change_orders',
    scope: 'orders:write',
    input: BulkInput,
    output: z.object({
      data: z.array(BulkResult).describe('In the same sequence as order_ids'),
      succeeded: z.int(),
      failed: z.int(),
    }),
    refusals: {
      order_listed_twice: refusal('invalid_input', {}, 'Each order may be listed once.', {
        pointer: '/orders',
        problem: 'duplicate',
      }),
    },
  },
  async ({ write }, input) => {
    const { ids, inputs, action, ...shared } = targetsOf(input)
    const actionWithInput = actionJson(action, shared)
    const { results, role } = await write({
      call: (key) =>
        sql`app.change_orders(app.only_store(), ${ids}, ${JSON.stringify(inputs)}::jsonb, ${actionWithInput}::jsonb, ${key})`,
      read,
    })
    const data = results.map((result) => resultOf(result, role))
    const succeeded = data.filter(({ ok }) => ok).length
    return { data, succeeded, failed: data.length - succeeded }
  },
)

/** The orders, and what each of them has of its own. */
function targetsOf(input: z.output<typeof BulkInput>) {
  if (input.action === 'ship' && input.orders) {
    const { orders, order_ids: _none, ...shared } = input
    const ids = idsOf(
      'order',
      orders.map(({ order_id }) => order_id),
      '/orders',
    )
    return { ...shared, ids, inputs: orders.map(({ order_id: _id, ...own }) => own) }
  }
  const { order_ids = [], ...shared } = input
  return { ...shared, ids: idsOf('order', order_ids, '/order_ids'), inputs: [] }
}

type BulkState = Omit<OrderState, 'role'> & { readonly number: number; readonly version: number }

type StoredResult = {
  readonly id: string
  readonly order: BulkState | null
  readonly problems: readonly RefusedProblem[] | null
}

const read: Read<{ results: readonly StoredResult[]; role: Role | null }> = (db, result) =>
  db
    .select({
      results: sql<readonly StoredResult[]>`(select jsonb_agg(jsonb_build_object(
          'id', r.value -> 'id', 'problems', nullif(r.value -> 'problems', 'null'),
          'order', case when r.value -> 'order' <> 'null' then jsonb_build_object(
            'number', o.number, 'version', o.version, 'status', o.status, 'paymentStatus', o.payment_status,
            'fulfillmentStatus', o.fulfillment_status, 'holdReason', o.hold_reason, 'deliveredAt', o.delivered_at,
            'releasedAt', o.released_at, 'movesStock', o.moves_stock,
            'dueMinor', o.due_minor, 'paidMinor', o.paid_minor, 'refundedMinor', o.refunded_minor, 'currencyExponent', o.currency_exponent,
            'lines', o.lines) end) order by r.ordinality)
        from jsonb_array_elements(kept -> 'results') with ordinality as r
        cross join lateral jsonb_populate_record(null::${orders}, nullif(r.value -> 'order', 'null')) as o)`,
      role: sql<Role | null>`app.role((kept ->> 'store_id')::uuid)`,
    })
    .from(sql`(select ${result} as kept) as done`)

function resultOf({ id, order, problems }: StoredResult, role: Role | null) {
  if (order === null) return { id, ok: false, order, error: toError(notFound('order')) }
  return {
    id,
    ok: problems === null,
    order: {
      number: order.number,
      status: order.status,
      payment_status: order.paymentStatus,
      fulfillment_status: order.fulfillmentStatus,
      hold_reason: order.holdReason,
      reservation: reservationOf(order),
      version: order.version,
      allowed_actions: allowedActions(orderFacts({ ...order, role }), role),
    },
    error: problems && toError(errorBy(problems, actionRefusals) ?? notAllowed),
  }
}

// For a problem that the table lacks.
const notAllowed = new ServiceError('invalid_transition', 'The order does not allow this action in its current state.')

const toError = ({ code, message }: ServiceError) => ({ code, detail: message })
