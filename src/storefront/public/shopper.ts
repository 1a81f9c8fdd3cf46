import * as z from 'zod'
import { phoneOf } from '../../phone.ts'
import { Line, maybe } from '../../text.ts'

/** Whoever orders or writes, as they say themselves. */
export const Shopper = z
  .strictObject({
    name: Line(200),
    phone: Line(50).describe('As +<country><number>; or in the national form of `country`'),
    country: maybe(z.string().regex(/^[A-Za-z]{2}$/, 'Give a country as two letters, such as KW')).describe(
      'ISO 3166-1 alpha-2',
    ),
    email: maybe(z.email().max(254)),
  })
  .refine(({ phone, country }) => phoneOf(phone, country?.toUpperCase()) !== null, {
    message: 'Give a phone number with its country, such as +965 5000 0001, or say the country beside it',
    path: ['phone'],
  })
  .transform(({ country, ...shopper }) => ({
    ...shopper,
    phone_e164: phoneOf(shopper.phone, country?.toUpperCase()),
  }))
