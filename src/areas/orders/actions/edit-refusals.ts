import * as z from 'zod'
import { refusal, type Refusals } from '../../../platform/operation/refusals.ts'
import { noMembers, State, withAllowedActions } from './refused-state.ts'

const inThisState = { members: noMembers, extra: withAllowedActions }

const onlyFewer = (why: string) => `Once an order is being packed, items can only be left out: ${why}.`

/** Refusals of app.edit_order for an order whose items and amounts are final, or whose items can only become fewer. */
export const editRefusals = {
  lines_fixed: refusal(
    'invalid_transition',
    State,
    ({ status, fulfillment_status, facts: { unshipped } }) =>
      `Items and amounts, and the destination for which amounts are computed, can only be changed before the order is prepared. This order is ${status} and ${fulfillment_status}.${
        unshipped && (status === 'pending' || status === 'confirmed')
          ? ' To leave out what was not shipped, send items with lower quantities, and no other code or delivery method.'
          : ''
      }`,
    inThisState,
  ),
  ambiguous_line: refusal(
    'invalid_input',
    {},
    'The order has several lines of this variant. Send the unit_price of the one that you mean, and its variant_attributes if it has any.',
    { problem: 'ambiguous' },
  ),
  item_not_in_order: refusal('invalid_transition', State, onlyFewer('the order has no such item'), inThisState),
  price_agreed: refusal('invalid_transition', State, onlyFewer('the price stays as it was agreed'), inThisState),
  quantity_not_reducible: refusal(
    'invalid_transition',
    { ...State, shipped: z.int(), ordered: z.int() },
    ({ shipped, ordered }) =>
      onlyFewer(`quantity must be at most ${ordered}, as ordered, and at least ${shipped}, which was shipped`),
    inThisState,
  ),
  shipped_item_left_out: refusal(
    'invalid_transition',
    { ...State, product: z.string(), shipped: z.int() },
    ({ product, shipped }) => onlyFewer(`${shipped} of "${product}" was shipped, so items must have it`),
    inThisState,
  ),
  address_fixed: refusal(
    'invalid_transition',
    State,
    'This order was delivered, so its address cannot be changed. Add a note instead.',
    { pointer: '/shipping_address', ...inThisState },
  ),
  destination_of_address: refusal(
    'invalid_input',
    {},
    'The order has an address in parts, which its destination follows from. Send address instead.',
    { problem: 'conflicting_fields' },
  ),
} as const satisfies Refusals
