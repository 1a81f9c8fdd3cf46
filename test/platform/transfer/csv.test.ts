import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLineEnd, delimiterOf, MalformedCsv, readCsv, writeCsv } from '../../../src/platform/transfer/csv.ts'

const cellsOf = (text: string, delimiter?: string) => [...readCsv(text, delimiter)].map(({ cells }) => cells)

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
    ['the last line may have a line end', 'a,b\r\n', [['a', 'b']]],
    [
      'a quoted cell can contain commas, quotes and line ends',
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
      'empty lines are skipped',
      'a,b\r\n\r\n\nc,d\r\n\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
  ] as const)('%s', ([, text, records]) => {
    expect(cellsOf(text)).toEqual(records)
  })

  test('rows are numbered as in a spreadsheet: by record, counting empty ones', () => {
    expect([...readCsv('a\n"b\nc"\n\nd')].map(({ row }) => row)).toEqual([1, 2, 4])
  })

  test.for([
    ['a missing closing quote', 'a,b\r\n"c,d\r\ne,f', 'Row 2'],
    ['text after a closing quote', 'a,b\r\nc,d\r\n"e"f,g', 'Row 3'],
  ] as const)('rejects %s and names the row', ([, text, where]) => {
    expect(() => cellsOf(text)).toThrow(MalformedCsv)
    expect(() => cellsOf(text)).toThrow(where)
  })

  test('the header shows whether cells are separated by semicolons or tabs', () => {
    expect(['a,b', 'a;b;c\r\n1,5;2;3', 'a\tb', 'a', ''].map(delimiterOf)).toEqual([',', ';', '\t', ',', ','])
    expect(cellsOf('a;"b;c"\r\n1,5;2', ';')).toEqual([
      ['a', 'b;c'],
      ['1,5', '2'],
    ])
  })
})

const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', ';', ' ', 'a', 'ع', '\t', "'"), maxLength: 8 }),
)

test('cells are quoted that a spreadsheet would split or trim', () => {
  expect(writeCsv(['a;b', 'c\td', ' e', 'f ', 'g h'])).toBe('"a;b","c\td"," e","f ",g h')
})

test('any cells that are written can be read back', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 5 }), (records) => {
      expect(cellsOf(records.map((cells) => writeCsv(cells) + csvLineEnd).join(''))).toEqual(records)
    }),
    { numRuns: 2000 },
  )
})

test('any text is either rejected or read to its end', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', ' '), maxLength: 30 }), (text) => {
      try {
        const letters = cellsOf(text).flat().join('').replaceAll(/[^a]/g, '')
        expect(letters).toBe(text.replaceAll(/[^a]/g, ''))
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedCsv)
      }
    }),
    { numRuns: 5000 },
  )
})
