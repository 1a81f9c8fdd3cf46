import * as z from 'zod'
import { Identifier } from './pasted.ts'

const minDigits = 5

/** Whether a phone number is long enough: shorter ones are internal extensions. */
export const hasEnoughDigits = (phone: string): boolean => (phone.match(/\p{Nd}/gu)?.length ?? 0) >= minDigits

/** A customer's phone number, with or without a country code. */
export const Phone = Identifier(50).refine(hasEnoughDigits, {
  message: `must be a phone number, with at least ${minDigits} digits`,
  params: { code: 'invalid_phone' },
})

/**
 * A phone number as E.164, or null if it is invalid or has no country code (`+…` or `00…`); the database reads it then, which knows
 * the store's country (app.e164). Accepts Arabic-Indic digits. The number formats of all countries are large, so they load with
 * the first phone number.
 */
export async function phoneOf(phone: string | null | undefined): Promise<string | null> {
  if (!phone) return null
  const { e164Of } = await import('./e164.ts')
  return e164Of(phone)
}

export const PhoneWarning = z.object({
  code: z.literal('phone_not_international'),
  detail: z.string(),
  pointer: z.string().describe('JSON pointer to the phone number in the request'),
})

/** For numbers that were sent, and of which app.e164 returned null. */
export const phoneWarnings = (pointers: readonly string[]): z.output<typeof PhoneWarning>[] =>
  pointers.map((pointer) => ({
    code: 'phone_not_international',
    detail: `${pointer.slice(1).replaceAll('/', '.')} cannot be read as a phone number. It is kept as sent. Send it with its country code, such as +965 5123 4567, or set the store's country, so that its customer is recognized.`,
    pointer,
  }))
