import * as z from 'zod'
import { operation } from '../../../platform/operation/operation.ts'
import { actionRefusals } from './action-refusals.ts'
import { actOnOrder, orderInput } from './act-on-order.ts'
import { holdOrder, Shipping } from './action-operations.ts'
import { Order } from '../order.ts'

const { reason, note } = holdOrder.input.shape

/** The everyday actions as one operation, for assistants. */
export const advanceOrder = operation(
  {
    name: 'advance_order',
    scope: 'orders:write',
    input: orderInput({
      action: z.enum(['confirm', 'hold', 'prepare', 'ship', 'deliver']),
      reason: reason.optional().describe('Required for hold').meta({ tool: true }),
      note: note.describe('For hold'),
      ...Shipping,
    }).superRefine(({ action, ...input }, context) => {
      const fields: readonly string[] = fieldsByAction[action]
      for (const [name, value] of Object.entries(input))
        if (value !== undefined && name !== 'order_id' && name !== 'expected_version' && !fields.includes(name))
          context.addIssue({
            code: 'custom',
            path: [name],
            message: `may only be used with ${name in Shipping ? 'ship' : 'hold'}.`,
            params: { code: 'option_unused' },
          })
      if (action === 'hold' && input.reason === undefined)
        context.addIssue({
          code: 'custom',
          path: ['reason'],
          message: 'is required for hold.',
          params: { code: 'required' },
        })
    }),
    output: Order,
    refusals: actionRefusals,
  },
  (context, { action, ...input }) => actOnOrder(context, action, input),
)

const fieldsByAction = {
  confirm: [],
  hold: ['reason', 'note'],
  prepare: [],
  ship: Object.keys(Shipping),
  deliver: [],
} as const
