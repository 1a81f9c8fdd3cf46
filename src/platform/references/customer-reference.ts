import { hasEnoughDigits } from '../values/phone.ts'
import { referenceTo } from './reference.ts'

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)

const isPhone = (text: string) => /^[-+() ./\p{Nd}]+$/u.test(text) && hasEnoughDigits(text)

/** A customer by id, by phone number in any notation, or by email address. */
export const CustomerReference = referenceTo(
  'customer',
  ['id, phone number or email address', 'Id, phone or email'],
  (text) => (isEmail(text) || isPhone(text) ? text : null),
)
