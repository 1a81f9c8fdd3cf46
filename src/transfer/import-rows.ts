import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context, Read } from '../context.ts'
import type { RefusedProblem } from '../db/failure.ts'
import { type Problem, ServiceError } from '../errors.ts'
import { problemsIn } from '../problems.ts'
import type { ImportFile } from './import-file.ts'
import { problemsBy, type Refusals } from '../refusals.ts'
import { type ImportRecord, recordsOf, type RowProblem } from './records.ts'
import { rowRefusals, rowRefused } from './refusals.ts'
import type { Sheet } from './sheet.ts'

/** What an import of anything takes. */
export const ImportInput = z.object({
  dry_run: z.boolean().describe('Check everything against the store, and change nothing'),
  file: z.custom<ImportFile>(),
})

const Told = z.object({ code: z.string(), detail: z.string() })

export const ImportReport = z.object({
  dry_run: z.boolean(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  rows: z.array(
    z.object({
      row: z.int().describe('Its first row in the file; the header of a CSV file is row 1'),
      external_id: z.string().nullable(),
      status: z.enum(['created', 'updated', 'unchanged', 'failed']),
      id: z
        .guid()
        .nullable()
        .describe('Null where there is none: of a row that failed, and of one that a dry run would create'),
      errors: z.array(
        Told.extend({ row: z.int().optional(), column: z.string().optional(), pointer: z.string().optional() }),
      ),
      warnings: z.array(Told),
    }),
  ),
})

type Report = z.output<typeof ImportReport>
type Row = Report['rows'][number]

type Import<Schema extends z.ZodType, Whole, Part> = z.output<typeof ImportInput> & {
  /** As app.import_rows knows it. */
  readonly kind: 'orders' | 'products' | 'customers'
  readonly sheet: Sheet<Whole, Part>
  readonly schema: Schema
  /** The most things of this kind that the database makes in time. */
  readonly max?: number
  /** What stands for the thing in the file; two rows of a file cannot have the same. */
  readonly keyOf: (value: z.output<Schema>) => string | undefined
  /** The row as the database's function takes it. */
  readonly toRow: (value: z.output<Schema>) => unknown
  /** What the kind's own function wants to know besides. */
  readonly options?: object
  /** What the kind's own function refuses. */
  readonly refusals: Refusals
}

/** Brings the things of a file into the caller's store, in one round trip: each for itself, or not at all. */
export async function importRows<Schema extends z.ZodType, Whole, Part>(
  { write }: Context,
  { kind, file, dry_run, sheet, schema, max, keyOf, toRow, options = {}, refusals }: Import<Schema, Whole, Part>,
): Promise<Report> {
  const seen = new Map<string, number>()
  const records = recordsOf(file, sheet)
  if (max !== undefined && records.length > max)
    throw new ServiceError(
      'payload_too_large',
      `The file has ${records.length} ${kind}; an import can have at most ${max}. Split the file.`,
    )
  const checked = records.map((record) => {
    if (record.value === undefined) return { record, problems: record.problems }
    const { data, error } = schema.safeParse(record.value)
    const problems = [...record.problems, ...(error ? problemsIn(error).map(record.place) : [])]
    if (data === undefined || problems.length > 0) return { record, problems }
    const key = keyOf(data)
    const before = key === undefined ? undefined : seen.get(key)
    if (before !== undefined) return { record, problems: [record.place(duplicateRow(before))] }
    if (key !== undefined) seen.set(key, record.row)
    return { record, problems, data }
  })
  const rows = JSON.stringify(checked.flatMap(({ data }) => (data === undefined ? [] : [toRow(data)])))
  const { done } = await write({
    call: (key) =>
      sql`app.import_rows(${kind}, app.only_store(), ${rows}::jsonb, ${JSON.stringify(options)}::jsonb, ${dry_run}, ${key})`,
    read,
  }).catch((error: unknown) => {
    throw orTooLong(error)
  })
  let next = 0
  const told = checked.map(({ record, problems, data }): Row => {
    const result = data === undefined ? undefined : done[next++]
    if (data === undefined || result === undefined) return failed(record, problems)
    if (result.status === 'failed') return failed(record, refusedRow(result.problems ?? [], refusals).map(record.place))
    return {
      row: record.row,
      external_id: externalIdOf(record.value),
      status: result.status,
      id: dry_run && result.status === 'created' ? null : result.id,
      errors: [],
      warnings: (result.warnings ?? []).map((code) => ({ code, detail: warnings[code] })),
    }
  })
  const count = (status: Row['status']) => told.filter((row) => row.status === status).length
  return {
    dry_run,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    failed: count('failed'),
    rows: told,
  }
}

/** What takes too long once will again, and a file can be split. */
function orTooLong(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'database_unavailable') return error
  const { message, retryAfter = 2, cause } = error
  return new ServiceError(error.code, `${message} If it does not help, import the file in parts.`, {
    retryAfter,
    cause,
  })
}

const warnings = {
  stock_kept: 'The stock on hand was left as it is. To set it to what the file says, import with update_stock=true.',
  customer_merged:
    'This customer was merged into the one with this id, who was left as they are. To change them, give this id in the row.',
} as const

type Done =
  | { status: 'created' | 'updated' | 'unchanged'; id: string; warnings?: (keyof typeof warnings)[] }
  // A result that was kept before problems were has none.
  | { status: 'failed'; problems?: readonly RefusedProblem[] }

const read: Read<{ done: Done[] }> = (db, result) =>
  db.select({ done: sql<Done[]>`kept -> 'rows'` }).from(sql`(select ${result} as kept) as done`)

function refusedRow(raised: readonly RefusedProblem[], refusals: Refusals): readonly Problem[] {
  const problems = problemsBy(raised, { ...rowRefusals, ...refusals })
  return problems.length > 0 ? problems : [rowRefused]
}

const duplicateRow = (before: number): Problem => ({
  pointer: '/external_id',
  code: 'duplicate',
  detail: `Duplicate of row ${before}. Keep the rows of one item together.`,
})

const failed = ({ row, value }: ImportRecord, errors: readonly RowProblem[]): Row => ({
  row,
  external_id: externalIdOf(value),
  status: 'failed',
  id: null,
  errors: [...errors],
  warnings: [],
})

function externalIdOf(value: unknown): string | null {
  const { external_id }: { external_id?: unknown } = Object(value)
  return typeof external_id === 'string' && external_id !== '' ? external_id : null
}
