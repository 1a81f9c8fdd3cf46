import { orderInput, orderOperation } from './act-on-order.ts'

export const confirmOrder = orderOperation('confirm_order', 'confirm', orderInput({}))
