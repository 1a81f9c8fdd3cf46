import * as z from 'zod'
import { operation } from '../../../platform/operation/operation.ts'
import { refuseOrder, returnOrder } from './action-operations.ts'

/** Goods that came back as one operation, for assistants: returned by the customer, or refused at the door. */
export const takeItemsBack = operation(
  {
    name: 'return_items',
    scope: returnOrder.scope,
    input: returnOrder.input.extend({
      restock: returnOrder.input.shape.restock.meta({ tool: 'false: not back in stock, or not yet' }),
      refused: z
        .boolean()
        .optional()
        .describe('true: the customer refused the parcel at the door. false: they had received it')
        .meta({ tool: 'true: refused at the door. Cancels the order if nothing is left' }),
    }),
    output: returnOrder.output,
    refusals: returnOrder.refusals,
  },
  ({ caller }, { refused, ...input }) => (refused ? refuseOrder : returnOrder)(caller, input),
)
