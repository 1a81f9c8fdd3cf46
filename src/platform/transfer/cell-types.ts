import { ServiceError } from '../errors/errors.ts'
import { parseJson } from '../errors/parse-json.ts'
import { MalformedCsv, readCsv, writeCsv } from './csv.ts'

/**
 * How values of one type are written to a cell and read back: `read(write(value))` equals the value. A cell that `read`
 * cannot parse is returned unchanged, so that the schema rejects it; the caller then sees `requirement`.
 */
export type CellType<Value> = {
  readonly write: (value: Value) => string
  readonly read: (cell: string) => unknown
  /** The value of an empty cell. */
  readonly empty: unknown
  /** What the column must contain: "must be …". */
  readonly requirement?: string
}

// Spreadsheets run a cell that starts like this as a formula. The last four characters are full-width forms.
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

// A spreadsheet that splits cells at semicolons, tabs or line breaks starts a new cell after each of them. Our quotes do
// not prevent that, and quotes at the start of the new cell are removed.
const innerFormula = /(?<=[;\t\r\n])(?=["']*[=+\-@＝＋－＠])/g
const escapedInnerFormula = /(?<=[;\t\r\n])'(?=["']*[=+\-@＝＋－＠])/g

/** Puts an apostrophe before everything that a spreadsheet would run as a formula, and before text that already looks escaped. */
const escapeFormulas = (text: string): string => {
  const escaped = text.replaceAll(innerFormula, "'")
  return formula.test(text) ? `'${escaped}` : escaped
}

const unescapeFormulas = (cell: string): string =>
  (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell).replaceAll(escapedInnerFormula, '')

export const text: CellType<string | null> = {
  write: (value) => escapeFormulas(value ?? ''),
  read: unescapeFormulas,
  empty: null,
}

const requireFullNumber =
  'must contain the full number, which your spreadsheet has shortened. Format the column as text and enter the number again.'

/** Text that may look like a number: an id, a SKU, a phone number. */
export const code: CellType<string | null> = {
  ...text,
  // 6.29E+12 has lost digits, so two different numbers can look the same.
  read: (cell) => (/^\d(?:[.,]\d+)?E\+\d+$/i.test(cell) ? Number.NaN : unescapeFormulas(cell)),
  requirement: requireFullNumber,
}

/** No double has more characters. */
const maxNumberLength = 40

/** Amounts and counts. Accepts Arabic-Indic digits; does not parse a number that a double cannot represent exactly. */
export const number: CellType<number | null> = {
  write: (value) => (value === null ? '' : String(value)),
  read(cell) {
    if (cell.length > maxNumberLength) return cell
    const digits = toAsciiDigits(cell.trim())
    if (!/^-?\d+(?:\.\d+)?$/.test(digits)) return cell
    const shortest = digits.replace(/^(-?)0+(?=\d)/, '$1').replace(/\.0+$|(\.\d*?)0+$/, '$1')
    return String(Number(digits)) === shortest ? Number(digits) : cell
  },
  empty: null,
  requirement: 'must be a number such as 1250.5, without thousands separators.',
}

const toAsciiDigits = (text: string) =>
  text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15)).replace('\u066b', '.')

export const flag: CellType<boolean> = {
  write: String,
  read: (cell) => ({ true: true, false: false })[cell.trim().toLowerCase()] ?? cell,
  empty: null,
  requirement: 'must be true or false.',
}

/** A JSON object. */
export const json: CellType<unknown> = {
  write: (value) => (isEmpty(value) ? '' : writeJson(value)),
  read: (cell) => tryParseJson(cell) ?? cell,
  empty: {},
  requirement: 'must be a JSON object.',
}

/** A list of `code` values. */
export const codes: CellType<readonly string[]> = {
  write: (values) => list.write(values),
  read(cell) {
    const items = list.read(cell)
    return Array.isArray(items)
      ? items.map((item: unknown) => (typeof item === 'string' ? code.read(item) : item))
      : items
  },
  empty: [],
  requirement: requireFullNumber,
}

/** `red, "a, b"`. */
export const list: CellType<readonly string[]> = withJsonFallback({
  write: writeItems,
  read: readItems,
  empty: [],
  requirement: 'must be a list such as: summer, new',
})

/** `colour: red, size: L`. */
export const pairs: CellType<Readonly<Record<string, string>>> = withJsonFallback({
  write: (options) => writeItems(Object.entries(options).map(([name, value]) => `${name}: ${value}`)),
  read: (cell) => {
    const matches = readItems(cell).map((item) => /^(.*?): *(.*)$/s.exec(item))
    return matches.every((match) => match !== null)
      ? Object.fromEntries(matches.map(([, name, value]) => [name, value]))
      : cell
  },
  empty: {},
  requirement: 'must be a list of names and values such as: colour: red, size: L',
})

/** `colour: red | blue, size: L | M`. */
export const choices: CellType<readonly { name: string; values: readonly string[] }[]> = withJsonFallback({
  write: (options) => writeItems(options.map(({ name, values }) => `${name}: ${values.join(' | ')}`)),
  read: (cell) => {
    const matches = readItems(cell).map((item) => /^(.*?): *(.*)$/s.exec(item))
    if (!matches.every((match) => match !== null)) return cell
    return matches.map(([, name, values = '']) => ({
      name,
      values: values === '' ? [] : values.split('|').map((value) => value.trim()),
    }))
  },
  empty: [],
  requirement: 'must be a list of options such as: colour: red | blue, size: L | M',
})

/** A list of URLs, or JSON if an image has alternative text. */
export const images: CellType<readonly { url: string; alt: string | null }[]> = withJsonFallback({
  write: (images) => writeItems(images.map(({ url }) => url)),
  read: (cell) => readItems(cell).map((url) => ({ url, alt: null })),
  empty: [],
  requirement: 'must be a list of URLs.',
})

/** Writes the readable form if it can be read back without loss, JSON otherwise. Reads both. */
function withJsonFallback<Value>(type: CellType<Value>): CellType<Value> {
  const read = (cell: string) =>
    /^\s*[[{]/.test(cell) ? (tryParseJson(cell) ?? cell) : type.read(unescapeFormulas(cell))
  return {
    ...type,
    read,
    write(value) {
      if (isEmpty(value)) return ''
      const readable = escapeFormulas(type.write(value))
      return isSameJson(read(readable), value) ? readable : writeJson(value)
    },
  }
}

/** Items as one line of CSV, with spaces after the commas if no item needs quotes. */
function writeItems(items: readonly string[]): string {
  const line = writeCsv(items)
  return line.includes('"') ? line : items.join(', ')
}

function readItems(cell: string): readonly string[] {
  try {
    const [record, more] = readCsv(cell.includes('"') ? cell : cell.replaceAll(/, +/g, ','))
    return more || !record ? [cell] : record.cells
  } catch (error) {
    if (error instanceof MalformedCsv) return [cell]
    throw error
  }
}

/** JSON already escapes tabs and line breaks; this also escapes a semicolon before a formula. */
const writeJson = (value: unknown): string => JSON.stringify(value).replaceAll(/;(?=[=+\-@＝＋－＠])/g, '\\u003b')

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0

const isSameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function tryParseJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
