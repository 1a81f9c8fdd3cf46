import * as z from 'zod'
import { amountRefusals } from '../../../platform/operation/shared-refusals.ts'
import { fulfillmentStatuses, orderStatuses } from '../../../platform/db/schema/order-states.ts'
import { roles } from '../../../platform/db/schema/stores.ts'
import { refusal, type Refusals } from '../../../platform/operation/refusals.ts'
import { limits } from '../../../platform/values/limits.ts'
import { Shipment } from '../order.ts'
import { orderRefusals } from '../order-refusals.ts'
import { allowedActions } from './allowed-actions.ts'
import { explainState } from './explain-state.ts'
import { actionNames } from './order-actions.ts'
import { callText } from './tool-calls.ts'

/** The result of app.order_state. */
export const State = {
  status: z.enum(orderStatuses),
  payment_status: z.string(),
  fulfillment_status: z.enum(fulfillmentStatuses),
  hold_reason: z.string().nullable(),
  facts: z.object({
    status: z.enum(orderStatuses),
    fulfillment: z.enum(fulfillmentStatuses),
    held: z.boolean(),
    delivered: z.boolean(),
    paid: z.boolean(),
    due: z.boolean(),
    unshipped: z.boolean(),
    out: z.boolean(),
  }),
  role: z.enum(roles).nullable(),
  refundable_amount: z.number(),
  decimals: z.int(),
}

type State = z.output<z.ZodObject<typeof State>>

export const withAllowedActions = ({ facts, role }: State) => ({ allowed_actions: allowedActions(facts, role) })
export const noMembers = () => ({})
const refundableAmount = ({ refundable_amount }: State) => ({ refundable_amount })

/** Without `requested`, everything that is left of the item was to be moved, and nothing is. */
const tooMany = (limit: string, noneLeft: string) =>
  refusal(
    'invalid_transition',
    { ...State, product: z.string().optional(), requested: z.number().optional(), available: z.number() },
    ({ product, available, requested }) =>
      requested === undefined
        ? `Nothing of "${product}" is left to ${noneLeft}.`
        : `Only ${available} ${limit}; ${requested} requested.`,
    {
      members: ({ available, requested }) => ({ ...(requested !== undefined && { requested }), available }),
      extra: withAllowedActions,
    },
  )

/** Refusals of app.take_action. */
export const actionRefusals = {
  ...amountRefusals,
  insufficient_stock: orderRefusals.insufficient_stock,
  invalid_transition: refusal(
    'invalid_transition',
    { ...State, action: z.enum(actionNames) },
    (state) => explainState(state),
    {
      members: noMembers,
      extra: withAllowedActions,
      forTools: (state) => explainState(state, callText),
    },
  ),
  refund_required: refusal(
    'refund_required',
    State,
    ({ refundable_amount, decimals }) =>
      `${refundable_amount.toFixed(decimals)} was paid for this order. Refund it first, then cancel.`,
    { members: refundableAmount, extra: withAllowedActions },
  ),
  not_by_role: refusal(
    'forbidden',
    State,
    ({ status }) => `Only an owner or admin of the store can do this with a ${status} order.`,
    { members: noMembers, extra: withAllowedActions },
  ),
  no_such_line: refusal(
    'invalid_input',
    State,
    'The order has no such item. Use the position or variant_id of one of its items, or its SKU or title as the order has it.',
    { problem: 'unknown_item', members: noMembers, extra: withAllowedActions },
  ),
  ambiguous_item: refusal(
    'ambiguous',
    {
      ...State,
      product: z.string(),
      candidates: z.array(z.object({ id: z.string(), title: z.string(), sku: z.string().nullable() })),
    },
    ({ product, candidates }) =>
      `${candidates.length} variants of "${product}" could be meant. Send the variant_id of one in candidates.`,
    { members: ({ candidates }) => ({ candidates }), extra: withAllowedActions },
  ),
  too_many_shipped: tooMany('can still be shipped', 'ship'),
  last_shipment: refusal(
    'limit_reached',
    State,
    `An order can have at most ${limits.order.shipments} shipments. Ship all that is left at once: leave out items.`,
    { pointer: '/items', members: noMembers, extra: withAllowedActions },
  ),
  too_many_returned: tooMany('were shipped and have not come back', 'come back'),
  too_many_refused: tooMany('were shipped and have not come back', 'come back'),
  quantity_required: refusal(
    'quantity_required',
    { ...State, available: z.number() },
    ({ available }) => `quantity is required: ${available} of this item could come back.`,
    { members: ({ available }) => ({ available }), extra: withAllowedActions },
  ),
  already_shipped: refusal(
    'already_shipped',
    { ...State, shipments: z.array(Shipment.omit({ items: true })).default([]) },
    'This order was already shipped. To correct the carrier or the tracking, send PATCH /api/shipments/{id}.',
    {
      members: ({ shipments }) => ({ shipments }),
      extra: withAllowedActions,
      forTools: () => 'This order was already shipped, with another carrier or tracking.',
    },
  ),
  refund_exceeds_paid: refusal(
    'invalid_transition',
    State,
    ({ refundable_amount, decimals }) => `At most ${refundable_amount.toFixed(decimals)} can still be refunded.`,
    {
      pointer: '/amount',
      members: refundableAmount,
      extra: withAllowedActions,
    },
  ),
  more_than_due: refusal(
    'more_than_due',
    { ...State, due: z.number() },
    ({ due, decimals }) =>
      due > 0
        ? `${due.toFixed(decimals)} is due. Send at most that. If more was really received, a signed-in person can record it with overpayment: true.`
        : 'Nothing is due on this order. If more was really received, a signed-in person can record it with overpayment: true.',
    { pointer: '/amount', members: ({ due }) => ({ due }), extra: withAllowedActions },
  ),
  not_due_again: refusal('invalid_input', State, 'Nothing would be due after this refund. Leave out due_again.', {
    pointer: '/due_again',
    problem: 'options_contradict',
    members: noMembers,
  }),
} as const satisfies Refusals

/** Refusals of app.undo_action. */
export const undoRefusals = {
  insufficient_stock: orderRefusals.insufficient_stock,
  not_by_role: actionRefusals.not_by_role,
  nothing_to_undo: refusal(
    'cannot_undo',
    State,
    'There is nothing to take back: only prepare, ship, deliver, complete, return and refuse can be, and only if they were taken here.',
    { members: noMembers, extra: withAllowedActions },
  ),
  undo_blocked: refusal(
    'cannot_undo',
    { ...State, undo: z.enum(actionNames), by: z.enum(['refunded', 'paid', 'cancelled', 'changed', 'discount_used']) },
    ({ undo, by }) =>
      `${by === 'discount_used' ? 'Another order has used up its discount' : `The order was ${by}`} since. ${undo} can no longer be taken back.`,
    { members: ({ undo, by }) => ({ undo, by }), extra: withAllowedActions },
  ),
} as const satisfies Refusals

/** Refusals of app.void_payment. */
export const voidRefusals = {
  payment_not_found: refusal('not_found', {}, 'This order has no such payment. List its payments to find the id.'),
  not_a_payment: refusal('invalid_transition', {}, 'This is a refund. Only payments can be taken back.'),
  payment_of_software: refusal(
    'invalid_transition',
    {},
    'Software recorded this payment with an API key, so the money may have been moved. Record a refund instead.',
  ),
  payment_refunded: refusal(
    'invalid_transition',
    State,
    'Some of it was refunded, and what was refunded was received. This payment cannot be taken back.',
    { members: noMembers, extra: withAllowedActions },
  ),
} as const satisfies Refusals
