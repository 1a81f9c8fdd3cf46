import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLineEnd, delimiterOf, MalformedCsv, readCsv, writeCsv } from '../../src/transfer/csv.ts'

const recordsOf = (text: string, delimiter?: string) => [...readCsv(text, delimiter)].map(({ cells }) => cells)

describe('RFC 4180', () => {
  test.for([
    [
      'lines end in CRLF, LF or CR',
      'a,b\r\nc,d\ne,f\rg,h',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ],
    ],
    ['the last line may end or not', 'a,b\r\n', [['a', 'b']]],
    [
      'a quoted cell holds commas, quotes and line ends',
      '"a,b","c""d","e\r\nf"\r\ng,h,i',
      [
        ['a,b', 'c"d', 'e\r\nf'],
        ['g', 'h', 'i'],
      ],
    ],
    ['spaces belong to the cell', ' a , b ', [[' a ', ' b ']]],
    [
      'empty cells',
      ',,\r\n"",x,',
      [
        ['', '', ''],
        ['', 'x', ''],
      ],
    ],
    ['a quote inside an unquoted cell is a quote', '5" nail,b', [['5" nail', 'b']]],
    [
      'empty lines are none',
      'a,b\r\n\r\n\nc,d\r\n\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
  ] as const)('%s', ([, text, records]) => {
    expect(recordsOf(text)).toEqual(records)
  })

  test('rows count as a spreadsheet counts them: by records, empty ones too', () => {
    expect([...readCsv('a\n"b\nc"\n\nd')].map(({ row }) => row)).toEqual([1, 2, 4])
  })

  test.for([
    ['a quote that is never closed', 'a,b\r\n"c,d\r\ne,f', 'Row 2'],
    ['text behind a closing quote', 'a,b\r\nc,d\r\n"e"f,g', 'Row 3'],
  ] as const)('refuses %s, and says where', ([, text, where]) => {
    expect(() => recordsOf(text)).toThrow(MalformedCsv)
    expect(() => recordsOf(text)).toThrow(where)
  })

  test('sees a semicolon or a tab between the cells by the header', () => {
    expect(['a,b', 'a;b;c\r\n1,5;2;3', 'a\tb', 'a', ''].map(delimiterOf)).toEqual([',', ';', '\t', ',', ','])
    expect(recordsOf('a;"b;c"\r\n1,5;2', ';')).toEqual([
      ['a', 'b;c'],
      ['1,5', '2'],
    ])
  })
})

const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', ';', ' ', 'a', 'ع', '\t', "'"), maxLength: 8 }),
)

test('what is written is read back, whatever the cells hold', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 5 }), (records) => {
      expect(recordsOf(records.map((cells) => writeCsv(cells) + csvLineEnd).join(''))).toEqual(records)
    }),
    { numRuns: 2000 },
  )
})

test('any text is read or refused, and read to its end', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', ' '), maxLength: 30 }), (text) => {
      try {
        const letters = recordsOf(text).flat().join('').replaceAll(/[^a]/g, '')
        expect(letters).toBe(text.replaceAll(/[^a]/g, ''))
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedCsv)
      }
    }),
    { numRuns: 5000 },
  )
})
