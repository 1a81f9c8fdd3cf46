import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { selection } from '../../platform/db/selection.ts'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import { actionOperations, returnOrder } from './actions/action-operations.ts'
import { orderInput, takeAction } from './actions/act-on-order.ts'
import { voidRefusals } from './actions/action-refusals.ts'
import { id } from '../../platform/values/ids.ts'
import { Line } from '../../platform/values/text.ts'
import { findOrder, getOrder, orderFinder } from './get-order.ts'
import type { OrderAction } from './actions/order-actions.ts'
import type { OrderReference } from '../../platform/references/reference.ts'
import { orderColumns } from './order.ts'
import {
  Asked,
  changedOrderWithEvents,
  eventsColumn,
  included,
  OrderWithIncluded,
  rowWithEvents,
  toOrderWithIncluded,
} from './included.ts'
import { ChangeNotes, changeNotesOf } from './price-notes.ts'
import { suggestedRefund } from './actions/suggested-refund.ts'
import { updatedOrder, updateOrder, writeUpdate } from './update-order.ts'

// The operations of REST that return one order: the same as for assistants, plus what an order screen shows.

const updated = changedOrderWithEvents(updatedOrder)
const changed = changedOrderWithEvents(sql`done.kept`)

const findWithEvents = orderFinder(selection({ ...orderColumns, events: eventsColumn }))

export const getOrderWithIncluded = operation(
  { name: getOrder.id, scope: getOrder.scope, input: getOrder.input.extend(Asked), output: OrderWithIncluded },
  async (context, { order_id, ...asked }) => {
    const find = asked.include?.includes('events') ? findWithEvents : findOrder
    return toOrderWithIncluded(await find(context, order_id), asked)
  },
)

export const updateOrderWithIncluded = operation(
  {
    name: updateOrder.id,
    scope: updateOrder.scope,
    input: updateOrder.input.extend(Asked),
    output: OrderWithIncluded.extend(ChangeNotes),
    refusals: updateOrder.refusals,
  },
  async (context, { include, ...input }) => {
    const done = await writeUpdate(context, input, updated({ include }))
    const row = rowWithEvents(done)
    return { ...toOrderWithIncluded(row, { include }), ...changeNotesOf(done, row.currencyExponent) }
  },
)

/** The fields that all actions have. */
type ActionInput = z.ZodObject<{ order_id: typeof OrderReference; expected_version: typeof ExpectedVersion }>

const withAsked = ({ input }: { readonly input: ActionInput }) => input.extend(Asked)

export function actionWithIncluded(action: Exclude<OrderAction, 'return'>) {
  const base = actionOperations[action]
  const { id: name, scope, refusals } = base
  return operation(
    { name, scope, input: withAsked(base), output: OrderWithIncluded, refusals },
    async (context, { include, ...target }) =>
      toOrderWithIncluded(rowWithEvents(await takeAction(context, action, target, changed({ include }))), { include }),
  )
}

const voidInput = orderInput({
  payment_id: id('payment'),
  reason: Line(1000).describe('What was wrong. Shown in the timeline'),
})

export const voidPayment = operation(
  {
    name: 'void_payment',
    scope: 'orders:correct',
    input: voidInput.extend(Asked),
    output: OrderWithIncluded,
    refusals: voidRefusals,
  },
  async ({ write }, { include, order_id, payment_id, reason, expected_version = null }) => {
    const done = await write({
      call: (key) => sql`app.void_payment(${order_id}, ${payment_id}, ${reason}, ${expected_version}, ${key})`,
      selected: changed({ include }),
    })
    return toOrderWithIncluded(rowWithEvents(done), { include })
  },
)

const { id: name, scope, refusals } = returnOrder

export const returnOrderWithIncluded = operation(
  { name, scope, input: withAsked(returnOrder), output: returnOrder.output.extend(included), refusals },
  async (context, { include, ...target }) => {
    const row = rowWithEvents(await takeAction(context, 'return', target, changed({ include })))
    return { ...toOrderWithIncluded(row, { include }), suggested_refund: suggestedRefund(row) }
  },
)
