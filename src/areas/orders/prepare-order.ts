import { orderInput, orderOperation } from './act-on-order.ts'

export const prepareOrder = orderOperation('prepare_order', 'prepare', orderInput({}))
