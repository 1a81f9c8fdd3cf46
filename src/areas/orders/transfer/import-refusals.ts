import * as z from 'zod'
import { refusal, type Refusals } from '../../../platform/operation/refusals.ts'
import { actionRefusals } from '../actions/action-refusals.ts'
import { orderRefusals } from '../order-refusals.ts'

const noMembers = () => ({})

/** Refusals of an imported order and the actions replayed on it. */
export const orderImportRefusals = {
  ...actionRefusals,
  ...orderRefusals,
  // A report does not list them.
  variant_required: refusal(
    'variant_required',
    { product: z.string() },
    ({ product }) => `"${product}" has several variants. Set variant_id or variant_sku.`,
    { members: () => ({}) },
  ),
  customer_not_found: refusal(
    'customer_not_found',
    {},
    'No such customer in the store. To create one, set customer_name and one of customer_id, customer_phone and, with the scope crm:read, customer_email.',
    { pointer: '/customer_id' },
  ),
  parts_exceed_amount: refusal(
    'invalid_amount',
    { amount: z.string(), parts: z.string(), sum_of_parts: z.number() },
    ({ amount, parts, sum_of_parts }) => `${amount} must be at least ${sum_of_parts}, the sum for the ${parts}.`,
    { members: noMembers },
  ),
  delivery_tax_without_method: refusal(
    'invalid_input',
    {},
    'delivery_method is required with delivery_tax, unless the items have the rest of tax_amount in line_tax.',
    { pointer: '/delivery_method', problem: 'required' },
  ),
  time_in_future: refusal('invalid_input', {}, 'This may not be in the future.', { problem: 'invalid_value' }),
  time_too_early: refusal('invalid_input', {}, 'This may not be before the order was placed or shipped.', {
    problem: 'contradiction',
  }),
  status_differs: refusal(
    'invalid_input',
    { derived: z.string() },
    ({ derived }) =>
      `This must be ${derived}, which follows from what was shipped, returned, paid and refunded. Correct those fields, or leave this one empty.`,
    { problem: 'status_differs', members: noMembers },
  ),
  invalid_transition: refusal(
    'invalid_transition',
    {},
    'No order can reach this state. A cancelled order has no unreturned items and no unrefunded payment, and a delivered or completed order was shipped in full. Correct the row, or leave its statuses empty.',
    { pointer: '/status' },
  ),
  refund_required: refusal(
    'invalid_transition',
    {},
    'A cancelled order cannot have a payment that was not refunded. Add the refund, or change the status.',
    { pointer: '/status' },
  ),
  not_by_role: refusal(
    'forbidden',
    {},
    'Only an owner or admin of the store can import orders with refunds, orders cancelled after confirmation, and orders completed without full payment.',
    { pointer: '/status' },
  ),
  refund_exceeds_paid: refusal('invalid_amount', {}, 'refunded_amount cannot be more than paid_amount.', {
    pointer: '/refunded_amount',
  }),
} as const satisfies Refusals
