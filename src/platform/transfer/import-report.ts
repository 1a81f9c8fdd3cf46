import * as z from 'zod'
import { maxProblems, shortText } from '../errors/bounded-problems.ts'
import type { ImportRecord, RowProblem } from './import-file.ts'

/** Errors of all rows. A row has at most as many as a refused request. A file could have hundreds of thousands. */
const maxErrors = 2_000

const Message = z.object({ code: z.string(), detail: z.string() })

export const ImportReport = z.object({
  dry_run: z.boolean(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  rows: z.array(
    z.object({
      row: z.int().describe('First row of the record in the file; the header of a CSV file is row 1'),
      external_id: z.string().nullable(),
      status: z.enum(['created', 'updated', 'unchanged', 'failed']),
      id: z.guid().nullable().describe('Null if the row failed, or if a dry run would create the record'),
      errors: z.array(
        Message.extend({ row: z.int().optional(), column: z.string().optional(), pointer: z.string().optional() }),
      ),
      errors_left_out: z
        .int()
        .optional()
        .describe('How many more errors the row has; absent if errors has all of them'),
      warnings: z.array(Message),
    }),
  ),
})

export type Report = z.output<typeof ImportReport>
export type Row = Report['rows'][number]

export const failed = ({ row, value }: ImportRecord, errors: readonly RowProblem[]): Row => ({
  row,
  external_id: externalIdOf(value),
  status: 'failed',
  id: null,
  errors: [...errors],
  warnings: [],
})

export function externalIdOf(value: unknown): string | null {
  const { external_id }: { external_id?: unknown } = Object(value)
  return typeof external_id === 'string' && external_id !== '' ? external_id : null
}

/** The rows with as many of their errors as fit into one report, at least one of each that failed. */
export function withinReport(rows: readonly Row[]): Row[] {
  const counts = rows.flatMap(({ errors }) => (errors.length > 0 ? [Math.min(errors.length, maxProblems)] : []))
  const all = counts.reduce((sum, count) => sum + count, 0)
  const most = all <= maxErrors ? maxProblems : Math.floor(maxErrors / counts.length)
  return rows.map((row) => ({
    ...row,
    errors: row.errors.slice(0, most).map((error) => ({ ...error, detail: shortText(error.detail) })),
    ...(row.errors.length > most && { errors_left_out: row.errors.length - most }),
  }))
}
