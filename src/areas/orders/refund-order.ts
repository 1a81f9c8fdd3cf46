import { Amount } from '../../platform/values/money.ts'
import { maybe, Text } from '../../platform/values/text.ts'
import { orderInput, orderOperation } from './act-on-order.ts'

export const refundOrder = orderOperation(
  'refund_order',
  'refunds',
  orderInput({
    amount: Amount.gt(0).describe('At most what was paid and has not been refunded'),
    reason: maybe(Text(1000)),
  }),
  'orders:manage',
)
