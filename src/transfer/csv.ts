/** A text that is not CSV; the message says where and why. */
export class MalformedCsv extends Error {}

export type CsvRecord = {
  /** As a spreadsheet counts: the first record of the file is row 1. */
  readonly row: number
  readonly cells: readonly string[]
}

/** One record, without its line end. RFC 4180 §2.5–2.7; a cell with white space at its ends is quoted as well. */
export const writeCsv = (cells: readonly string[]): string =>
  cells.map((cell) => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')

/** RFC 4180 §2.1: lines end in CRLF. */
export const csvLineEnd = '\r\n'

/**
 * The records of a text, without empty lines. Stricter than most readers: what stands after a closing quote and a quote
 * that is never closed are refused, not guessed at. A quote inside an unquoted cell stands for itself.
 */
export function* readCsv(text: string, delimiter = ','): Generator<CsvRecord> {
  let at = 0
  for (let row = 1; at < text.length; row++) {
    const cells: string[] = []
    for (;;) {
      const cell = text[at] === '"' ? quoted(text, at, row) : unquoted(text, at, delimiter)
      cells.push(cell.value)
      at = cell.end
      if (text[at] !== delimiter) break
      at += delimiter.length
    }
    if (at < text.length && !/[\r\n]/.test(text[at] ?? ''))
      throw new MalformedCsv(`Row ${row}: there is text behind a closing quote. Write a quote inside a cell twice.`)
    at += text.startsWith('\r\n', at) ? 2 : 1
    if (cells.length > 1 || cells[0] !== '') yield { row, cells }
  }
}

type Cell = { readonly value: string; readonly end: number }

function unquoted(text: string, from: number, delimiter: string): Cell {
  let end = from
  while (end < text.length && text[end] !== delimiter && text[end] !== '\r' && text[end] !== '\n') end++
  return { value: text.slice(from, end), end }
}

function quoted(text: string, from: number, row: number): Cell {
  let value = ''
  for (let at = from + 1; ;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) throw new MalformedCsv(`Row ${row}: a cell begins with a quote that is never closed.`)
    value += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    at = quote + 2
  }
}

/** What stands between the cells of a file's first line: a comma, or the semicolon or tab that some spreadsheets write. */
export function delimiterOf(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1)
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: header.split(delimiter).length }))
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).delimiter
}
