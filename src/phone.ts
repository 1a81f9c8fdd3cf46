import parsePhoneNumber, { isSupportedCountry } from 'libphonenumber-js/min'
import { Line } from './text.ts'

const minDigits = 5

/** A customer's phone number, with or without a country code. Shorter numbers are internal extensions. */
export const Phone = Line(50).refine(
  (phone) => (phone.match(/\p{Nd}/gu)?.length ?? 0) >= minDigits,
  `must be a phone number, with at least ${minDigits} digits`,
)

/**
 * A phone number as E.164, or null if it is invalid or has no country code (`+…` or `00…`). Accepts Arabic-Indic
 * digits. With `country` (ISO 3166-1 alpha-2), also accepts the national format of that country.
 */
export function phoneOf(phone: string | null | undefined, country?: string): string | null {
  if (!phone) return null
  const international = phone.replace(/^\s*(?:00|\u0660\u0660|\u06f0\u06f0)/, '+')
  const parsed = parsePhoneNumber(international, country && isSupportedCountry(country) ? country : undefined)
  return parsed?.isPossible() ? parsed.number : null
}
