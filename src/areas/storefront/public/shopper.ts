import * as z from 'zod'
import { refusal, type TranslatedRefusals } from '../../../platform/operation/refusals.ts'
import { Country } from '../../../platform/values/country.ts'
import { Phone } from '../../../platform/values/phone.ts'
import { Email, Line, maybe } from '../../../platform/values/text.ts'

/** What a shopper enters about themselves. None of it is verified. */
export const Contact = {
  name: Line(200),
  phone: Phone.describe(
    "As +<country code><number>, or in the national format of `country`, else of the store's country",
  ),
  country: maybe(Country).describe('ISO 3166-1 alpha-2'),
  email: maybe(Email),
}

export const Shopper = z.strictObject(Contact)

/** What app.phone_of_visitor cannot read. */
export const phoneRefusals = {
  phone_unreadable: refusal(
    'invalid_input',
    {},
    {
      en: 'Enter the phone number with its country code, such as +965 5000 0001.',
      ar: 'اكتب رقم الهاتف مع رمز الدولة، مثل \u2066+965 5000 0001\u2069.',
    },
    { problem: 'invalid_phone' },
  ),
} as const satisfies TranslatedRefusals
