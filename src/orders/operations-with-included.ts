import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { selection } from '../db/selection.ts'
import { id } from '../ids.ts'
import { ExpectedVersion, operation } from '../operation.ts'
import { actionOperations } from './action-operations.ts'
import { writeAction } from './act-on-order.ts'
import { finderOf, findOrder, foundColumns, getOrder } from './get-order.ts'
import type { OrderAction } from './order-actions.ts'
import { Asked, eventsColumn, OrderWithIncluded, changedOrder, rowWithEvents, toOrderWithIncluded } from './included.ts'
import { updatedOrder, updateOrder, writeUpdate } from './update-order.ts'

// The operations of REST that return one order: the same as for assistants, with what the screen of an order shows.

const updated = changedOrder(updatedOrder)
const changed = changedOrder(sql`done.kept`)

const findWithEvents = finderOf(selection({ ...foundColumns, events: eventsColumn }))

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
    output: OrderWithIncluded,
    refusals: updateOrder.refusals,
  },
  async (context, { include, ...input }) =>
    toOrderWithIncluded(rowWithEvents(await writeUpdate(context, input, updated({ include }))), { include }),
)

/** The fields that all actions have. */
type ActionInput = z.ZodObject<{ order_id: ReturnType<typeof id>; expected_version: typeof ExpectedVersion }>

export function actionWithIncluded(action: OrderAction) {
  const { id: name, scope, refusals, ...base } = actionOperations[action]
  const input: ActionInput = base.input
  return operation(
    { name, scope, input: input.extend(Asked), output: OrderWithIncluded, refusals },
    async (context, { include, ...target }) =>
      toOrderWithIncluded(rowWithEvents(await writeAction(context, action, target, changed({ include }))), { include }),
  )
}
