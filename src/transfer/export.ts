import * as z from 'zod'
import { headerOf, linesOf, type Sheet } from './sheet.ts'

/** Pages of rows, the next one read when it is asked for. */
export type Pages<Row> = AsyncGenerator<readonly Row[], void, undefined>

export const pagesOf = <Row extends z.ZodType>(_row: Row) =>
  z.custom<Pages<z.output<Row>>>(
    (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  )

export const exportFormats = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson',
} as const

export type ExportFormat = keyof typeof exportFormats

export const Format = z.enum(['csv', 'jsonl']).default('csv').describe('csv for spreadsheets, jsonl for programs')

// Spreadsheets take a file for one of their country's old character sets unless it begins with this.
const byteOrderMark = '\ufeff'

/** How an export is written: what it begins with, and the lines of a row. */
export function writerOf<Whole, Part>(format: ExportFormat, sheet: Sheet<Whole, Part>) {
  return format === 'csv'
    ? { head: byteOrderMark + headerOf(sheet), line: (row: Whole) => linesOf(sheet, row) }
    : { head: '', line: (row: Whole) => `${JSON.stringify(row)}\n` }
}
