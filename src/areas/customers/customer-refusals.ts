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
    { pointer: '/blocked_reason' },
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
