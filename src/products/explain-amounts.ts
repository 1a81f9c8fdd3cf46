import { eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { Refusal } from '../db/failure.ts'
import { stores } from '../db/schema/stores.ts'
import { refused } from '../errors.ts'
import { inexactAmount, toMinor } from '../money.ts'

/** Amounts by the JSON pointers under which they were sent. */
type Amounts = Readonly<Record<string, number | null | undefined>>

/** Where app.minor refused an amount, which ones and why; any other error as it is. */
export async function explainAmounts(
  run: Context['run'],
  store: SQL,
  amounts: Amounts,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Refusal && error.code === 'invalid_amount')) return error
  const [[found]] = await run((db) => [
    db
      .select({ exponent: stores.currencyExponent })
      .from(stores)
      .where(eq(stores.id, sql`(${store})`)),
  ])
  if (!found) return error
  const { exponent } = found
  const problems = Object.entries(amounts)
    .filter(([, amount]) => typeof amount === 'number' && toMinor(amount, exponent) === null)
    .map(([pointer]) => inexactAmount(pointer, exponent))
  return refused('invalid_amount', problems)
}
