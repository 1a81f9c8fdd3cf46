import { maybe, Text } from '../text.ts'
import { ofOrder, orderOperation } from './act-on-order.ts'

export const cancelOrder = orderOperation('cancel_order', 'cancel', ofOrder({ reason: maybe(Text(1000)) }))
