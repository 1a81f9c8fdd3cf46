import { maybe, Text } from '../../platform/values/text.ts'
import { orderInput, orderOperation } from './act-on-order.ts'

export const cancelOrder = orderOperation('cancel_order', 'cancel', orderInput({ reason: maybe(Text(1000)) }))
