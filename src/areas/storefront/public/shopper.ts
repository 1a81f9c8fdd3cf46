import * as z from 'zod'
import { phoneOf } from '../../../platform/values/phone.ts'
import { Email, Line, maybe } from '../../../platform/values/text.ts'

/** What a shopper enters about themselves. None of it is verified. */
export const Contact = {
  name: Line(200),
  phone: Line(50).describe('As +<country code><number>, or in the national format of `country`'),
  country: maybe(z.string().regex(/^[A-Za-z]{2}$/, 'must be a two-letter country code such as KW')).describe(
    'ISO 3166-1 alpha-2',
  ),
  email: maybe(Email),
}

type Phone = { readonly phone?: string | undefined; readonly country?: string | undefined }

/** The phone number in E.164 format, or null if it is not a valid number. */
export const shopperPhoneOf = ({ phone, country }: Phone): Promise<string | null> =>
  phoneOf(phone, country?.toUpperCase())

export const phoneNeedsCountry = {
  message: 'must be a phone number with a country code, such as +965 5000 0001, or set country',
  path: ['phone'],
  params: { code: 'invalid_phone' },
}

export const Shopper = z
  .strictObject(Contact)
  .refine(async (shopper) => (await shopperPhoneOf(shopper)) !== null, phoneNeedsCountry)
  .transform(async ({ country, ...shopper }) => ({
    ...shopper,
    phone_e164: await shopperPhoneOf({ ...shopper, country }),
  }))
