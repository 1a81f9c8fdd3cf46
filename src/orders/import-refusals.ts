import * as z from 'zod'
import { refusal, type Refusals } from '../refusals.ts'
import { actionRefusals } from './action-refusals.ts'
import { orderRefusals } from './order-refusals.ts'

const none = () => ({})

/** What is refused of an order that is imported with its past. */
export const importRefusals = {
  ...actionRefusals,
  ...orderRefusals,
  customer_not_found: refusal(
    'customer_not_found',
    {},
    'No such customer in the store. To create one, give customer_name and a customer_id, customer_phone or customer_email.',
    { pointer: '/customer_id' },
  ),
  status_differs: refusal(
    'invalid_input',
    { derived: z.string() },
    ({ derived }) =>
      `What was shipped, returned, paid and refunded makes this ${derived}. Correct those fields, or leave this one empty.`,
    { problem: 'status_differs', members: none },
  ),
  invalid_transition: refusal(
    'invalid_transition',
    {},
    'No order can reach this state: a cancelled order keeps no money and no shipped goods, a delivered or completed one was shipped in full, and only what was paid can be refunded. Correct the row, or leave its statuses empty.',
    { pointer: '/status' },
  ),
  refund_required: refusal(
    'invalid_transition',
    {},
    'A cancelled order cannot keep money. Add the refund, or change the status.',
    { pointer: '/status' },
  ),
  not_by_role: refusal(
    'forbidden',
    {},
    'Only an owner or admin of the store can import orders with refunds, orders cancelled after confirmation, and orders completed without full payment. Ask one of them.',
    { pointer: '/status' },
  ),
  refund_exceeds_paid: refusal('invalid_amount', {}, 'cannot be more than was paid.', { pointer: '/refunded_amount' }),
} as const satisfies Refusals
