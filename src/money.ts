import * as z from 'zod'
import { ServiceError } from './errors.ts'

/** The largest price or payment, in minor units: JSON numbers of major units are exact up to here with any exponent. */
const maxAmountMinor = 1e15

/** Exact: the nearest double to the decimal is what JSON prints as that decimal. */
export const toMajor = (minor: number, exponent: number): number => minor / 10 ** exponent

export const Amount = z
  .number()
  .min(0)
  .max(maxAmountMinor)
  .describe("An amount in major units of the store's currency, with no more decimals than the currency has")

/** A sum of amounts in major units; null where a JSON number cannot carry it exactly. */
export function sumToMajor(minor: bigint, exponent: number): number | null {
  const major = Number(minor) / 10 ** exponent
  if (minor >= -maxAmountMinor && minor <= maxAmountMinor) return major
  // What a reader of the JSON would see.
  const [whole = '', decimals = ''] = String(major).split('.')
  const digits = whole + decimals.padEnd(exponent, '0')
  return /^-?\d+$/.test(digits) && BigInt(digits) === minor ? major : null
}

/** The same of a figure of an answer, which is refused where one of its figures would be inexact. */
export function exactSum(figure: string, minor: bigint, exponent: number): number {
  const major = sumToMajor(minor, exponent)
  if (major !== null) return major
  throw new ServiceError(
    'sum_too_large',
    `${figure} is too large to be exact as a JSON number. Ask for a shorter period.`,
    { extra: { figure } },
  )
}

/** An amount in an answer. */
export const Money = z.number().describe('Major units of the currency')

// ISO 4217: the currencies that do not have two decimals.
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

const known = new Set(Intl.supportedValuesOf('currency'))

export const Currency = z
  .string()
  .toUpperCase()
  .refine((code) => known.has(code), 'Give an ISO 4217 currency code, such as USD or KWD')
  .describe('ISO 4217 currency code; fixed once the store is made')
