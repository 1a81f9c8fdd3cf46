import * as z from 'zod'
import { id } from '../../../platform/values/ids.ts'
import { operation } from '../../../platform/operation/operation.ts'
import { markSettled } from '../../../platform/operation/settled.ts'
import { ActionForm, actionForm } from './action-forms.ts'
import { allowedActions, nextAction } from './allowed-actions.ts'
import { findOrder, getOrder } from '../get-order.ts'
import { actionNames, ruleOf } from './order-actions.ts'
import { orderFacts, reservationOf } from '../order-state.ts'
import type { OrderRow } from '../order.ts'

export const OfferedAction = z.object({
  name: z.enum(actionNames),
  about: z.string(),
  method: z.literal('POST'),
  path: z.string(),
  form: ActionForm,
})

/** The actions that the caller can take on an order now, each with the form of its body. */
export const listOrderActions = operation(
  {
    name: 'list_order_actions',
    scope: 'orders:read',
    input: getOrder.input,
    output: z.object({
      order_id: id('order'),
      currency: z.string().describe('Of amounts'),
      allowed_actions: z.array(z.enum(actionNames)),
      next_action: z.enum(actionNames).nullable().describe('The one of allowed_actions that takes the order on'),
      actions: z.array(OfferedAction).describe('In the order of allowed_actions'),
      version: z.int().describe('Send it in If-Match with an action, so that it is refused if the order has changed'),
    }),
  },
  async (context, { order_id }) => {
    const row = await findOrder(context, order_id)
    const actions = actionsOf(row)
    const allowed = actions.map(({ name }) => name)
    const output = {
      order_id: row.id,
      currency: row.currency,
      allowed_actions: allowed,
      next_action: nextAction(allowed, row.overpaidMinor > 0),
      actions,
      version: row.version,
    }
    // As for the order itself: releasing a reservation does not create a new version.
    return markSettled(output, reservationOf(row) !== 'released')
  },
)

/** The actions that the caller can take on this order now. */
export const actionsOf = (row: OrderRow): z.output<typeof OfferedAction>[] =>
  allowedActions(orderFacts(row), row.role).map((name) => ({
    name,
    about: ruleOf(name).about,
    method: 'POST',
    path: `/api/orders/${row.id}/${name}`,
    form: actionForm(name, row),
  }))
