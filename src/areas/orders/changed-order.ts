import * as z from 'zod'
import { OrderForTools, orderForTools } from './actions/tool-actions.ts'
import { forAllTools, pickOrderTexts } from './order-texts.ts'
import { UpdateNotes, type updateOrder } from './update-order.ts'

/** The fields that an action can change. */
export const changedFields = forAllTools(
  OrderForTools.pick({
    id: true,
    number: true,
    status: true,
    payment_status: true,
    fulfillment_status: true,
    hold_reason: true,
    reservation: true,
    total_amount: true,
    paid_amount: true,
    due_amount: true,
    ...pickOrderTexts,
    tags: true,
    customer_phone: true,
    shipments: true,
    allowed_actions: true,
    version: true,
  }),
)

const { items, subtotal_amount, discount_amount, shipping_amount, tax_amount, address, destination } =
  OrderForTools.shape

/** What update_order returns. */
export const UpdatedOrder = changedFields.extend({
  ...z.object(UpdateNotes).partial().shape,
  ...z.object({ items, subtotal_amount, discount_amount, shipping_amount, tax_amount, destination }).partial().shape,
  address: address.unwrap().optional(),
})

const unpriced = {
  items: undefined,
  subtotal_amount: undefined,
  discount_amount: undefined,
  shipping_amount: undefined,
  tax_amount: undefined,
}

/** What a change did to the amounts is said only if it did something, and always after a change of items. */
export const changedOrderForTools = (
  done: z.output<typeof updateOrder.output>,
  _now: Date,
  { items }: z.output<typeof updateOrder.input>,
) => ({
  ...orderForTools(done),
  ...(done.recalculated.length === 0 && items === undefined && unpriced),
  address: done.address ?? undefined,
  destination: done.destination ?? undefined,
  warnings: done.warnings.length > 0 ? done.warnings : undefined,
  recalculated: done.recalculated.length > 0 ? done.recalculated : undefined,
  discount_refused: done.discount_refused ?? undefined,
})
