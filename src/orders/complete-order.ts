import { ofOrder, orderOperation } from './act-on-order.ts'

export const completeOrder = orderOperation('complete_order', 'complete', ofOrder({}), 'orders:manage')
