import { type Problem, refused, ServiceError } from '../errors.ts'
import { MalformedCsv, type CsvRecord, delimiterOf, readCsv } from './csv.ts'

/** An import as it was sent: lines of JSON, or cells under a header. Rows count as in an editor or a spreadsheet, from 1. */
export type ImportFile =
  | { readonly format: 'jsonl'; readonly rows: readonly JsonRow[] }
  | { readonly format: 'csv'; readonly header: readonly string[]; readonly rows: readonly CsvRecord[] }

type JsonRow = { readonly row: number; readonly value: unknown; readonly problem?: Problem }

const maxRows = 500

/** Items of orders, or variants of products: a line of JSON can hold many. */
const maxParts = 2000

/** Reads a line as JSON, and one that is none as a row with a problem. */
export function jsonlFile(text: string, parse: (line: string) => unknown): ImportFile {
  const rows = text.split(/\r\n|\n|\r/).flatMap((line, index) => (line.trim() === '' ? [] : [rowOf(line, index + 1)]))
  return { format: 'jsonl', rows: bounded(rows) }

  function rowOf(line: string, row: number): JsonRow {
    try {
      return { row, value: parse(line) }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return {
        row,
        value: undefined,
        problem: { pointer: '', code: error.code, detail: 'The line is not one JSON object in plain text.' },
      }
    }
  }
}

/** Refuses a text that is no CSV, as nothing in it can then be told apart. */
export function csvFile(text: string): ImportFile {
  const [header, ...rows] = recordsOf(text)
  if (!header) throw refused('invalid_input', [{ pointer: '', code: 'missing_header', detail: 'The file is empty.' }])
  const names = header.cells.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  )
  const filled = bounded(rows.filter(({ cells }) => cells.some((cell) => cell !== '')))
  // A spreadsheet leaves columns behind that hold nothing.
  const widest = filled.reduce((most, { cells }) => Math.max(most, cells.findLastIndex((cell) => cell !== '') + 1), 0)
  const named = names.findLastIndex((name) => name !== '') + 1
  return { format: 'csv', header: names.slice(0, Math.max(widest, named)), rows: filled }
}

function recordsOf(text: string): CsvRecord[] {
  try {
    return [...readCsv(text, delimiterOf(text))]
  } catch (error) {
    if (!(error instanceof MalformedCsv)) throw error
    throw refused('invalid_input', [{ pointer: '', code: 'malformed_csv', detail: error.message }])
  }
}

/** Refuses lines that hold more in lists of theirs than one import can do in time. */
export function boundParts(file: ImportFile, field: string): void {
  if (file.format === 'csv') return
  const parts = file.rows.reduce((sum, { value }) => sum + lengthOf(Object(value)[field]), 0)
  if (parts > maxParts)
    throw new ServiceError(
      'payload_too_large',
      `The file has ${parts} ${field}, and an import takes ${maxParts} at a time. Split it.`,
    )
}

const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 0)

function bounded<Row>(rows: Row[]): Row[] {
  if (rows.length > maxRows)
    throw new ServiceError(
      'payload_too_large',
      `The file has ${rows.length} rows, and an import takes ${maxRows} at a time. Split it, and leave the rows of one order or product together.`,
    )
  return rows
}
