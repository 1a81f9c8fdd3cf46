import { Amount } from '../money.ts'
import { maybe, Text } from '../text.ts'
import { ofOrder, orderOperation } from './act-on-order.ts'

export const refundOrder = orderOperation(
  'refund_order',
  'refunds',
  ofOrder({ amount: Amount.gt(0).describe('At most what was paid and not yet given back'), reason: maybe(Text(1000)) }),
  'orders:manage',
)
