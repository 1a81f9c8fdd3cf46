import type * as z from 'zod'
import { OrderForTools, orderForTools } from './actions/tool-actions.ts'
import { pickOrderTexts } from './order-texts.ts'
import type { updateOrder } from './update-order.ts'

/** The fields that an action can change. */
export const changedFields = OrderForTools.pick({
  id: true,
  number: true,
  status: true,
  payment_status: true,
  fulfillment_status: true,
  hold_reason: true,
  reservation: true,
  total_amount: true,
  paid_amount: true,
  ...pickOrderTexts,
  tags: true,
  customer_phone: true,
  shipments: true,
  allowed_actions: true,
  version: true,
})

/** What a change did to the amounts is said only if it did something. */
export const changedOrderForTools = ({
  address,
  destination,
  warnings,
  recalculated,
  ...order
}: z.output<typeof updateOrder.output>) => ({
  ...orderForTools({ ...order, address, destination }),
  address: address ?? undefined,
  destination: destination ?? undefined,
  warnings: warnings.length > 0 ? warnings : undefined,
  recalculated: recalculated.length > 0 ? recalculated : undefined,
  discount_refused: order.discount_refused ?? undefined,
})
