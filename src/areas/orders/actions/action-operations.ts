import * as z from 'zod'
import { holdReasons } from '../../../platform/db/schema/orders.ts'
import { operation } from '../../../platform/operation/operation.ts'
import { Amount } from '../../../platform/values/money.ts'
import { Line, maybe, Text } from '../../../platform/values/text.ts'
import { changedOrder, orderInput, orderOperation, takeAction } from './act-on-order.ts'
import { actionRefusals } from './action-refusals.ts'
import { keptOrderRow } from '../kept-order.ts'
import { MovedItems } from './moved-item.ts'
import type { OrderAction } from './order-actions.ts'
import { Order, toOrder } from '../order.ts'
import { SuggestedRefund, suggestedRefund } from './suggested-refund.ts'

export const cancelOrder = orderOperation('cancel_order', 'cancel', orderInput({ reason: maybe(Text(1000)) }))

export const completeOrder = orderOperation('complete_order', 'complete', orderInput({}), 'orders:manage')

export const confirmOrder = orderOperation('confirm_order', 'confirm', orderInput({}))

export const deliverOrder = orderOperation('deliver_order', 'deliver', orderInput({}))

export const holdOrder = orderOperation(
  'hold_order',
  'hold',
  orderInput({
    reason: z.enum(holdReasons),
    note: maybe(Text(1000)).describe('Shown in the timeline'),
  }),
)

export const noteOrder = orderOperation(
  'note_order',
  'notes',
  orderInput({ body: Line(5000).describe('Internal: the customer does not see it') }),
)

export const payOrder = orderOperation(
  'pay_order',
  'payments',
  orderInput({
    amount: maybe(Amount.gt(0)).describe('Default: the unpaid amount'),
    method: maybe(Line(100)).describe('Such as cash, card or bank_transfer'),
    overpayment: z
      .boolean()
      .default(false)
      .describe('True records more than is due, from a signed-in person only')
      .meta({ tool: false }),
    reference: maybe(Line(200)).describe('Payment reference from the bank, courier or gateway'),
  }),
)

export const prepareOrder = orderOperation('prepare_order', 'prepare', orderInput({}))

const refundOrder = orderOperation(
  'refund_order',
  'refunds',
  orderInput({
    amount: Amount.gt(0).describe('At most what was paid and has not been refunded'),
    reason: maybe(Text(1000)),
  }),
  'orders:manage',
)

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

export const Shipping = {
  items: maybe(MovedItems).describe('Default: everything that has not been shipped'),
  carrier: maybe(Line(100)),
  tracking_number: maybe(Line(200)),
  tracking_url: maybe(z.url({ protocol: /^https?$/ }).max(2000)),
}

export const shipOrder = orderOperation('ship_order', 'ship', orderInput(Shipping))

export const actionOperations = {
  confirm: confirmOrder,
  hold: holdOrder,
  prepare: prepareOrder,
  ship: shipOrder,
  deliver: deliverOrder,
  payments: payOrder,
  refunds: refundOrder,
  return: returnOrder,
  cancel: cancelOrder,
  complete: completeOrder,
  notes: noteOrder,
} as const satisfies Record<OrderAction, unknown>
