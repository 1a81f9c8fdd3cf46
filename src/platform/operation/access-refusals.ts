import * as z from 'zod'
import { refusal, type Refusals } from './refusals.ts'

/** What app.expect_access_below_limit refuses. */
export const accessRefusals = {
  limit_reached: refusal(
    'limit_reached',
    { max_valid: z.int() },
    ({ max_valid }) => `The store already has ${max_valid} that are valid, which is the limit. Revoke some first.`,
    { members: () => ({}) },
  ),
} as const satisfies Refusals
