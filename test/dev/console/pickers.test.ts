import { expect, test } from 'vitest'
import { countryName } from '../../../console/src/parts/country-name.ts'
import { countryCodes } from '../../../console/src/parts/pickers/country-codes.ts'
import { parseAmount } from '../../../console/src/parts/pickers/parse-amount.ts'
import { dateText, dayIn } from '../../../console/src/parts/time-text.ts'
import { ar } from '../../../console/src/words/ar.ts'
import { en } from '../../../console/src/words/en.ts'
import { knownPlatforms } from '../../../src/areas/orders/platform-name.ts'
import { countryCodes as known } from '../../../src/platform/values/country.ts'

test.each([
  ['5', 3, '5'],
  ['5.000', 3, '5'],
  ['5.000', 2, '5'],
  [' 1,234.5 ', 3, '1234.5'],
  ['1,234', 3, '1234'],
  ['12,345,678', 0, '12345678'],
  ['12,5', 3, '12.5'],
  ['0,500', 3, '0.5'],
  ['1.234,5', 2, '1234.5'],
  ['1.234', 3, '1.234'],
  ['٥', 3, '5'],
  ['١٢٫٥', 3, '12.5'],
  ['١٬٢٣٤٫٥٠٠', 3, '1234.5'],
  ['۱۲', 3, '12'],
  ['12،5', 3, '12.5'],
  ['\u200f7.250', 3, '7.25'],
  ['007', 2, '7'],
  ['0', 2, '0'],
  ['3.', 2, '3'],
])('%s with %i decimals is read as %s', (typed, decimals, amount) => {
  expect(parseAmount(typed, decimals)).toBe(amount)
})

test.each([
  ['', 3],
  ['-5', 3],
  ['five', 3],
  ['KWD 5', 3],
  ['1.2345', 3],
  ['1.5', 0],
  ['1,2,3', 3],
  ['1.2.3', 3],
  ['1e3', 3],
  ['1234567890123', 2],
])('%s is no amount with %i decimals', (typed, decimals) => {
  expect(parseAmount(typed, decimals)).toBeNull()
})

test('the countries are those that the service knows, and have names in both languages', () => {
  expect(countryCodes()).toEqual([...known].toSorted())
  expect(countryName('KW', 'en')).toBe('Kuwait')
  expect(countryName('kw', 'ar')).toBe('الكويت')
  expect(['', 'K', 'KWT', '11', '<b'].map((code) => countryName(code, 'en'))).toEqual(['', 'K', 'KWT', '11', '<b'])
})

test('the platforms are those that the service knows', () => {
  for (const { list } of [en, ar]) expect(Object.keys(list.platforms)).toEqual(knownPlatforms)
})

test('a day or a moment of an address is a day of the store, and anything else is none', () => {
  expect(dayIn('2026-11-01', 'Asia/Kuwait')).toBe('2026-11-01')
  expect(dayIn('2026-10-31T22:30:00.000Z', 'Asia/Kuwait')).toBe('2026-11-01')
  expect(dayIn('yesterday', 'Asia/Kuwait')).toBe('')
  expect(dateText('2026-11-01', 'en', 'America/New_York')).toBe('1 Nov 2026')
  expect(dateText('2026-11-01', 'ar', 'Asia/Kuwait')).toBe('1 نوفمبر 2026')
  expect(dateText('yesterday', 'en', 'Asia/Kuwait')).toBe('yesterday')
})
