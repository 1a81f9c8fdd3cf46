import parsePhoneNumber from 'libphonenumber-js/min'

/**
 * A phone number as E.164, or null where it does not say its country (`+…` or `00…`) or is none. Arabic-Indic digits
 * are digits.
 */
export function phoneOf(given: string | null | undefined): string | null {
  if (!given) return null
  const international = given.replace(/^\s*(?:00|\u0660\u0660|\u06f0\u06f0)/, '+')
  const parsed = parsePhoneNumber(international)
  return parsed?.isPossible() ? parsed.number : null
}
