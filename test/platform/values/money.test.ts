import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Currency, currencyExponent, sumToMajor, toMajor } from '../../../src/platform/values/money.ts'

const exponent = fc.integer({ min: 0, max: 3 })
const minor = fc.integer({ min: 0, max: 1e15 })

/** As a person would write it: 1250 with two decimals is 12.50. */
function written(minor: number, exponent: number) {
  const digits = String(minor).padStart(exponent + 1, '0')
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

test('an amount reads in JSON as a person would write it', () => {
  fc.assert(
    fc.property(minor, exponent, (amount, exponent) => {
      const json = JSON.stringify(toMajor(amount, exponent))
      expect(Number(json)).toBe(Number(written(amount, exponent)))
      expect(json.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(exponent)
    }),
    { numRuns: 20_000 },
  )
})

test('a sum reads in JSON as it is, or is null', () => {
  const sums = fc.oneof(
    fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }),
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  )
  fc.assert(
    fc.property(sums, exponent, (sum, exponent) => {
      const major = sumToMajor(sum, exponent)
      if (major === null) {
        expect(sum < 0n ? -sum : sum).toBeGreaterThan(10n ** 15n)
        return
      }
      const [whole = '', decimals = ''] = JSON.stringify(major).split('.')
      expect(BigInt(whole + decimals.padEnd(exponent, '0'))).toBe(sum)
    }),
    { numRuns: 20_000 },
  )
  expect(sumToMajor(2n ** 53n - 1n, 0)).toBe(Number.MAX_SAFE_INTEGER)
  expect(sumToMajor(9_000_000_000_000_001n, 2)).toBeNull()
})

test('currencies have the decimals of ISO 4217, and no others are known', () => {
  const decimals = {
    USD: 2,
    EUR: 2,
    SAR: 2,
    AED: 2,
    EGP: 2,
    KWD: 3,
    BHD: 3,
    OMR: 3,
    JOD: 3,
    TND: 3,
    IQD: 3,
    JPY: 0,
    KRW: 0,
    XOF: 0,
  }
  for (const [code, exponent] of Object.entries(decimals)) {
    expect(currencyExponent(code)).toBe(exponent)
    expect(Currency.parse(code.toLowerCase())).toBe(code)
  }
  for (const code of ['', 'US', 'DOLLAR', 'XYZ', '$', 'ZZZ']) expect(Currency.safeParse(code).success).toBe(false)
})
