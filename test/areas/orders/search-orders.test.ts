import { beforeAll, expect, test } from 'vitest'
import { list, numbersOf } from './listing.ts'
import { ahmad, fatima, jose, ohara, openSearchableShop } from './searchable-shop.ts'

let shop: Awaited<ReturnType<typeof openSearchableShop>>

beforeAll(async () => {
  shop = await openSearchableShop()
})

/** Expects each term to find these orders, oldest first, in any letter case. */
async function expectFound(terms: Record<string, number[]>) {
  for (const [term, numbers] of Object.entries(terms)) {
    const { numbers: found, meta } = await list(shop.owner, { search: term, sort: 'created_at' })
    expect(found, term).toEqual(numbers)
    expect(meta, term).toMatchObject({ total: numbers.length, total_is_capped: false, has_more: false })
    expect(await numbersOf(shop.owner, { search: term.toUpperCase() }), term).toEqual(numbers.toReversed())
  }
}

test('by order number, with or without #', () =>
  expectFound({
    '1001': [jose, ahmad],
    '#1001': [jose],
    ' #1003 ': [fatima],
    '100': [jose, ahmad, fatima, ohara],
    '#100': [],
    '#1005': [],
    '١٠٠٣': [fatima],
    '#١٠٠٣': [fatima],
    '#۱۰۰۳': [fatima],
    '#999999999999999999': [],
    '#9999999999999999999999': [],
  }))

test('by name, ignoring case and accents', () =>
  expectFound({
    'José Álvarez': [jose],
    'jose alvarez': [jose],
    lvare: [jose],
    'alvarez jose': [jose],
    "o'hara": [ohara],
    'jose mary': [],
  }))

test('by an Arabic name, ignoring letter forms and marks', () =>
  expectFound({
    أحمد: [ahmad],
    احمد: [ahmad],
    'إحمد الهاشمى': [ahmad],
    أَحْمَد: [ahmad],
    أحـــمد: [ahmad],
    فاطمه: [fatima],
    'فاطمة العلى': [fatima],
    العلی: [fatima],
    شكرا: [fatima],
    دايم: [jose],
  }))

test('by a phone number in any format, or part of it', () =>
  expectFound({
    '+966 50 765 4321': [fatima],
    '+966507654321': [fatima],
    '00966-50-765-4321': [fatima],
    '(050) 765 4321': [fatima],
    '0507654321': [fatima],
    '765.4321': [fatima],
    '65432': [fatima],
    '٩٦٦٥٠٧٦٥': [fatima],
    '612345678': [jose],
    '+34 (612) 34/56/78': [jose],
    '0508881234': [ahmad],
    '888 1234': [ahmad],
    '055998877': [ohara],
    '٥٥٩٩٨': [ohara],
    '0559988770': [],
  }))

test('by product and SKU, dashes and leading zeros included', () =>
  expectFound({
    'cafe creme': [jose],
    Café: [jose],
    scarf: [ahmad, fatima, ohara],
    'sc-1': [ahmad, fatima, ohara],
    'SC-RED-M': [],
    '0012-345-67': [jose],
    '0012-345': [jose],
    '12-345': [jose],
  }))

test('by notes and tags, with several words in any position', () =>
  expectFound({
    'leave at': [ahmad],
    vip: [jose],
    زبون: [jose],
    'vip cafe 612': [jose],
    'vip scarf': [],
    'hara labels scarf': [ohara],
    ' mary   o\u2019hara ': [ohara],
    ' mary   hara ': [ohara],
    whatsapp: [],
  }))

test('by characters that are special in SQL, taken literally', () =>
  expectFound({
    '%': [ahmad],
    '50%': [ahmad],
    '5%': [],
    _: [fatima, ohara],
    size_m: [ohara],
    s_ze: [],
    '\\': [ohara],
    'c:\\l': [ohara],
    '\\_': [],
    "'": [ohara],
    "' or 1=1 --": [],
    "'); drop table orders; --": [],
    $$: [],
    '%s %L %1$s': [],
    '.*': [],
    '*': [],
  }))

test('by one or two letters', () =>
  expectFound({
    j: [jose],
    é: [jose, ahmad, ohara],
    ha: [ohara],
    ف: [fatima],
    حم: [ahmad],
    zz: [],
    '🎁': [],
    '-': [jose, ahmad, fatima, ohara],
  }))

test('by very many words, and by words that normalize to nothing', async () => {
  expect(await numbersOf(shop.owner, { search: 'vip '.repeat(50).trim() })).toEqual([jose])
  for (const search of ['ـ', '\u064b']) expect(await numbersOf(shop.owner, { search })).toEqual([])
})

test('together with filters', async () => {
  expect(await numbersOf(shop.owner, { search: 'scarf', platform: 'whatsapp' })).toEqual([fatima])
  expect(await numbersOf(shop.owner, { search: 'jose', platform: 'whatsapp' })).toEqual([])
  expect(await numbersOf(shop.owner, { search: '#1003', platform: 'direct' })).toEqual([])
})
