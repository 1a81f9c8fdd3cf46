import { Line } from './text.ts'

const minDigits = 5

/** Whether a phone number is long enough: shorter ones are internal extensions. */
export const hasEnoughDigits = (phone: string): boolean => (phone.match(/\p{Nd}/gu)?.length ?? 0) >= minDigits

/** A customer's phone number, with or without a country code. */
export const Phone = Line(50).refine(hasEnoughDigits, {
  message: `must be a phone number, with at least ${minDigits} digits`,
  params: { code: 'invalid_phone' },
})

/**
 * A phone number as E.164, or null if it is invalid or has no country code (`+…` or `00…`). Accepts Arabic-Indic
 * digits. With `country` (ISO 3166-1 alpha-2), also accepts the national format of that country. The number formats of all
 * countries are large, so they load with the first phone number.
 */
export async function phoneOf(phone: string | null | undefined, country?: string): Promise<string | null> {
  if (!phone) return null
  const { e164Of } = await import('./e164.ts')
  return e164Of(phone, country)
}
