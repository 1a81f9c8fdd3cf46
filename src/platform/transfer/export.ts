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
    ? { head: byteOrderMark + headerOf(sheet), lines: (row: Entity): Iterable<string> => linesOf(sheet, row) }
    : { head: '', lines: (row: Entity): Iterable<string> => [`${JSON.stringify(row)}\n`] }
}

const maxChunkBytes = 65_536

const encoder = new TextEncoder()

/** The texts as UTF-8, in chunks of at most 64 KB. Each is written when it is asked for. */
export function* chunksOf(texts: Iterable<string>): Generator<Uint8Array, undefined> {
  let text = ''
  for (const next of texts) {
    text += next
    // A character has at most 3 bytes.
    if (text.length * 3 < maxChunkBytes) continue
    yield* piecesOf(encoder.encode(text))
    text = ''
  }
  if (text !== '') yield* piecesOf(encoder.encode(text))
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array, undefined> {
  for (let at = 0; at < bytes.length; at += maxChunkBytes) yield bytes.subarray(at, at + maxChunkBytes)
}
