import * as z from 'zod'
import type { ErrorCode, Problem } from './errors.ts'

/** The largest amount, in minor units: JSON numbers stay exact up to here with any exponent. */
const most = 1e15

/**
 * A JSON number of major units as an integer of minor units, or null where it is not one exactly: `0.1 + 0.2` and
 * 1.005 dollars are refused, never rounded.
 */
export function toMinor(major: number, exponent: number): number | null {
  const minor = Math.round(major * 10 ** exponent)
  if (!(minor >= 0 && minor <= most) || minor / 10 ** exponent !== major) return null
  return minor
}

/** Exact: the nearest double to the decimal is what JSON prints as that decimal. */
export const toMajor = (minor: number, exponent: number): number => minor / 10 ** exponent

export const Amount = z
  .number()
  .min(0)
  .max(most)
  .describe("An amount in major units of the store's currency, with no more decimals than the currency has")

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

/** The problem of an amount that `toMinor` refuses. */
export const inexactAmount = (pointer: string, exponent: number): Problem & { code: ErrorCode } => ({
  pointer,
  code: 'invalid_amount',
  detail: `Give an amount up to ${toMajor(most, exponent)} of at most ${exponent} decimals: the store's currency has no more, and amounts are never rounded.`,
})
