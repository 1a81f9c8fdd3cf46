import * as z from 'zod'
import { phoneOf } from '../../phone.ts'
import { Email, Line, maybe } from '../../text.ts'

/** Whoever orders or writes, as they say themselves. */
export const Contact = {
  name: Line(200),
  phone: Line(50).describe('As +<country><number>; or in the national form of `country`'),
  country: maybe(z.string().regex(/^[A-Za-z]{2}$/, 'Give a country as two letters, such as KW')).describe(
    'ISO 3166-1 alpha-2',
  ),
  email: maybe(Email),
}

type Phone = { readonly phone?: string | undefined; readonly country?: string | undefined }

/** The phone number as E.164, or null where it is none that could be called. */
export const phoneReads = ({ phone, country }: Phone): string | null => phoneOf(phone, country?.toUpperCase())

export const phoneNeedsCountry = {
  message: 'Give a phone number with its country, such as +965 5000 0001, or say the country beside it',
  path: ['phone'],
}

export const Shopper = z
  .strictObject(Contact)
  .refine((shopper) => phoneReads(shopper) !== null, phoneNeedsCountry)
  .transform(({ country, ...shopper }) => ({ ...shopper, phone_e164: phoneReads({ ...shopper, country }) }))
