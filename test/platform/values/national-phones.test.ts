import examples from 'libphonenumber-js/examples.mobile.json'
import { type CountryCode, getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { phoneOf } from '../../../src/platform/values/phone.ts'
import { asOwner } from '../../support/sql.ts'

/** Numbers as people write them in a country, and near misses of these. */
function written(country: CountryCode): string[] {
  const example = getExampleNumber(country, examples)
  if (!example) return []
  const national = example.formatNational()
  const digits = example.nationalNumber
  const changed = Array.from({ length: 10 }, (_, nth) =>
    digits.replace(/\d/, String(nth)).replace(/\d$/, String((nth * 7) % 10)),
  )
  return [
    national,
    digits,
    `${example.countryCallingCode}${digits}`,
    `${example.countryCallingCode} ${national}`,
    `0${digits}`,
    `8${digits}`,
    digits.slice(0, -1),
    `${digits}5`,
    `${digits}55`,
    digits.slice(1),
    ...changed,
    ...changed.map((number) => `0${number}`),
  ]
}

/** What the library reads, in the form that is the key of both. */
const keysOf = async (numbers: readonly (readonly [phone: string, country: CountryCode])[]) => {
  const read = numbers.map(([phone, country]) => {
    const parsed = parsePhoneNumberFromString(phone, country)
    return parsed?.isValid() && !parsed.ext ? parsed.number : null
  })
  const rows = await asOwner`select app.one_form_of_phone(e164) as key
    from unnest(${read}::text[]) with ordinality as r(e164, nth) order by nth`
  return rows.map(({ key }) => key)
}

test('reads a national number of every country as libphonenumber does', async () => {
  const numbers = getCountries().flatMap((country) =>
    written(country)
      // Which the Worker reads.
      .filter((phone) => !phone.startsWith('00'))
      .map((phone) => [phone, country] as const),
  )
  expect(numbers.length).toBeGreaterThan(7000)
  const rows = await asOwner`select app.e164(phone, null, country) as key
    from unnest(${numbers.map(([phone]) => phone)}::text[], ${numbers.map(([, country]) => country)}::text[])
      with ordinality as n(phone, country, nth) order by nth`
  const expected = await keysOf(numbers)
  const different = numbers.flatMap(([phone, country], nth) =>
    rows[nth]?.['key'] === expected[nth] ? [] : [{ country, phone, ours: rows[nth]?.['key'], theirs: expected[nth] }],
  )
  // The library finds no number here, though the first has the country code in front, and the others lack the ninth digit.
  expect(different).toEqual([
    { country: 'AT', phone: '43 0664 123456', ours: '+43664123456', theirs: null },
    { country: 'BR', phone: '1196123456', ours: '+5511996123456', theirs: null },
    { country: 'BR', phone: '1961234567', ours: '+5519961234567', theirs: null },
  ])
})

test('reads a number of the first country in which it is in use', async () => {
  const [row] = await asOwner`select
    app.e164('51041065', null, 'KW', 'SA') as kuwait, app.e164('51041065', null, 'SA', 'KW') as kuwait_second,
    app.e164('0512345678', null, 'KW', 'SA') as saudi, app.e164('51041065', null, null, 'KW') as no_first,
    app.e164('51041065', null, 'XX') as unknown, app.e164('51041065', null, null) as none, app.e164('510410651', null, 'KW') as invalid,
    app.e164('96551041065', null, 'KW') as code, app.e164('٥١٠٤١٠٦٥', null, 'kw') as arabic,
    app.e164('call 51041065', null, 'KW') as letters, app.e164(null, null, 'KW') as missing, app.e164('212 555 1014', null, 'US') as spaces`
  expect(row).toEqual({
    kuwait: '+96551041065',
    kuwait_second: '+96551041065',
    saudi: '+966512345678',
    no_first: '+96551041065',
    unknown: null,
    none: null,
    invalid: null,
    code: '+96551041065',
    arabic: '+96551041065',
    letters: null,
    missing: null,
    spaces: '+12125551014',
  })
})

test.each([
  ['Mexico', 'MX', '1 55 1234 5678', '+52 1 55 1234 5678', '+52 55 1234 5678', '55 1234 5678', '5215512345678'],
  ['Brazil', 'BR', '(41) 8888-7777', '+55 41 8888-7777', '+55 41 98888-7777', '(41) 98888-7777', '554188887777'],
  ['Argentina', 'AR', '+54 9 11 2345 6789', '+54 11 2345 6789', '011 15-2345-6789', '5491123456789'],
  ["Côte d'Ivoire", 'CI', '07 12 34 56', '+225 07 12 34 56', '+225 07 07 12 34 56', '07 07 12 34 56', '22507123456'],
  ["a fixed line of Côte d'Ivoire", 'CI', '+225 20 31 23 45', '+225 27 20 31 23 45', '27 20 31 23 45', '0022520312345'],
])('a number of %s has one key in both forms', async (_, country, ...forms) => {
  const read = await Promise.all(forms.map(phoneOf))
  const rows = await asOwner`select distinct app.e164(phone, read, ${country}) as key
    from unnest(${forms}::text[], ${read}::text[]) as f(phone, read)`
  expect(rows).toHaveLength(1)
  expect(rows[0]?.['key']).toMatch(/^\+\d{10,}$/)
})

test.each(['+225 07 12 34 56', '(+225) 07 12 34 56', '00225 07 12 34 56', ' (00225) 07 12 34 56', '٠٠٢٢٥ ٠٧١٢٣٤٥٦'])(
  'the old number %s is read by its country code, wherever the store is',
  async (phone) => {
    const [row] = await asOwner`select app.e164(${phone}, ${await phoneOf(phone)}, 'KW') as key`
    expect(row).toEqual({ key: '+2250707123456' })
  },
)

test.each([
  ['+442079460958', '+4402079460958'],
  ['+966512345678', '+9660512345678'],
  ['+541123456789', '+5409 11 2345 6789'],
  ['+541123456789', '+54 9 11 2345 6789'],
  ['+5511987654321', '+55 (0)11 8765 4321'],
  // A 0 that belongs to the number.
  ['+390612345678', '+39 06 1234 5678'],
  ['+2250707123456', '+225 07 07 12 34 56'],
  ['+99999', '+99999'],
])('the key %s is also that of %s', async (key, phone) => {
  const [row] = await asOwner`select app.key_with_calling_code(app.written_phone(${phone})) as key`
  expect(row).toEqual({ key })
})

test('digits that are an old form of no number of the country cannot be read', async () => {
  const [row] =
    await asOwner`select app.e164('12125551014', null, 'MX') as american, app.e164('22550123456', null, 'KW') as extension,
    app.e164('5215512345678', null, 'KW') as mexican, app.e164('5491123456789', null, 'BR') as argentine`
  expect(row).toEqual({ american: null, extension: null, mexican: null, argentine: null })
})

test('a number is answered as it was written, if it had its country code', async () => {
  const [row] = await asOwner`select app.phone_to_dial('+54 9 11 2345 6789', '+541123456789') as mobile,
    app.phone_to_dial('0054 9 11 2345 6789', '+541123456789') as zeros, app.phone_to_dial('11 2345-6789', '+541123456789') as national,
    app.phone_to_dial('+44 (0)20 7946 0958', '+442079460958') as trunk, app.phone_to_dial('12345', null) as unread,
    app.phone_to_dial(null, null) as missing`
  expect(row).toEqual({
    mobile: '+5491123456789',
    zeros: '+5491123456789',
    national: '+541123456789',
    trunk: '+442079460958',
    unread: '12345',
    missing: null,
  })
})
