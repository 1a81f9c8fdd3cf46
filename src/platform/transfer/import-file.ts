import { type Problem, refused, ServiceError } from '../errors/errors.ts'
import { type ProblemCode, problemCodeOf } from '../errors/problem-codes.ts'
import { columnName } from './nearest-names.ts'
import { MalformedCsv, type CsvRecord, delimiterOf, readCsv } from './csv.ts'
import { limits } from '../values/limits.ts'

/** A parsed import file: lines of JSON, or cells under a header. Rows count from 1, as in an editor or a spreadsheet. */
export type ImportFile =
  | { readonly format: 'jsonl'; readonly rows: readonly JsonRow[] }
  | { readonly format: 'csv'; readonly header: readonly string[]; readonly rows: readonly CsvRecord[] }

type JsonRow = { readonly row: number; readonly value: unknown; readonly problem?: Problem }

const maxRows = limits.import.lines

/** Order items or product variants in a file. In JSONL, a line can contain many. */
const maxParts = limits.import.parts

/** Parses each line as JSON. A line that is not valid JSON becomes a row with a problem. */
export function jsonlFile(text: string, parse: (line: string) => unknown): ImportFile {
  const lines = text
    .split(/\r\n|\n|\r/)
    .flatMap((line, index) => (line.trim() === '' ? [] : [{ line, row: index + 1 }]))
  return { format: 'jsonl', rows: expectFewRows(lines).map(rowOf) }

  function rowOf({ line, row }: { readonly line: string; readonly row: number }): JsonRow {
    try {
      return { row, value: parse(line) }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return {
        row,
        value: undefined,
        problem: { pointer: '', code: problemCodeOf(error.code), detail: 'The line must be one valid JSON object.' },
      }
    }
  }
}

/** Throws if the text is not valid CSV: none of its rows can then be trusted. */
export function csvFile(text: string): ImportFile {
  const [header, ...rows] = csvRecordsIn(text)
  if (!header) throw refused('invalid_input', [{ pointer: '', code: 'missing_header', detail: 'The file is empty.' }])
  const names = header.cells.map(columnName)
  const filled = expectFewRows(rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')))
  // Spreadsheets leave empty columns at the end.
  const widest = filled.reduce((most, { cells }) => Math.max(most, cells.findLastIndex((cell) => cell !== '') + 1), 0)
  const named = names.findLastIndex((name) => name !== '') + 1
  return { format: 'csv', header: names.slice(0, Math.max(widest, named)), rows: filled }
}

function csvRecordsIn(text: string): CsvRecord[] {
  try {
    return [...readCsv(text, delimiterOf(text))]
  } catch (error) {
    if (!(error instanceof MalformedCsv)) throw error
    throw refused('invalid_input', [{ pointer: '', code: 'malformed_csv', detail: error.message }])
  }
}

/** One order, product or customer of an import file, not yet validated. */
export type ImportRecord = {
  /** Its first row in the file. */
  readonly row: number
  /** Undefined if the row cannot be parsed. */
  readonly value: unknown
  /** Fields that are empty here, but may be in a line of the entity that the file does not have. */
  readonly unsure?: readonly string[]
  /** What is wrong with the row itself, before its value is validated. */
  readonly problems: readonly RowProblem[]
  /** Turns a problem of the value into one of the file. */
  readonly locate: (problem: Problem) => RowProblem
}

/** A problem of a record: in CSV with its row and column, in JSONL with a pointer into the line. */
export type RowProblem = {
  readonly pointer?: string
  readonly row?: number
  readonly column?: string
  readonly code: ProblemCode
  readonly detail: string
}

/** Throws if the lists of all lines together have more items than one import can process in time. */
export function expectFewParts(file: ImportFile, field: string): void {
  if (file.format === 'csv') return
  const parts = file.rows.reduce((sum, { value }) => sum + lengthOf(Object(value)[field]), 0)
  if (parts > maxParts)
    throw new ServiceError(
      'payload_too_large',
      `The file has ${parts} ${field}; an import can have at most ${maxParts}. Split the file.`,
      { arabic: null },
    )
}

const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 0)

function expectFewRows<Row>(rows: Row[]): Row[] {
  if (rows.length > maxRows)
    throw new ServiceError(
      'payload_too_large',
      `The file has ${rows.length} rows; an import can have at most ${maxRows}. Split the file, keeping the rows of one order or product together.`,
      { arabic: null },
    )
  return rows
}
