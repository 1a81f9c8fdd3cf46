import * as z from 'zod'
import { ServiceError } from './errors.ts'

/** The largest price or payment, in minor units. Up to here, major units are exact as JSON numbers in any currency. */
const maxAmountMinor = 1e15

/** Exact, because JSON prints the double nearest to a decimal as that decimal. */
export const toMajor = (minor: number, exponent: number): number => minor / 10 ** exponent

export const Amount = z
  .number()
  .min(0)
  .max(maxAmountMinor)
  .describe("An amount in major units of the store's currency, with no more decimals than the currency has")

/** A sum in major units; null if it is not exact as a JSON number. */
export function sumToMajor(minor: bigint, exponent: number): number | null {
  const major = Number(minor) / 10 ** exponent
  if (minor >= -maxAmountMinor && minor <= maxAmountMinor) return major
  // As JSON prints it.
  const [integer = '', decimals = ''] = String(major).split('.')
  const digits = integer + decimals.padEnd(exponent, '0')
  return /^-?\d+$/.test(digits) && BigInt(digits) === minor ? major : null
}

/** Like `sumToMajor`, but refuses the request if the sum is not exact. `figure` is its field name. */
export function exactSum(figure: string, minor: bigint, exponent: number): number {
  const major = sumToMajor(minor, exponent)
  if (major !== null) return major
  throw new ServiceError(
    'sum_too_large',
    `${figure} is too large for an exact JSON number. Request a shorter period.`,
    { extra: { figure } },
  )
}

/** An amount in a response. */
export const Money = z.number().describe('Major units of the currency')

// ISO 4217: currencies that do not have two decimals.
const exponents = new Map([
  ...[
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'ISK',
    'JPY',
    'KMF',
    'KRW',
    'PYG',
    'RWF',
    'UGX',
    'VND',
    'VUV',
    'XAF',
    'XOF',
    'XPF',
  ].map((code) => [code, 0] as const),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3] as const),
])

export const currencyExponent = (currency: string): number => exponents.get(currency) ?? 2

const currencies = new Set(Intl.supportedValuesOf('currency'))

export const Currency = z
  .string()
  .toUpperCase()
  .refine((code) => currencies.has(code), 'must be an ISO 4217 currency code, such as USD or KWD')
  .describe('ISO 4217 currency code. Cannot be changed after the store is created')
