import * as z from 'zod'
import { maxProblems, shortText } from '../errors/bounded-problems.ts'
import { problemCodes } from '../errors/problem-codes.ts'
import { withoutMarks } from '../values/pasted.ts'
import type { ImportRecord, RowProblem } from './import-file.ts'

/** Errors of all rows. A row has at most as many as a refused request. A file could have hundreds of thousands. */
const maxErrors = 2_000

const Place = z.object({ row: z.int().optional(), column: z.string().optional(), pointer: z.string().optional() })

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
      errors: z.array(Message.extend({ ...Place.shape, code: z.enum(problemCodes) })),
      errors_left_out: z
        .int()
        .optional()
        .describe('How many more errors the row has; absent if errors has all of them'),
      warnings: z.array(Message),
      overwritten: z
        .array(
          Place.extend({
            before: z.unknown().describe('What the store has'),
            after: z.unknown().describe('What the file has'),
          }),
        )
        .optional()
        .describe('Only in a dry run: what the row would replace. Long values are cut'),
      overwritten_left_out: z.int().optional().describe('How many more fields it would replace'),
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

/** By what a record is told from others, also if it cannot be read otherwise. */
export function idsIn(value: unknown): string[] {
  const { external_id, id }: { external_id?: unknown; id?: unknown } = Object(value)
  return [external_id, id].flatMap((given) => (typeof given === 'string' ? withoutMarks(given).trim() || [] : []))
}

/** The rows with as many of their errors, and of what they would replace, as fit into one report, at least one of each. */
export function withinReport(rows: readonly Row[]): Row[] {
  const maxOfErrors = maxEach(rows.map(({ errors }) => errors.length))
  const maxOfOverwritten = maxEach(rows.map(({ overwritten = [] }) => overwritten.length))
  return rows.map(({ overwritten = [], ...row }) => ({
    ...row,
    errors: row.errors.slice(0, maxOfErrors).map((error) => ({ ...error, detail: shortText(error.detail) })),
    ...(row.errors.length > maxOfErrors && { errors_left_out: row.errors.length - maxOfErrors }),
    ...(overwritten.length > 0 && { overwritten: overwritten.slice(0, maxOfOverwritten) }),
    ...(overwritten.length > maxOfOverwritten && { overwritten_left_out: overwritten.length - maxOfOverwritten }),
  }))
}

function maxEach(lengths: readonly number[]): number {
  const counts = lengths.flatMap((length) => (length > 0 ? [Math.min(length, maxProblems)] : []))
  const all = counts.reduce((sum, count) => sum + count, 0)
  return all <= maxErrors ? maxProblems : Math.floor(maxErrors / counts.length)
}

const excerpt = { max: 200, before: 50 }

/** Two values for people to compare. If one is long as JSON, both are shown from shortly before they differ. */
export function excerptsOf(before: unknown, after: unknown): { before: unknown; after: unknown } {
  const [one, other] = [textOf(before), textOf(after)]
  if (Math.max(one.length, other.length) <= excerpt.max) return { before, after }
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  const from = same < excerpt.max ? 0 : same - excerpt.before
  const cut = (text: string) => `${from > 0 ? '…' : ''}${text.slice(from, from + excerpt.max)}`.toWellFormed()
  return { before: cut(one), after: cut(other) }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
