import { Refusal, violated } from '../db/failure.ts'
import { type Problem, refused, ServiceError } from '../errors.ts'

/** Constraints of a customer by what they guard, and how to go on where one is in the way. */
export const customerTaken = {
  customers_phone_key: {
    pointer: '/phone',
    code: 'duplicate',
    detail: 'A customer of this store has this phone number. Find them with GET /api/customers?search=<phone>.',
  },
  customers_external_key: {
    pointer: '/external_id',
    code: 'duplicate',
    detail: 'A customer of this store has this external_id.',
  },
  customers_blocked_reason: {
    pointer: '/blocked_reason',
    code: 'invalid_input',
    detail: 'Only a blocked customer has a reason. Send it together with "blocked": true.',
  },
} as const satisfies Record<string, Problem>

/** What a failed write of a customer is to be told as. */
export function customerRefused(error: unknown): unknown {
  const constraint = violated(error)
  if (constraint === 'customers_phone_key' || constraint === 'customers_external_key')
    return refused('duplicate', [customerTaken[constraint]])
  if (constraint === 'customers_blocked_reason') return refused('invalid_input', [customerTaken[constraint]])
  if (!(error instanceof Refusal)) return error
  if (error.code === 'phone_taken') return phoneTaken(error.detail)
  if (error.code === 'customer_merged') return mergedInto(error.detail)
  if (error.code === 'customer_anonymized') return anonymized()
  return error
}

const phoneTaken = (pointer: string) => refused('duplicate', [{ ...customerTaken.customers_phone_key, pointer }])

const mergedInto = (customerId: string) =>
  new ServiceError('not_found', 'This customer was merged into another one: use the id in merged_into.', {
    extra: { merged_into: customerId },
  })

const anonymized = () =>
  new ServiceError(
    'customer_anonymized',
    'This customer was anonymized for good, so nothing can be written about them. Create a new customer instead.',
  )
