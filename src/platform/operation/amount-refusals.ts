import * as z from 'zod'
import { refusal, type Refusals } from './refusals.ts'

/** What app.expect_amounts refuses: amounts that are too large or have more decimals than the currency. */
export const amountRefusals = {
  invalid_amount: refusal(
    'invalid_amount',
    { max_amount: z.number(), decimals: z.int() },
    ({ max_amount, decimals }) =>
      `Amounts must be at most ${max_amount} and have at most ${decimals} decimals. They are never rounded.`,
  ),
} as const satisfies Refusals
