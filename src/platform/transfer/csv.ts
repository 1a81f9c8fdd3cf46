/** Text that is not valid CSV. The message says in which row and why. */
export class MalformedCsv extends Error {}

export type CsvRecord = {
  /** As a spreadsheet counts: the first record of the file is row 1. */
  readonly row: number
  readonly cells: readonly string[]
}

/** One record, without its line end. RFC 4180 §2.5–2.7; also quotes a cell that starts or ends with white space. */
export const writeCsv = (cells: readonly string[]): string =>
  cells.map((cell) => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')

/** RFC 4180 §2.1: lines end in CRLF. */
export const csvLineEnd = '\r\n'

/**
 * Reads all records, without empty lines. Throws MalformedCsv for text after a closing quote and for a missing closing
 * quote, which many readers guess at. A quote inside an unquoted cell is an ordinary character.
 */
export function* readCsv(text: string, delimiter = ','): Generator<CsvRecord> {
  let at = 0
  for (let row = 1; at < text.length; row++) {
    const cells: string[] = []
    for (;;) {
      const cell = text[at] === '"' ? readQuoted(text, at, row) : readUnquoted(text, at, delimiter)
      cells.push(cell.value)
      at = cell.end
      if (text[at] !== delimiter) break
      at += delimiter.length
    }
    if (at < text.length && !/[\r\n]/.test(text[at] ?? ''))
      throw new MalformedCsv(`Row ${row} has text after a closing quote. Write a quote inside a cell as two quotes.`)
    at += text.startsWith('\r\n', at) ? 2 : 1
    if (cells.length > 1 || cells[0] !== '') yield { row, cells }
  }
}

type Cell = { readonly value: string; readonly end: number }

function readUnquoted(text: string, from: number, delimiter: string): Cell {
  let end = from
  while (end < text.length && text[end] !== delimiter && text[end] !== '\r' && text[end] !== '\n') end++
  return { value: text.slice(from, end), end }
}

function readQuoted(text: string, from: number, row: number): Cell {
  let value = ''
  for (let at = from + 1; ;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) throw new MalformedCsv(`Row ${row} has a cell without a closing quote.`)
    value += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    at = quote + 2
  }
}

/** The delimiter of a file, by its first line: a comma, or the semicolon or tab that some spreadsheets write. */
export function delimiterOf(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1)
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: header.split(delimiter).length }))
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).delimiter
}
