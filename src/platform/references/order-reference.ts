import { referenceTo } from './reference.ts'

const number = /^(?:number:)?#?([1-9]\d{0,14})$/

/** Digits of Arabic and Persian, which people type in these languages. */
const asciiDigits = (text: string) =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16))

/** An order by its id or number: `1204`, `#1204` or `number:1204`. */
export const OrderReference = referenceTo(
  'order',
  ['id or number (#1204)', 'Id or #number'],
  (text) => number.exec(asciiDigits(text))?.[1] ?? null,
)
