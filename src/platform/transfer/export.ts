import * as z from 'zod'
import { headerOf, linesOf, type Sheet } from './sheet.ts'

/** Pages of rows. The next page is read from the database on demand. */
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

// Without it, spreadsheets assume a legacy character set.
const byteOrderMark = '\ufeff'

/** The start of an export file, and the line or lines of each row. */
export function writerOf<Entity, Part>(format: ExportFormat, sheet: Sheet<Entity, Part>) {
  return format === 'csv'
    ? { head: byteOrderMark + headerOf(sheet), line: (row: Entity) => linesOf(sheet, row) }
    : { head: '', line: (row: Entity) => `${JSON.stringify(row)}\n` }
}
