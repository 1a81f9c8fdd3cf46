import { ServiceError } from '../errors.ts'
import { parseJson } from '../parse-json.ts'
import { MalformedCsv, readCsv, writeCsv } from './csv.ts'

/**
 * How values of one kind stand in a cell. `read(write(value))` is the value. What `read` cannot make sense of it gives
 * as it is, so that the schema refuses it; `wants` then says how to write it.
 */
export type Kind<Value> = {
  readonly write: (value: Value) => string
  readonly read: (cell: string) => unknown
  /** What an empty cell stands for. */
  readonly empty: unknown
  readonly wants?: string
}

// Spreadsheets take a cell that begins so for a formula; the last four are full-width forms.
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

// Where a spreadsheet splits cells at semicolons, tabs or line breaks, each of them begins another cell. Our quotes do not
// help there, and ones that open the new cell are dropped.
const innerFormula = /(?<=[;\t\r\n])(?=["']*[=+\-@＝＋－＠])/g
const guardedInside = /(?<=[;\t\r\n])'(?=["']*[=+\-@＝＋－＠])/g

/** Puts an apostrophe before what a spreadsheet would take for a formula, and before what begins as if one had been put. */
const guarded = (text: string): string => {
  const inside = text.replaceAll(innerFormula, "'")
  return formula.test(text) ? `'${inside}` : inside
}

const unguarded = (cell: string): string =>
  (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell).replaceAll(guardedInside, '')

export const text: Kind<string | null> = { write: (value) => guarded(value ?? ''), read: unguarded, empty: null }

const shortened =
  'Your spreadsheet has shortened this number. Format the column as text, and put the whole number in again'

/** A text that may look like a number: an id, a SKU, a phone number. */
export const code: Kind<string | null> = {
  ...text,
  // Whatever number it was is gone: two of them may look alike.
  read: (cell) => (/^\d(?:[.,]\d+)?E\+\d+$/i.test(cell) ? Number.NaN : unguarded(cell)),
  wants: shortened,
}

/** No double needs as many digits. */
const maxNumberLength = 40

/** Of amounts and counts. Arabic-Indic digits are digits; a text that no double stands for exactly is refused. */
export const number: Kind<number | null> = {
  write: (value) => (value === null ? '' : String(value)),
  read(cell) {
    if (cell.length > maxNumberLength) return cell
    const given = asciiDigits(cell.trim())
    if (!/^-?\d+(?:\.\d+)?$/.test(given)) return cell
    const shortest = given.replace(/^(-?)0+(?=\d)/, '$1').replace(/\.0+$|(\.\d*?)0+$/, '$1')
    return String(Number(given)) === shortest ? Number(given) : cell
  },
  empty: null,
  wants: 'Give a number such as 1250.5, without separators between thousands',
}

const asciiDigits = (text: string) =>
  text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15)).replace('\u066b', '.')

export const flag: Kind<boolean> = {
  write: String,
  read: (cell) => ({ true: true, false: false })[cell.trim().toLowerCase()] ?? cell,
  empty: null,
  wants: 'Give true or false',
}

/** JSON, for what has no simpler form. */
export const json: Kind<unknown> = {
  write: (value) => (isEmpty(value) ? '' : jsonCell(value)),
  read: (cell) => parsed(cell) ?? cell,
  empty: {},
  wants: 'Give a JSON object',
}

/** A list of such texts. */
export const codes: Kind<readonly string[]> = {
  write: (values) => list.write(values),
  read(cell) {
    const items = list.read(cell)
    return Array.isArray(items)
      ? items.map((item: unknown) => (typeof item === 'string' ? code.read(item) : item))
      : items
  },
  empty: [],
  wants: shortened,
}

/** `red, "a, b"`. */
export const list: Kind<readonly string[]> = simpler({
  write: lineOf,
  read: itemsOf,
  empty: [],
  wants: 'Give a list such as: summer, new',
})

/** `colour: red, size: L`. */
export const pairs: Kind<Readonly<Record<string, string>>> = simpler({
  write: (options) => lineOf(Object.entries(options).map(([name, value]) => `${name}: ${value}`)),
  read: (cell) => {
    const found = itemsOf(cell).map((item) => /^(.*?): *(.*)$/s.exec(item))
    return found.every((pair) => pair !== null)
      ? Object.fromEntries(found.map(([, name, value]) => [name, value]))
      : cell
  },
  empty: {},
  wants: 'Give pairs such as: colour: red, size: L',
})

/** `colour: red | blue, size: L | M`. */
export const choices: Kind<readonly { name: string; values: readonly string[] }[]> = simpler({
  write: (options) => lineOf(options.map(({ name, values }) => `${name}: ${values.join(' | ')}`)),
  read: (cell) => {
    const found = itemsOf(cell).map((item) => /^(.*?): *(.*)$/s.exec(item))
    if (!found.every((pair) => pair !== null)) return cell
    return found.map(([, name, values = '']) => ({
      name,
      values: values === '' ? [] : values.split('|').map((one) => one.trim()),
    }))
  },
  empty: [],
  wants: 'Give options such as: colour: red | blue, size: L | M',
})

/** Addresses alone, where no image has a text of its own. */
export const images: Kind<readonly { url: string; alt: string | null }[]> = simpler({
  write: (images) => lineOf(images.map(({ url }) => url)),
  read: (cell) => itemsOf(cell).map((url) => ({ url, alt: null })),
  empty: [],
  wants: 'Give a list of addresses',
})

/** A form for people where it says all there is to the value, else JSON. */
function simpler<Value>(kind: Kind<Value>): Kind<Value> {
  const read = (cell: string) => (/^\s*[[{]/.test(cell) ? (parsed(cell) ?? cell) : kind.read(unguarded(cell)))
  return {
    ...kind,
    read,
    write(value) {
      if (isEmpty(value)) return ''
      const simple = guarded(kind.write(value))
      return same(read(simple), value) ? simple : jsonCell(value)
    },
  }
}

/** Items as the cells of one line; where none needs quotes, with spaces behind the commas. */
function lineOf(items: readonly string[]): string {
  const line = writeCsv(items)
  return line.includes('"') ? line : items.join(', ')
}

function itemsOf(cell: string): readonly string[] {
  try {
    const [record, more] = readCsv(cell.includes('"') ? cell : cell.replaceAll(/, +/g, ','))
    return more || !record ? [cell] : record.cells
  } catch (error) {
    if (error instanceof MalformedCsv) return [cell]
    throw error
  }
}

/** JSON writes tabs and line breaks as escapes; here also a semicolon that a formula would follow. */
const jsonCell = (value: unknown): string => JSON.stringify(value).replaceAll(/;(?=[=+\-@＝＋－＠])/g, '\\u003b')

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
