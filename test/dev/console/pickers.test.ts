import { expect, test } from 'vitest'
import { countryName } from '../../../console/src/parts/country-name.ts'
import { countryCodes } from '../../../console/src/parts/pickers/country-codes.ts'
import { parseAmount } from '../../../console/src/parts/pickers/parse-amount.ts'
import { variantName } from '../../../console/src/parts/pickers/variant-name.ts'
import { dateText, dayIn, momentAt, timeIn } from '../../../console/src/parts/time-text.ts'
import { list as arabic } from '../../../console/src/words/ar/list.ts'
import { list as english } from '../../../console/src/words/en/list.ts'
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
  for (const { platforms } of [english, arabic]) expect(Object.keys(platforms)).toEqual(knownPlatforms)
})

test('a day or a moment of an address is a day of the store, and anything else is none', () => {
  expect(dayIn('2026-11-01', 'Asia/Kuwait')).toBe('2026-11-01')
  expect(dayIn('2026-10-31T22:30:00.000Z', 'Asia/Kuwait')).toBe('2026-11-01')
  expect(dayIn('yesterday', 'Asia/Kuwait')).toBe('')
  expect(dateText('2026-11-01', 'en', 'America/New_York')).toBe('1 Nov 2026')
  expect(dateText('2026-11-01', 'ar', 'Asia/Kuwait')).toBe('1 نوفمبر 2026')
  expect(dateText('yesterday', 'en', 'Asia/Kuwait')).toBe('yesterday')
})

test('a time of a day is a moment in the zone of the store, also where clocks change', () => {
  const zone = 'America/New_York'
  for (const [day, time, moment] of [
    ['2026-07-01', '09:30', '2026-07-01T13:30:00.000Z'],
    ['2026-12-01', '23:45', '2026-12-02T04:45:00.000Z'],
    ['2026-03-08', '01:59', '2026-03-08T06:59:00.000Z'],
    ['2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
    ['2026-11-01', '00:30', '2026-11-01T04:30:00.000Z'],
    ['2026-11-01', '02:00', '2026-11-01T07:00:00.000Z'],
  ] as const) {
    expect(momentAt(day, time, zone)).toBe(moment)
    expect([dayIn(moment, zone), timeIn(moment, zone)]).toEqual([day, time])
  }
  for (const [place, day, time, moment] of [
    // These times come twice.
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['Africa/Cairo', '2026-10-29', '23:15', '2026-10-29T20:15:00.000Z'],
    // These never come.
    ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
    ['America/Santiago', '2026-09-06', '00:30', '2026-09-06T04:30:00.000Z'],
  ] as const)
    expect(momentAt(day, time, place), `${place} ${time}`).toBe(moment)
  expect(momentAt('2026-11-28', '00:00', 'Asia/Kathmandu')).toBe('2026-11-27T18:15:00.000Z')
  expect(momentAt('2026-11-28', '', zone)).toBe('2026-11-28')
  expect(momentAt('', '09:30', zone)).toBe('')
  expect(timeIn('2026-11-28', zone)).toBe('')
  expect(dateText('2026-12-02T04:45:00.000Z', 'en', zone)).toBe('1 Dec 2026, 23:45')
})

test('a variant is called after its product, and after its options if there are any', () => {
  expect(variantName('Shawl', 'Red')).toBe('Shawl · Red')
  expect([null, 'Default'].map((title) => variantName('Shawl', title))).toEqual(['Shawl', 'Shawl'])
})
