import * as z from 'zod'
import { refusal, type Refusals } from '../../platform/operation/refusals.ts'
import { id } from '../../platform/values/ids.ts'

const phoneTaken = 'Another customer of this store has this phone number. Search for the number to find them.'

/** Why the database's functions and constraints can refuse to write a customer. */
export const customerRefusals = {
  phone_taken: refusal('duplicate', {}, phoneTaken),
  customers_phone_key: refusal('duplicate', {}, phoneTaken, { pointer: '/phone' }),
  customers_external_key: refusal('duplicate', {}, 'Another customer of this store has this external_id.', {
    pointer: '/external_id',
  }),
  customers_blocked_reason: refusal(
    'invalid_input',
    {},
    'Only a blocked customer can have a blocked_reason. Send "blocked": true with it.',
    { pointer: '/blocked_reason', problem: 'option_unused' },
  ),
  customer_merged: refusal(
    'not_found',
    { merged_into: id('customer') },
    'This customer was merged into another one. Use the id in merged_into.',
  ),
  customer_anonymized: refusal(
    'customer_anonymized',
    {},
    'This customer was anonymized and can no longer be changed. Create a new customer instead.',
  ),
} as const satisfies Refusals

/** Refusals of app.merge_customers. */
export const mergeRefusals = {
  ...customerRefusals,
  customer_not_found: refusal('customer_not_found', {}, 'No such customer in the store. Check the id.'),
  customer_merged: refusal(
    'customer_not_found',
    { merged_into: id('customer') },
    'This customer was merged into another one. Use the id in merged_into.',
  ),
  customer_anonymized: refusal('customer_anonymized', {}, 'An anonymized customer cannot be merged. Leave them out.'),
  merged_into_itself: refusal(
    'invalid_input',
    {},
    'A customer cannot be merged into themselves. Remove keep_id from merge_ids.',
    { problem: 'merged_into_itself' },
  ),
  too_many_conversations: refusal(
    'invalid_input',
    { max_conversations: z.int() },
    ({ max_conversations }) =>
      `These customers have more than ${max_conversations} conversations, which is the limit of one merge. Keep the customer with the most conversations, and merge the others into them.`,
    { problem: 'too_many_conversations' },
  ),
  too_many_orders: refusal(
    'invalid_input',
    { max_orders: z.int() },
    ({ max_orders }) =>
      `These customers have more than ${max_orders} orders, which is the limit of one merge. Keep the customer with the most orders, and merge the others into them.`,
    { problem: 'too_many_orders' },
  ),
} as const satisfies Refusals
