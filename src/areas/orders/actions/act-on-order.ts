import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Scope } from '../../../platform/auth/tokens/scopes.ts'
import type { Context } from '../../../platform/operation/context.ts'
import { type Selection, selection, typed } from '../../../platform/db/selection.ts'
import { ExpectedVersion, operation } from '../../../platform/operation/operation.ts'
import { OrderReference, type Reference } from '../../../platform/references/reference.ts'
import { actionRefusals } from './action-refusals.ts'
import { keptOrder, keptOrderRow } from '../kept-order.ts'
import { type OrderAction, ruleOf } from './order-actions.ts'
import { Order, toOrder } from '../order.ts'

/** The input of an operation on one order: its id, the expected version, and the operation's own fields. */
export const orderInput = <Shape extends z.ZodRawShape>(fields: Shape) =>
  z.strictObject({ order_id: OrderReference, expected_version: ExpectedVersion, ...fields })

type Target = { readonly order_id: Reference; readonly expected_version?: number | undefined }

/** The action's rule, in the form that app.take_action expects. */
export function actionRule(action: OrderAction) {
  const { when, done = null, patch, effect, event } = ruleOf(action)
  return { action, when, done, patch, effect, event }
}

/** The rule and the caller's input, as JSON. */
export const actionJson = (action: OrderAction, input: object): string =>
  JSON.stringify({ ...actionRule(action), input })

/** Units of an order's lines. */
export type Units = readonly {
  readonly position: number
  readonly variant_id: string
  readonly product_name: string
  readonly variant_name: string | null
  readonly quantity: number
}[]

/** What an action put back into stock. */
export const restocked = typed('jsonb', sql<Units | null>`done.kept -> 'restocked'`)

export const changedOrder = selection({ ...keptOrder(sql`done.kept`), restocked })

/** Takes the action, and selects from what is stored of it. */
export function takeAction<Row extends object>(
  { write }: Pick<Context, 'write'>,
  action: OrderAction,
  { order_id, expected_version, ...input }: Target,
  selected: Selection<Row>,
): Promise<Row> {
  const actionWithInput = actionJson(action, input)
  return write({
    call: (key) => sql`app.change_order(${order_id}, ${actionWithInput}::jsonb, ${expected_version ?? null}, ${key})`,
    selected,
  })
}

export const actOnOrder = async (
  context: Pick<Context, 'write'>,
  action: OrderAction,
  target: Target,
): Promise<z.output<typeof Order>> => toOrder(keptOrderRow(await takeAction(context, action, target, changedOrder)))

/** The operation for one action. Its rule says which roles may take it, when, and what it changes. */
export const orderOperation = <Input extends z.ZodType<Target>>(
  name: string,
  action: OrderAction,
  input: Input,
  scope: Scope = 'orders:write',
) =>
  operation({ name, scope, input, output: Order, refusals: actionRefusals }, (context, target) =>
    actOnOrder(context, action, target),
  )
