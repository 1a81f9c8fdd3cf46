import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeCsv } from '../../../src/platform/transfer/csv.ts'
import {
  choices,
  code,
  flag,
  images,
  json,
  type CellType,
  list,
  number,
  pairs,
  text,
} from '../../../src/platform/transfer/cell-types.ts'
import { crowd } from '../../support/run/effort.ts'
import { elapsedMs } from './elapsed.ts'

const tricky = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', ',', ';', '"', ':', '|', ' ', '{', '[', ']', 'a'),
    maxLength: 6,
  }),
)
const line = tricky.map((value) => value.trim()).filter((value) => value !== '')
const word = fc.constantFrom('colour', 'size', 'red', 'L', 'خشب', 'a, b', 'a: b', 'x | y', '{', '=1')

const readBack = <Value>(type: CellType<Value>, values: fc.Arbitrary<Value>) =>
  fc.assert(
    fc.property(values, (value) => {
      const cell = type.write(value)
      expect(cell === '' ? type.empty : type.read(cell)).toEqual(value)
    }),
    { numRuns: crowd(2000, 300) },
  )

describe('a value that is written to a cell can be read back', () => {
  test('text', () => readBack(text, line))
  test('a number', () =>
    readBack(
      number,
      fc.oneof(
        fc.integer(),
        fc.tuple(fc.integer({ min: 0, max: 1e15 }), fc.constantFrom(1, 10, 100, 1000)).map(([n, by]) => n / by),
      ),
    ))
  test('true or false', () => readBack(flag, fc.boolean()))
  test('tags', () => readBack(list, fc.array(fc.oneof(line, word), { maxLength: 4 })))
  test('options of a variant', () =>
    readBack(pairs, fc.dictionary(fc.oneof(line, word), fc.oneof(line, word), { maxKeys: 3, noNullPrototype: true })))
  test('options of a product', () =>
    readBack(
      choices,
      fc.array(fc.record({ name: fc.oneof(line, word), values: fc.array(fc.oneof(line, word), { maxLength: 3 }) }), {
        maxLength: 3,
      }),
    ))
  test('images', () =>
    readBack(images, fc.array(fc.record({ url: fc.webUrl(), alt: fc.option(line) }), { maxLength: 3 })))
  test('attributes', () =>
    readBack(
      json,
      fc.dictionary(word, fc.oneof(line, fc.integer(), fc.boolean(), fc.constant(null)), {
        maxKeys: 4,
        noNullPrototype: true,
      }),
    ))
})

describe('cells as people write them', () => {
  test('tags, options and image URLs are written without brackets', () => {
    expect(list.write(['summer', 'new in'])).toBe('summer, new in')
    expect(list.read('summer,  new in')).toEqual(['summer', 'new in'])
    expect(pairs.write({ colour: 'red', size: 'L' })).toBe('colour: red, size: L')
    expect(choices.write([{ name: 'colour', values: ['red', 'blue'] }])).toBe('colour: red | blue')
    expect(images.write([{ url: 'https://a.example/1.png', alt: null }])).toBe('https://a.example/1.png')
  })

  test.for([
    ['10.5', 10.5],
    ['0010.50', 10.5],
    ['١٢٣٫٥', 123.5],
    ['۷', 7],
    [' 3 ', 3],
    ['-2.25', -2.25],
    ['0.10', 0.1],
  ] as const)('%s is read as a number', ([cell, value]) => {
    expect(number.read(cell)).toBe(value)
  })

  test.for([
    '1,250.50',
    '10,5',
    '1e3',
    'ten',
    '10.000000000000000001',
    '99999999999999999',
    '0x10',
    '1.',
    '.5',
    '--1',
    'Infinity',
  ])('%s is not read as a number', (cell) => {
    expect(number.read(cell)).toBe(cell)
  })

  test('true and false are read as spreadsheets write them', () => {
    expect(['TRUE', 'false', 'yes'].map((cell) => flag.read(cell))).toEqual([true, false, 'yes'])
  })

  test('an id that a spreadsheet has shortened is rejected', () => {
    for (const cell of ['9.65501E+11', '4.51235E+12', '9,65501E+11']) expect(code.read(cell)).toBeNaN()
    expect(code.read('SKU-1E5')).toBe('SKU-1E5')
  })
})

describe('a spreadsheet does not run a cell as a formula', () => {
  test.for([
    '=1+1',
    '+965 5012 3456',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    '＝1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    "'=1",
    "''+1",
  ])('%j', (value) => {
    const cell = text.write(value)
    expect(cell).toBe(`'${value}`)
    expect(text.read(cell)).toBe(value)
  })

  test('other text is not escaped, and a file without escapes is read unchanged', () => {
    for (const value of ["'tis", '5 - 3', 'a=b', "o'clock"]) expect(text.write(value)).toBe(value)
    expect(text.read('+965 5012 3456')).toBe('+965 5012 3456')
    expect(number.write(-5)).toBe('-5')
  })

  test.for([
    ['x;=1+1', "x;'=1+1"],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['x\n-1\r\n+2', "x\n'-1\r\n'+2"],
    ['x;"=1', `x;'"=1`],
    ["x;'=1", "x;''=1"],
    ['=1;=2', "'=1;'=2"],
    ['\r=1', "'\r'=1"],
    ['a; b\tc\nd;', 'a; b\tc\nd;'],
  ] as const)('not even one in the middle of %j', ([value, cell]) => {
    expect(text.write(value)).toBe(cell)
    expect(text.read(cell)).toBe(value)
  })

  test('wherever it splits the line', () => {
    const values = fc.tuple(line, fc.array(fc.oneof(line, word), { maxLength: 3 }), fc.dictionary(word, line))
    fc.assert(
      fc.property(values, ([one, several, named]) => {
        const row = writeCsv(['1', text.write(one), list.write(several), pairs.write(named), json.write(named)])
        for (const cell of row.split(/[;\t\r\n]/)) expect(cell.replace(/^"+/, '')).not.toMatch(/^[=+\-@＝＋－＠]/)
      }),
      { numRuns: crowd(5000, 1000) },
    )
  })

  test('not even one in a list', () => {
    expect(list.write(['=1+1', 'b'])).toBe("'=1+1, b")
    expect(list.read("'=1+1, b")).toEqual(['=1+1', 'b'])
    fc.assert(
      fc.property(fc.array(fc.oneof(line, word), { minLength: 1, maxLength: 3 }), (values) => {
        for (const cell of [list.write(values), text.write(values.join(''))])
          expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
      }),
    )
  })
})

test('reading a cell takes time in proportion to its length', async () => {
  const read = (length: number) =>
    elapsedMs(() => {
      expect(number.read(`1.${'0'.repeat(length)}1`)).toBe(`1.${'0'.repeat(length)}1`)
      expect(number.read(`1.${'01'.repeat(length)}`)).toBeTypeOf('string')
      expect(choices.read(`colour: red${' '.repeat(length)}x | blue`)).toEqual([
        { name: 'colour', values: [`red${' '.repeat(length)}x`, 'blue'] },
      ])
    })
  // Quadratic time would be 16 times as long, and minutes in all.
  const short = await read(100_000)
  expect(await read(400_000)).toBeLessThan(8 * Math.max(short, 500))
})
