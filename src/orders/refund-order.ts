import { Amount } from '../money.ts'
import { maybe, Text } from '../text.ts'
import { orderInput, orderOperation } from './act-on-order.ts'

export const refundOrder = orderOperation(
  'refund_order',
  'refunds',
  orderInput({
    amount: Amount.gt(0).describe('At most the paid amount that was not refunded yet'),
    reason: maybe(Text(1000)),
  }),
  'orders:manage',
)
