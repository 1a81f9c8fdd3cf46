import parsePhoneNumber, { isSupportedCountry } from 'libphonenumber-js/min'
import { Line } from './text.ts'

const minDigits = 5

/** A phone number of a customer, with or without its country: anything shorter reaches nobody outside a switchboard. */
export const Phone = Line(50).refine(
  (given) => (given.match(/\p{Nd}/gu)?.length ?? 0) >= minDigits,
  `must be a phone number, with at least ${minDigits} digits`,
)

/**
 * A phone number as E.164, or null where it does not say its country (`+…` or `00…`) or is none. Arabic-Indic digits
 * are digits. With `country` (ISO 3166-1 alpha-2) it may also be in the national form of that country.
 */
export function phoneOf(given: string | null | undefined, country?: string): string | null {
  if (!given) return null
  const international = given.replace(/^\s*(?:00|\u0660\u0660|\u06f0\u06f0)/, '+')
  const parsed = parsePhoneNumber(international, country && isSupportedCountry(country) ? country : undefined)
  return parsed?.isPossible() ? parsed.number : null
}
