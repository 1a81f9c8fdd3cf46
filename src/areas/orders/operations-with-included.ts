import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { selection } from '../../platform/db/selection.ts'
import { ExpectedVersion, operation } from '../../platform/operation/operation.ts'
import {
  actionOperations,
  refuseOrder,
  ReturnedGoods,
  returnedGoods,
  returnOrder,
} from './actions/action-operations.ts'
import { orderInput, takeAction } from './actions/act-on-order.ts'
import { undoRefusals } from './actions/undo-refusals.ts'
import { voidRefusals } from './actions/void-refusals.ts'
import { id } from '../../platform/values/ids.ts'
import { Line, maybe } from '../../platform/values/text.ts'
import { getOrder, orderFinder } from './get-order.ts'
import type { OrderAction } from './actions/order-actions.ts'
import type { OrderReference } from '../../platform/references/reference.ts'
import {
  Asked,
  AskedOfRead,
  changedOrderWithEvents,
  columnsWith,
  OrderWithIncluded,
  rowWithEvents,
  toOrderWithIncluded,
} from './included.ts'
import { changeNotesOf } from './change-notes.ts'
import { dryRunOf, updatedOrder, UpdateNotes, updateOrder, writeUpdate } from './update-order.ts'

// The operations of REST that return one order: the same as for assistants, plus what an order screen shows.

const updated = changedOrderWithEvents(updatedOrder)
const changed = changedOrderWithEvents(sql`done.kept`)

type Asked = z.output<z.ZodObject<typeof AskedOfRead>>

const finders = new Map<string, ReturnType<typeof finderWith>>()

const finderWith = (asked: Asked) => orderFinder(selection(columnsWith(asked)))

/** Made once for each choice, of which there are few. */
function finderFor(asked: Asked) {
  const key = asked.include?.join() ?? ''
  const find = finders.get(key) ?? finderWith(asked)
  finders.set(key, find)
  return find
}

export const getOrderWithIncluded = operation(
  { name: getOrder.id, scope: getOrder.scope, input: getOrder.input.extend(AskedOfRead), output: OrderWithIncluded },
  async (context, { order_id, ...asked }) => toOrderWithIncluded(await finderFor(asked)(context, order_id), asked),
)

export const updateOrderWithIncluded = operation(
  {
    name: updateOrder.id,
    scope: updateOrder.scope,
    input: updateOrder.input.extend(Asked),
    output: OrderWithIncluded.extend(UpdateNotes),
    refusals: updateOrder.refusals,
  },
  async (context, { include, ...input }) => {
    const done = await writeUpdate(context, input, updated({ include }))
    const row = rowWithEvents(done)
    return {
      ...toOrderWithIncluded(row, { include }),
      ...(await changeNotesOf(done, input, row)),
      ...dryRunOf(input),
    }
  },
)

/** The fields that all actions have. */
type ActionInput = z.ZodObject<{ order_id: typeof OrderReference; expected_version: typeof ExpectedVersion }>

const withAsked = ({ input }: { readonly input: ActionInput }) => input.extend(Asked)

/** The actions that take goods back. Their answer says what came of it. */
const goodsActions = { return: returnOrder, refuse: refuseOrder } as const

type GoodsAction = keyof typeof goodsActions

export const isGoodsAction = (action: OrderAction): action is GoodsAction => Object.hasOwn(goodsActions, action)

export function actionWithIncluded(action: Exclude<OrderAction, GoodsAction>) {
  const base = actionOperations[action]
  const { id: name, scope, refusals } = base
  return operation(
    { name, scope, input: withAsked(base), output: OrderWithIncluded, refusals },
    async (context, { include, ...target }) =>
      toOrderWithIncluded(rowWithEvents(await takeAction(context, action, target, changed({ include }))), { include }),
  )
}

export const ReturnedOrder = OrderWithIncluded.extend(ReturnedGoods)

export function goodsActionWithIncluded(action: GoodsAction) {
  const base = goodsActions[action]
  const { id: name, scope, refusals } = base
  return operation(
    { name, scope, input: withAsked(base), output: ReturnedOrder, refusals },
    async (context, { include, ...target }) => {
      const done = await takeAction(context, action, target, changed({ include }))
      const row = rowWithEvents(done)
      return { ...toOrderWithIncluded(row, { include }), ...returnedGoods(row, done.restocked) }
    },
  )
}

export const undoAction = operation(
  {
    name: 'undo_action',
    scope: 'orders:correct',
    input: orderInput({ reason: maybe(Line(1000)).describe('Shown in the timeline') }).extend(Asked),
    output: OrderWithIncluded,
    refusals: undoRefusals,
  },
  async ({ write }, { include, order_id, reason = null, expected_version = null }) => {
    const done = await write({
      call: (key) => sql`app.undo_action(${order_id}, ${reason}, ${expected_version}, ${key})`,
      selected: changed({ include }),
    })
    return toOrderWithIncluded(rowWithEvents(done), { include })
  },
)

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
