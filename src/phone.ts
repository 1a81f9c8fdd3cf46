import parsePhoneNumber, { isSupportedCountry } from 'libphonenumber-js/min'

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
