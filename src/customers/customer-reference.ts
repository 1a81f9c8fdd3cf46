import { referenceTo } from '../reference.ts'

const minDigits = 5

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)

const isPhone = (text: string) => /^[-+() ./\p{Nd}]+$/u.test(text) && (text.match(/\p{Nd}/gu)?.length ?? 0) >= minDigits

/** A customer by id, by phone number in any notation, or by email address. */
export const CustomerReference = referenceTo(
  'customer',
  ['id, phone number or email address', 'Id, phone or email'],
  (text) => (isEmail(text) || isPhone(text) ? text : null),
)
