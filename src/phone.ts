import parsePhoneNumber, { isSupportedCountry } from 'libphonenumber-js/min'
import { Line } from './text.ts'

const minDigits = 5

/** A customer's phone number, with or without country code. Shorter numbers work only inside a switchboard. */
export const Phone = Line(50).refine(
  (text) => (text.match(/\p{Nd}/gu)?.length ?? 0) >= minDigits,
  `must be a phone number, with at least ${minDigits} digits`,
)

/**
 * A phone number as E.164; null if it has no country code (`+…` or `00…`) or is invalid. Understands Arabic-Indic digits.
 * With `country` (ISO 3166-1 alpha-2), it may also be in that country's national format.
 */
export function phoneOf(phone: string | null | undefined, country?: string): string | null {
  if (!phone) return null
  const international = phone.replace(/^\s*(?:00|\u0660\u0660|\u06f0\u06f0)/, '+')
  const parsed = parsePhoneNumber(international, country && isSupportedCountry(country) ? country : undefined)
  return parsed?.isPossible() ? parsed.number : null
}
