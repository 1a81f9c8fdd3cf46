import * as z from 'zod'
import type { Problem } from '../errors/errors.ts'
import { refusal, type Refusals } from '../operation/refusals.ts'

/** Why a row of any import can be refused. */
export const rowRefusals = {
  currency_mismatch: refusal(
    'invalid_input',
    { currency: z.string() },
    ({ currency }) => `currency must be ${currency}, the currency of the store.`,
    { pointer: '/currency', problem: 'currency_mismatch', members: () => ({}) },
  ),
  too_large: refusal('invalid_input', {}, 'The texts of this row are too long to be indexed. Shorten them.', {
    pointer: '',
    problem: 'too_large',
  }),
  other_external_id: refusal(
    'duplicate',
    { external_id: z.string() },
    ({ external_id }) => `Already imported with external_id "${external_id}", which cannot be changed.`,
    { pointer: '/external_id', members: () => ({}) },
  ),
} as const satisfies Refusals

/** For a refusal that has no entry in the tables. */
export const unexplainedRefusal: Problem = {
  pointer: '',
  code: 'refused',
  detail: 'The row conflicts with existing data. Check ids, SKUs and other unique values.',
}
