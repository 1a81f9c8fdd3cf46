import { orderInput, orderOperation } from './act-on-order.ts'

export const deliverOrder = orderOperation('deliver_order', 'deliver', orderInput({}))
