import { orderInput, orderOperation } from './act-on-order.ts'

export const completeOrder = orderOperation('complete_order', 'complete', orderInput({}), 'orders:manage')
