import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Scope } from '../auth/tokens/scopes.ts'
import type { Context, Read } from '../context.ts'
import { keptRow } from '../db/as-table.ts'
import { orders } from '../db/schema/orders.ts'
import { id } from '../ids.ts'
import { ExpectedVersion, operation } from '../operation.ts'
import { actionRefusals } from './action-refusals.ts'
import { type OrderAction, ruleOf } from './order-actions.ts'
import { Order, orderColumns, type OrderRow, toOrder } from './order.ts'

/** The input of an action on one order, with what the action takes besides. */
export const ofOrder = <Shape extends z.ZodRawShape>(fields: Shape) =>
  z.strictObject({ order_id: id('order'), expected_version: ExpectedVersion, ...fields })

type Target = { readonly order_id: string; readonly expected_version?: number | undefined }

/** The action's row of the table, as app.take_action takes it. */
export function rowOf(action: OrderAction) {
  const { when, done = null, patch, effect, event } = ruleOf(action)
  return { action, when, done, patch, effect, event }
}

/** The same with what the caller sent. */
export const actOf = (action: OrderAction, input: object): string => JSON.stringify({ ...rowOf(action), input })

const readOrder: Read<OrderRow> = (db, result) => db.select(orderColumns).from(keptRow(orders, result))

/** Takes the action, or refuses where the order's state does not allow it. */
export async function actOnOrder(
  { write }: Pick<Context, 'write'>,
  action: OrderAction,
  { order_id, expected_version, ...input }: Target,
): Promise<z.output<typeof Order>> {
  const act = actOf(action, input)
  const row = await write({
    call: (key) => sql`app.change_order(${order_id}, ${act}::jsonb, ${expected_version ?? null}, ${key})`,
    read: readOrder,
  })
  return toOrder(row)
}

/** The operation of one action: who may, and what it needs and does is the action's row of the table. */
export const orderOperation = <Input extends z.ZodType<Target>>(
  name: string,
  action: OrderAction,
  input: Input,
  scope: Scope = 'orders:write',
) =>
  operation({ name, scope, input, output: Order, refusals: actionRefusals }, (context, given) =>
    actOnOrder(context, action, given),
  )
