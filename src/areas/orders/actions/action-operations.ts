import * as z from 'zod'
import { holdReasons } from '../../../platform/db/schema/order-states.ts'
import { operation } from '../../../platform/operation/operation.ts'
import { Named, ProductReference, VariantReference } from '../../../platform/references/reference.ts'
import { id } from '../../../platform/values/ids.ts'
import { Amount } from '../../../platform/values/money.ts'
import { Identifier } from '../../../platform/values/pasted.ts'
import { Line, maybe, Text } from '../../../platform/values/text.ts'
import { keptOrderRow } from '../kept-order.ts'
import { Order, type OrderRow, toOrder } from '../order.ts'
import { changedOrder, orderInput, orderOperation, takeAction, type Units } from './act-on-order.ts'
import { actionRefusals } from './action-refusals.ts'
import type { OrderAction } from './order-actions.ts'
import { SuggestedRefund, suggestedRefund } from './suggested-refund.ts'

/** Items to ship or take back. */
const MovedItems = z
  .array(
    z
      .strictObject({
        position: z.int().min(1).max(100).optional().describe('Position of the item in the order'),
        variant_id: VariantReference.optional().describe(
          'Or its SKU: all items with this variant, in the order of their position',
        ),
        product_id: ProductReference.optional().describe('Or its title, or an SKU'),
        quantity: z
          .int()
          .min(1)
          .max(1_000_000)
          .optional()
          .describe('Default: everything that is left. Of goods that come back, required if that is more than one'),
      })
      .refine((item) => item.position !== undefined || item.variant_id !== undefined || item.product_id !== undefined, {
        message: 'Set position, variant_id or product_id to choose an item.',
        params: { code: 'required' },
      })
      .transform(({ variant_id, product_id, ...item }) => {
        // An item of the order has its SKU and title as they were, whatever the catalogue has now.
        const named = [variant_id, product_id].flatMap((given) => (given instanceof Named ? [given.name] : []))
        return {
          ...item,
          ...(typeof variant_id === 'string' && { variant_id }),
          ...(typeof product_id === 'string' && { product_id }),
          ...(named.length > 0 && { named }),
        }
      }),
  )
  .min(1)
  .max(100)

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
    amount: maybe(Amount.gt(0)).describe('Default: what is due'),
    method: maybe(Line(100)).describe('Such as cash, card or bank_transfer'),
    overpayment: z
      .boolean()
      .default(false)
      .describe('True records more than is due, from a signed-in person only')
      .meta({ tool: false }),
    reference: maybe(Identifier(200)).describe('Payment reference from the bank, courier or gateway'),
  }),
)

export const prepareOrder = orderOperation('prepare_order', 'prepare', orderInput({}))

const refundOrder = orderOperation(
  'refund_order',
  'refunds',
  orderInput({
    amount: Amount.gt(0).describe('At most what was paid and has not been refunded'),
    due_again: z
      .boolean()
      .default(false)
      .describe('True if the customer will pay it another way, so that it is due again'),
    reason: maybe(Text(1000)),
  }),
  'orders:manage',
)

const ComingBack = orderInput({
  items: maybe(MovedItems).describe('Default: everything that was shipped'),
  restock: z.boolean().default(true).describe('Whether the items can be sold again'),
  reason: maybe(Text(1000)),
})

/** What the answer to goods that came back has besides the order. */
export const ReturnedGoods = {
  suggested_refund: SuggestedRefund.describe('For all units that came back so far. Nothing is refunded automatically'),
  restocked: z
    .array(
      z.object({
        position: z.int(),
        variant_id: id('variant'),
        product_name: z.string(),
        variant_name: z.string().nullable(),
        quantity: z.int(),
      }),
    )
    .describe('What is in stock again'),
}

export const returnedGoods = (row: OrderRow, restocked: Units | null): z.output<z.ZodObject<typeof ReturnedGoods>> => ({
  suggested_refund: suggestedRefund(row),
  restocked: [...(restocked ?? [])],
})

const takesBack = (name: string, action: 'return' | 'refuse') =>
  operation(
    { name, scope: 'orders:write', input: ComingBack, output: Order.extend(ReturnedGoods), refusals: actionRefusals },
    async (context, target) => {
      const { restocked, ...kept } = await takeAction(context, action, target, changedOrder)
      const row = keptOrderRow(kept)
      return { ...toOrder(row), ...returnedGoods(row, restocked) }
    },
  )

export const returnOrder = takesBack('return_order', 'return')

export const refuseOrder = takesBack('refuse_order', 'refuse')

export const Shipping = {
  items: maybe(MovedItems).describe('Default: everything that has not been shipped'),
  carrier: maybe(Line(100)),
  tracking_number: maybe(Identifier(200)),
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
  refuse: refuseOrder,
  cancel: cancelOrder,
  complete: completeOrder,
  notes: noteOrder,
} as const satisfies Record<OrderAction, unknown>
