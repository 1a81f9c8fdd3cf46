import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../context.ts'
import { orders } from '../db/schema/orders.ts'
import type { Role } from '../db/schema/stores.ts'
import type { RefusedProblem } from '../db/failure.ts'
import { notFound, ServiceError } from '../errors.ts'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'
import { errorBy } from '../refusals.ts'
import { actionRefusals } from './action-refusals.ts'
import { actOf } from './act-on-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { completeOrder } from './complete-order.ts'
import { confirmOrder } from './confirm-order.ts'
import { deliverOrder } from './deliver-order.ts'
import { holdOrder } from './hold-order.ts'
import { noteOrder } from './note-order.ts'
import { allowedActions, type OrderAction } from './order-actions.ts'
import { factsOf, Order, type OrderState, reservationOf } from './order.ts'
import { payOrder } from './pay-order.ts'
import { prepareOrder } from './prepare-order.ts'
import { shipOrder } from './ship-order.ts'

const single = { order_id: true, expected_version: true } as const

const of = <Action extends OrderAction>(action: Action) => ({
  action: z.literal(action),
  order_ids: z.array(id('order')).min(1).max(100),
})

// What differs from one order to the next – items, refunds, returns – is done one by one.
const BulkInput = z.discriminatedUnion('action', [
  confirmOrder.input.omit(single).extend(of('confirm')),
  holdOrder.input.omit(single).extend(of('hold')),
  prepareOrder.input.omit(single).extend(of('prepare')),
  shipOrder.input.omit({ ...single, items: true }).extend(of('ship')),
  deliverOrder.input.omit(single).extend(of('deliver')),
  payOrder.input.omit({ ...single, amount: true }).extend(of('payments')),
  cancelOrder.input.omit(single).extend(of('cancel')),
  completeOrder.input.omit(single).extend(of('complete')),
  noteOrder.input.omit(single).extend(of('notes')),
])

const { number, status, payment_status, fulfillment_status, hold_reason, reservation, version, allowed_actions } =
  Order.shape

const BulkResult = z.object({
  id: id('order'),
  ok: z.boolean().describe('Also where the action had been taken before'),
  order: z
    .object({ number, status, payment_status, fulfillment_status, hold_reason, reservation, version, allowed_actions })
    .nullable()
    .describe('The order as it stands now'),
  error: z.object({ code: z.string(), detail: z.string() }).nullable(),
})

export const changeOrders = operation(
  {
    name: 'change_orders',
    scope: 'orders:write',
    input: BulkInput,
    output: z.object({
      data: z.array(BulkResult).describe('In the order in which the ids were sent'),
      succeeded: z.int(),
      failed: z.int(),
    }),
  },
  async ({ write }, { action, order_ids, ...input }) => {
    const ids = [...new Set(order_ids)]
    const act = actOf(action, input)
    const { results, role } = await write({
      call: (key) => sql`app.change_orders(app.only_store(), ${sql.param(ids)}::uuid[], ${act}::jsonb, ${key})`,
      read,
    })
    const data = results.map((result) => resultOf(result, role))
    const succeeded = data.filter(({ ok }) => ok).length
    return { data, succeeded, failed: data.length - succeeded }
  },
)

type State = Omit<OrderState, 'role'> & { readonly number: number; readonly version: number }

type Kept = {
  readonly id: string
  readonly order: State | null
  readonly problems: readonly RefusedProblem[] | null
}

/** Of each order, what its state is made of. */
const read: Read<{ results: readonly Kept[]; role: Role | null }> = (db, result) =>
  db
    .select({
      results: sql<readonly Kept[]>`(select jsonb_agg(jsonb_build_object(
          'id', r.value -> 'id', 'problems', coalesce(nullif(r.value -> 'problems', 'null'), case when r.value ->> 'refused' is not null then '[]'::jsonb end),
          'order', case when r.value -> 'order' <> 'null' then jsonb_build_object(
            'number', o.number, 'version', o.version, 'status', o.status, 'paymentStatus', o.payment_status,
            'fulfillmentStatus', o.fulfillment_status, 'holdReason', o.hold_reason, 'deliveredAt', o.delivered_at,
            'releasedAt', o.released_at, 'movesStock', o.moves_stock,
            'paidMinor', o.paid_minor, 'refundedMinor', o.refunded_minor, 'currencyExponent', o.currency_exponent,
            'lines', o.lines) end) order by r.ordinality)
        from jsonb_array_elements(kept -> 'results') with ordinality as r
        cross join lateral jsonb_populate_record(null::${orders}, nullif(r.value -> 'order', 'null')) as o)`,
      role: sql<Role | null>`app.role(app.only_store())`,
    })
    .from(sql`(select ${result} as kept) as done`)

function resultOf({ id, order, problems }: Kept, role: Role | null) {
  if (order === null) return { id, ok: false, order, error: shortOf(notFound('order')) }
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
      allowed_actions: allowedActions(factsOf({ ...order, role }), role),
    },
    error: problems && shortOf(errorBy(problems, actionRefusals) ?? notAllowed),
  }
}

// For results that were kept before they had problems.
const notAllowed = new ServiceError('invalid_transition', 'The state of the order does not allow this action.')

const shortOf = ({ code, message }: ServiceError) => ({ code, detail: message })
