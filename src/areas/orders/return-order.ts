import * as z from 'zod'
import { operation } from '../../platform/operation/operation.ts'
import { maybe, Text } from '../../platform/values/text.ts'
import { changedOrder, orderInput, takeAction } from './act-on-order.ts'
import { actionRefusals } from './action-refusals.ts'
import { keptOrderRow } from './kept-order.ts'
import { MovedItems } from './moved-item.ts'
import { Order, toOrder } from './order.ts'
import { SuggestedRefund, suggestedRefund } from './suggested-refund.ts'

export const returnOrder = operation(
  {
    name: 'return_order',
    scope: 'orders:write',
    input: orderInput({
      items: maybe(MovedItems).describe('Default: everything that was shipped'),
      restock: z.boolean().default(true).describe('Whether the items can be sold again'),
      reason: maybe(Text(1000)),
    }),
    output: Order.extend({
      suggested_refund: SuggestedRefund.describe('For all units returned so far. Nothing is refunded automatically'),
    }),
    refusals: actionRefusals,
  },
  async (context, target) => {
    const row = keptOrderRow(await takeAction(context, 'return', target, changedOrder))
    return { ...toOrder(row), suggested_refund: suggestedRefund(row) }
  },
)
