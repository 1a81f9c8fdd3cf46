import { describe, expect, test } from 'vitest'
import {
  asciiSlug,
  DayOrMoment,
  Line,
  SearchTerm,
  Slug,
  slugOf,
  StoreSlug,
  Tags,
} from '../../../src/platform/values/text.ts'

describe('a slug made from a name', () => {
  test('has letters and digits of any script, and single hyphens', () => {
    for (const [name, slug] of [
      ['Silk  Scarf', 'silk-scarf'],
      ['--Élan & Co.--', 'elan-co'],
      ['عباءة سوداء', 'عباءة-سوداء'],
      ['أحمد', 'احمد'],
      ['ﬁne ½', 'fine-1-2'],
      ['', ''],
      ['★ ☂', ''],
    ])
      expect(slugOf(name ?? ''), name).toBe(slug)
  })

  test('is the same slug in each form of its letters', () => {
    for (const [one, other] of [
      ['한국차', '한국차'.normalize('NFD')],
      ['café', 'CAFE\u0301'],
      ['wool', 'ＷＯＯＬ'],
      ['がく', 'か\u3099く'],
    ] as const) {
      expect(Slug.parse(other)).toBe(one)
      expect(Slug.parse(one)).toBe(one)
      expect(slugOf(other)).toBe(slugOf(one))
      expect(Slug.parse(slugOf(one))).toBe(slugOf(one))
    }
    expect(slugOf('한국차')).toBe('한국차')
  })

  test('is one that may also be given, however long the name', () => {
    for (const name of [
      'Silk Scarf',
      'عباءة سوداء',
      'x'.repeat(500),
      `${'x'.repeat(79)} y`,
      'हिन्दी',
      '日本 語',
      '𝒮carf 👗 𐐀'.repeat(20),
    ])
      expect(Slug.safeParse(slugOf(name)).success, name).toBe(true)
  })

  test('of a store is plain ASCII, or nothing', () => {
    expect(asciiSlug('Café Noir № 5')).toBe('cafe-noir-no-5')
    expect(asciiSlug('سوق')).toBe('')
    expect(asciiSlug(`${'x'.repeat(49)} y`)).toBe('x'.repeat(49))
    expect(StoreSlug.safeParse(`${asciiSlug('x'.repeat(200))}-a1b2c3`).success).toBe(true)
  })
})

test('a value that is not a slug is refused', () => {
  for (const slug of ['', '-a', 'a-', 'a--b', 'a b', 'a/b', 'a.b', 'x'.repeat(101)])
    expect(Slug.safeParse(slug).success, slug).toBe(false)
  expect(Slug.parse('Silk-عباءة-2')).toBe('silk-عباءة-2')
})

test('a line is kept without the white space around it, and is never empty', () => {
  expect(Line(5).parse('  abc\t')).toBe('abc')
  for (const line of ['', ' \n', 'abcdef']) expect(Line(5).safeParse(line).success).toBe(false)
})

test('tags are kept once each, in their order', () => {
  expect(Tags.parse(['b', ' a', 'b', 'a '])).toEqual(['b', 'a'])
  expect(Tags.safeParse(Array.from({ length: 51 }, (_, i) => `${i}`)).success).toBe(false)
})

test('a search for white space asks for nothing', () => {
  expect(SearchTerm.parse('  ')).toBeUndefined()
  expect(SearchTerm.parse(' scarf ')).toBe('scarf')
  expect(SearchTerm.safeParse('x'.repeat(201)).success).toBe(false)
})

test('a day stays a day, because it begins at another time in every zone', () => {
  expect(DayOrMoment.parse('2026-11-21')).toBe('2026-11-21')
  expect(DayOrMoment.parse('2026-11-21T11:00:00+03:00')).toBe('2026-11-21T08:00:00.000Z')
  for (const given of ['2026-11-21T08:00:00', '2026-02-30', '0999-12-31', '10000-01-01', 'yesterday', '1795248000', ''])
    expect(DayOrMoment.safeParse(given).success, given).toBe(false)
})
