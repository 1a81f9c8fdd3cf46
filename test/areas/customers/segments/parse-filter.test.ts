import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FilterInvalid, parseFilter } from '../../../../src/areas/customers/segments/parse-filter.ts'
import { crowd } from '../../../support/run/effort.ts'
import { elapsedMs } from '../../../platform/transfer/elapsed.ts'
import { terms, whens, written } from './filters.ts'

/** The position of the mistake, from 1, and the message. */
function failure(text: string): string {
  try {
    return `read: ${JSON.stringify(parseFilter(text))}`
  } catch (error) {
    if (!(error instanceof FilterInvalid)) throw error
    return `${error.position}: ${error.message}`
  }
}

describe('a filter', () => {
  test('has terms separated by spaces or "and", in any spacing and letter case', () => {
    const two = [
      { field: 'spent', op: '>', amount: '100' },
      { field: 'tag', has: true, tag: 'vip' },
    ]
    for (const text of [
      'spent>100 tag:vip',
      'spent>100 and tag:vip',
      '  spent > 100\n AND\ttag: vip ',
      'SPENT>100 Tag:vip',
      'spent>100 tag:"vip"',
    ])
      expect(parseFilter(text), text).toEqual(two)
  })

  test('supports every kind of term', () => {
    expect(
      parseFilter(
        'spent>=99.95 orders<=3 last_order<90d created>2026-01-31 created=2026-02-28T10:30:00+03:00 -tag:vip not tag:"big \\"spender\\"" tag:وفية blocked:false',
      ),
    ).toEqual([
      { field: 'spent', op: '>=', amount: '99.95' },
      { field: 'orders', op: '<=', quantity: 3 },
      { field: 'last_order', op: '<', when: { kind: 'days_ago', days: 90 } },
      { field: 'created', op: '>', when: { kind: 'day', day: '2026-01-31' } },
      { field: 'created', op: '=', when: { kind: 'moment', time: '2026-02-28T07:30:00.000Z' } },
      { field: 'tag', has: false, tag: 'vip' },
      { field: 'tag', has: false, tag: 'big "spender"' },
      { field: 'tag', has: true, tag: 'وفية' },
      { field: 'blocked', blocked: false },
    ])
  })

  test.for([
    ['', '1: A filter needs at least one term'],
    ['   ', '1: A filter needs at least one term'],
    ['spend>100', '1: Unknown field spend'],
    ['tag:vip spend>100', '9: Unknown field spend'],
    ['🎁', '1: Expected a term'],
    ['tag:🎁🎁 spend>1', '8: Unknown field spend'],
    ['spent', '6: Expected < or <= or > or >= or = after spent.'],
    ['spent:100', '6: Expected < or'],
    ['spent 100', '7: Expected < or'],
    ['tag=vip', '4: Expected : after tag.'],
    ['blocked>true', '8: Expected : after blocked.'],
    ['spent>', '7: Expected a value.'],
    ['spent> and', '8: spent must be compared with an amount'],
    ['spent>-5', '7: spent must be compared with an amount'],
    ['spent>1,000', '7: spent must be compared with an amount'],
    ['spent>1e3', '7: spent must be compared with an amount'],
    ['spent>0.0000001', '7: spent must be compared with an amount'],
    ['spent>1000000000000000', '7: spent must be compared with an amount'],
    ['spent==100', '7: spent must be compared with an amount'],
    ['orders>1.5', '8: orders must be compared with a whole number'],
    ['created>2026-02-30', '9: created must be compared with a date'],
    ['created>2026-13-01', '9: created must be compared with a date'],
    ['created>0000-01-01', '9: created must be compared with a date'],
    ['created>9999-12-31', '9: created must be compared with a date'],
    ['created>0001-01-01T00:00:00+14:00', '9: created must be compared with a date'],
    ['created>2026-01-01T25:00:00Z', '9: created must be compared with a date'],
    ['created>2026-01-01T10:00:00', '9: created must be compared with a date'],
    ['created>yesterday', '9: created must be compared with a date'],
    ['last_order=90d', '12: Days ago must be compared'],
    ['last_order<90 d', '12: last_order must be compared with a date'],
    ['blocked:yes', '9: blocked must be blocked:true or blocked:false.'],
    ['tag:""', '5: A tag must have 1 to 64 characters'],
    [`tag:${'x'.repeat(65)}`, '5: A tag must have 1 to 64 characters'],
    ['tag:"vip', '5: This quotation mark is not closed.'],
    ['tag:"vip"spent>1', '10: Terms must be separated by a space.'],
    ['tag:vip"x"', '8: Terms must be separated by a space.'],
    ['and tag:vip', '1: "and" must be between two terms.'],
    ['tag:vip and', '9: "and" must be between two terms.'],
    ['tag:vip and and tag:b', '13: "and" must be between two terms.'],
    ['-spent>100', '1: Only tags can be excluded. Reverse the condition on spent instead, such as spent<=100.'],
    ['tag:a not blocked:true', '7: Only tags can be excluded'],
    ['not', '1: Unknown field not'],
    ['- tag:vip', '2: Expected a term'],
    ['--tag:vip', '2: Expected a term'],
    ['tag:a or tag:b', '7: Unknown field or'],
    ['(tag:a)', '1: Expected a term'],
    [Array(21).fill('tag:a').join(' '), '121: A filter can have at most 20 terms.'],
  ])('%s fails at %s', ([text, said]) => {
    expect(failure(text ?? '').startsWith(said ?? ''), failure(text ?? '')).toBe(true)
  })

  test('that was generated is parsed back to the same terms', () => {
    const amounts = fc
      .tuple(fc.nat({ max: 999_999_999 }), fc.option(fc.stringMatching(/^\d{1,6}$/)))
      .map(([whole, decimals]) => (decimals === null ? String(whole) : `${whole}.${decimals}`))
    const tags = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .filter((tag) => tag.trim() === tag && tag !== '' && !/\p{Default_Ignorable_Code_Point}/u.test(tag))
    const any = terms({ amounts, quantities: fc.nat({ max: 999_999_999 }), whens, tags })
    const join = fc.constantFrom(' ', '  ', ' and ', '\n', ' AND ')
    fc.assert(
      fc.property(fc.array(fc.tuple(any, join), { minLength: 1, maxLength: 20 }), (all) => {
        const text = all.map(([term, join], at) => (at === 0 ? '' : join) + written(term)).join('')
        expect(parseFilter(text)).toEqual(all.map(([term]) => term))
      }),
      { numRuns: 3000 },
    )
  })

  test('of any text is parsed, or rejected with a position in it', () => {
    const pieces = fc.constantFrom(
      'spent',
      'orders',
      'last_order',
      'created',
      'tag',
      'blocked',
      'and',
      'not',
      '-',
      ':',
      '<',
      '<=',
      '>',
      '>=',
      '=',
      ' ',
      '"',
      '\\',
      '\n',
      '\u00a0',
      '1',
      '90d',
      '2026-01-31',
      'vip',
      'true',
      '__proto__',
      'constructor',
      'ı',
      '🎁',
      '\ud800',
      '\0',
    )
    const nearly = fc
      .tuple(
        fc.constantFrom('spent', 'orders', 'created', 'tag', '-tag', 'not tag', 'blocked'),
        fc.constantFrom('<', '>=', '=', ':', ':', ' :'),
        fc.constantFrom('1', '90d', '2026-01-31', 'vip', 'true', '"x y"'),
      )
      .map((parts) => parts.join(''))
    const texts = fc.oneof(
      fc
        .array(fc.oneof({ weight: 1, arbitrary: nearly }, { weight: 2, arbitrary: pieces }), { maxLength: 9 })
        .map((all) => all.join('')),
      fc.array(nearly, { maxLength: 3 }).map((all) => all.join(' ')),
      fc.string({ unit: 'binary', maxLength: 60 }),
    )
    let read = 0
    fc.assert(
      fc.property(texts, (text) => {
        try {
          expect(parseFilter(text).length).toBeGreaterThan(0)
          read += 1
        } catch (error) {
          if (!(error instanceof FilterInvalid)) throw error
          expect(error.position).toBeGreaterThanOrEqual(1)
          expect(error.position).toBeLessThanOrEqual(Array.from(text).length + 1)
          expect(error.message).toMatch(/\.$/)
        }
      }),
      { numRuns: crowd(20_000, 2_000) },
    )
    expect(read).toBeGreaterThan(20)
  })

  test('is parsed in time in proportion to its length', async () => {
    const read = (length: number) =>
      elapsedMs(() => {
        for (const text of [
          '"'.repeat(length),
          '\\'.repeat(length),
          `tag:"${'\\'.repeat(length)}`,
          ' '.repeat(length),
          'not '.repeat(length / 4),
          '-'.repeat(length),
        ])
          failure(text)
      })
    const short = await read(100_000)
    expect(await read(400_000)).toBeLessThan(8 * Math.max(short, 500))
  })
})
