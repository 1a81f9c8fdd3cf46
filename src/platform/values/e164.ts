import parsePhoneNumber from 'libphonenumber-js/min'

/** See phoneOf, which loads this file. */
export function e164Of(phone: string): string | null {
  const international = phone.replace(/^[^\p{L}\p{Nd}]*(?:00|\u0660\u0660|\u06f0\u06f0|\uff10\uff10)/u, '+')
  const parsed = parsePhoneNumber(international)
  return parsed?.isPossible() ? parsed.number : null
}
