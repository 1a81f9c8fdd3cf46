import * as z from 'zod'
import { ServiceError } from '../errors/errors.ts'
import { withoutMarks } from './pasted.ts'

/** The largest price or payment in minor units. Up to here, major units are exact as JSON numbers with any exponent. */
const maxAmountMinor = 1e15

/** Exact: JSON prints the nearest double of a decimal as that decimal. */
export const toMajor = (minor: number, exponent: number): number => minor / (unitsOf[exponent] ?? 10 ** exponent)

export const majorOrNull = (minor: number | null, exponent: number): number | null =>
  minor === null ? null : toMajor(minor, exponent)

/** Minor units in a major one, by exponent. A list of orders converts hundreds of amounts. */
const unitsOf = [1, 10, 100, 1000]

export const Amount = z
  .number()
  .min(0)
  .max(maxAmountMinor)
  .describe("In major units of the store's currency. Never rounded")

/** A sum of amounts in major units. Null if a JSON number cannot represent it exactly. */
export function sumToMajor(minor: bigint, exponent: number): number | null {
  const major = Number(minor) / 10 ** exponent
  if (minor >= -maxAmountMinor && minor <= maxAmountMinor) return major
  const [integer = '', decimals = ''] = String(major).split('.')
  const digits = integer + decimals.padEnd(exponent, '0')
  return /^-?\d+$/.test(digits) && BigInt(digits) === minor ? major : null
}

/** Like sumToMajor, but throws if the sum cannot be exact. `figure` is the name of the response field. */
export function exactSum(figure: string, minor: bigint, exponent: number): number {
  const major = sumToMajor(minor, exponent)
  if (major !== null) return major
  throw new ServiceError('sum_too_large', `${figure} is too large for an exact JSON number. Choose a shorter period.`, {
    extra: { figure },
  })
}

/** An amount in a response. */
export const Money = z.number().describe('In major units')

// ISO 4217: currencies with a number of decimals other than two.
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
  .overwrite(withoutMarks)
  .toUpperCase()
  .refine((code) => currencies.has(code), 'must be an ISO 4217 currency code such as USD or KWD')
  .describe('ISO 4217 currency code. Cannot be changed after the store is created')
