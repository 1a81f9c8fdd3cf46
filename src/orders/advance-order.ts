import * as z from 'zod'
import { operation } from '../operation.ts'
import { actionRefusals } from './action-refusals.ts'
import { actOnOrder, ofOrder } from './act-on-order.ts'
import { holdOrder } from './hold-order.ts'
import { Order } from './order.ts'
import { Shipping } from './ship-order.ts'

const { reason, note } = holdOrder.input.shape

/** What of an order's life is done day by day, as one operation: which action is a value like any other. */
export const advanceOrder = operation(
  {
    name: 'advance_order',
    scope: 'orders:write',
    input: ofOrder({
      action: z.enum(['confirm', 'hold', 'prepare', 'ship', 'deliver']),
      reason: reason.optional().describe('Of hold, which needs one'),
      note: note.describe('Of hold'),
      ...Shipping,
    }).superRefine(({ action, ...input }, context) => {
      const taken = takes[action]
      for (const [name, value] of Object.entries(input))
        if (value !== undefined && name !== 'order_id' && name !== 'expected_version' && !taken.includes(name))
          context.addIssue({ code: 'custom', path: [name], message: `Not for "${action}": leave it out` })
      if (action === 'hold' && input.reason === undefined)
        context.addIssue({ code: 'custom', path: ['reason'], message: 'Say why the order waits' })
    }),
    output: Order,
    refusals: actionRefusals,
  },
  (context, { action, ...input }) => actOnOrder(context, action, input),
)

const takes: Readonly<Record<'confirm' | 'hold' | 'prepare' | 'ship' | 'deliver', readonly string[]>> = {
  confirm: [],
  hold: ['reason', 'note'],
  prepare: [],
  ship: Object.keys(Shipping),
  deliver: [],
}
