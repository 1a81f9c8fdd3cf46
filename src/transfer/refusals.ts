import type { Problem } from '../errors.ts'
import type { Into, Refused } from './import-rows.ts'

/** How a refusal is told, in a row of an import, whatever it is of. */
type Tell = (detail: string | null, into: Into) => Problem

const at = (pointer: string, code: string, detail: string): Problem => ({ pointer, code, detail })

const common: Readonly<Record<string, Tell>> = {
  currency_mismatch: (_, { currency }) =>
    at('/currency', 'currency_mismatch', `The amounts are of another currency than the store's, which is ${currency}.`),
  too_large: () => at('', 'too_large', 'Something of this row is too long to be found by. Shorten it.'),
  other_external_id: (theirs) =>
    at(
      '/external_id',
      'duplicate',
      `What this row means has the external_id ${theirs} already. It is not given another one.`,
    ),
}

/** The problem of a refused row, by the table of its area; or that it was refused. */
export function explainBy(tells: Readonly<Record<string, Tell>>, { code, detail }: Refused, into: Into): Problem {
  const tell = { ...common, ...tells }[code]
  return tell
    ? tell(detail, into)
    : at(
        '',
        'refused',
        'The row could not be imported: something of it contradicts what the store has. Try it by itself.',
      )
}

/** Tells of a refusal that says all there is to say by its code. */
export const tells =
  (pointer: string, code: string, detail: string): Tell =>
  () =>
    at(pointer, code, detail)
