import { cancelOrder } from './cancel-order.ts'
import { completeOrder } from './complete-order.ts'
import { confirmOrder } from './confirm-order.ts'
import { deliverOrder } from './deliver-order.ts'
import { holdOrder } from './hold-order.ts'
import { noteOrder } from './note-order.ts'
import type { OrderAction } from './order-actions.ts'
import { payOrder } from './pay-order.ts'
import { prepareOrder } from './prepare-order.ts'
import { refundOrder } from './refund-order.ts'
import { returnOrder } from './return-order.ts'
import { shipOrder } from './ship-order.ts'

export const actionOperations = {
  confirm: confirmOrder,
  hold: holdOrder,
  prepare: prepareOrder,
  ship: shipOrder,
  deliver: deliverOrder,
  payments: payOrder,
  refunds: refundOrder,
  return: returnOrder,
  cancel: cancelOrder,
  complete: completeOrder,
  notes: noteOrder,
} as const satisfies Record<OrderAction, unknown>
