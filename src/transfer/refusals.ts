import * as z from 'zod'
import { refusal, type Refusals } from '../refusals.ts'

/** What a row of any import may be refused for. */
export const rowRefusals = {
  currency_mismatch: refusal(
    'invalid_input',
    { currency: z.string() },
    ({ currency }) => `must be ${currency}, the currency of the store.`,
    { pointer: '/currency', problem: 'currency_mismatch', members: () => ({}) },
  ),
  too_large: refusal('invalid_input', {}, 'A text of this row is too long to be searched. Shorten it.', {
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

/** Where nothing else is known. */
export const rowRefused = {
  pointer: '',
  code: 'refused',
  detail: 'The row contradicts data of the store. Import it alone to find out which.',
}
