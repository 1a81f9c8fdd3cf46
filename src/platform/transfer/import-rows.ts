import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '../operation/context.ts'
import { type RefusedProblem, Refusal } from '../db/failure.ts'
import { type Problem, ServiceError } from '../errors/errors.ts'
import { problemsIn } from '../errors/problems.ts'
import { problemsBy, type Refusals } from '../operation/refusals.ts'
import type { ImportFile, ImportRecord, RowProblem } from './import-file.ts'
import { excerptsOf, externalIdOf, failed, idsIn, type Report, type Row, withinReport } from './import-report.ts'
import { recordsOf } from './records.ts'
import { RowWarning, rowWarnings } from './row-warnings.ts'
import { rowRefusals, unexplainedRefusal } from './row-refusals.ts'
import type { Sheet } from './sheet.ts'

/** The input that all imports share. */
export const ImportInput = z.object({
  dry_run: z.boolean().describe('Checks every row against the store without saving anything'),
  file: z.custom<ImportFile>(),
})

type Import<Schema extends z.ZodType, Entity, Part> = z.output<typeof ImportInput> & {
  /** Selects the SQL function of app.import_rows that imports a row. */
  readonly kind: 'orders' | 'products' | 'customers'
  readonly sheet: Sheet<Entity, Part>
  readonly schema: Schema
  /** How many records of this kind the database can import in time. Default: the maximum number of rows. */
  readonly maxRecords?: number
  /** How many records are imported in one transaction. Other requests may wait that long for the locks it holds. */
  readonly batchSize: number
  /** What identifies a record in the file. Two records of a file may not have the same key. */
  readonly keyOf: (value: z.output<Schema>) => string | undefined
  /** The row as the SQL function expects it. */
  readonly toRow: (value: z.output<Schema>) => object | Promise<object>
  /** Further options of the SQL function. */
  readonly options?: object
  /** Why the SQL function can refuse a row, besides `rowRefusals`. */
  readonly refusals: Refusals
}

/**
 * Imports a file into the caller's store, in batches. One round trip, or more if it takes longer than 0.6 seconds. Each record
 * succeeds or fails on its own.
 */
export async function importRows<Schema extends z.ZodType, Entity, Part>(
  { caller, writeInParts }: Context,
  {
    kind,
    file,
    dry_run,
    sheet,
    schema,
    maxRecords,
    batchSize,
    keyOf,
    toRow,
    options = {},
    refusals,
  }: Import<Schema, Entity, Part>,
): Promise<Report> {
  const records = recordsOf(file, sheet)
  if (maxRecords !== undefined && records.length > maxRecords)
    throw new ServiceError(
      'payload_too_large',
      `The file has ${records.length} ${kind}; an import can have at most ${maxRecords}. Split the file.`,
      { arabic: null },
    )
  const rowsOfKey = new Map<string, number[]>()
  const read = records.map((record) => {
    if (record.value === undefined) return { record, problems: record.problems, keys: [] }
    const { data, error } = schema.safeParse(record.value)
    const problems = [...record.problems, ...(error ? problemsIn(error, record.value).map(record.locate) : [])]
    const isRefused = data === undefined || problems.length > 0
    const key = data === undefined ? undefined : keyOf(data)
    // What is refused counts as well if it may be a part of another record.
    const keys = [
      ...new Set([...(sheet.parts ? idsIn(record.value) : []), ...(key === undefined || isRefused ? [] : [key])]),
    ]
    for (const each of keys) rowsOfKey.set(each, [...(rowsOfKey.get(each) ?? []), record.row])
    return isRefused ? { record, problems, keys } : { record, problems, keys, data }
  })
  const checked = read.map(({ keys, ...one }): Checked<z.output<Schema>> => {
    if (!('data' in one)) return one
    const { row } = one.record
    const rows = keys.flatMap((key) => rowsOfKey.get(key) ?? [])
    // Of an order or product, one alone would be a part of it. Of a customer, the first one counts.
    const other = rows.find((each) => (sheet.parts ? each !== row : each < row))
    return other === undefined ? one : { record: one.record, problems: [one.record.locate(duplicateOf(other))] }
  })
  const rowOf = async (data: z.output<Schema>, { unsure = [] }: ImportRecord) => ({
    ...(await toRow(data)),
    ...(unsure.length > 0 && { unsure }),
  })
  const valid = await Promise.all(
    checked.flatMap(({ data, record }) => (data === undefined ? [] : [rowOf(data, record)])),
  )
  const send = () =>
    writeInParts(
      (entered, key) => sql`call app.import_in_batches(
        ${entered}, ${kind}, ${JSON.stringify(valid)}::jsonb, ${JSON.stringify(options)}::jsonb, ${batchSize}, ${dry_run},
        ${key}, null, null)`,
    ).catch((error: unknown) => {
      throw suggestSplitting(error)
    })
  let results: Results = []
  do {
    const [rows, isReplayed] = await send()
    results = Results.parse(JSON.parse(rows ?? ''))
    caller.trace.replayed = isReplayed === 't'
  } while (results.length < valid.length)
  let next = 0
  const rows = checked.map(({ record, problems, data }): Row => {
    const result = data === undefined ? undefined : results[next++]
    if (data === undefined || result === undefined) return failed(record, problems)
    if (result.status === 'failed') return failed(record, explain(result.problems ?? [], refusals).map(record.locate))
    return {
      row: record.row,
      external_id: externalIdOf(record.value),
      status: result.status,
      id: dry_run && result.status === 'created' ? null : result.id,
      errors: [],
      warnings: (result.warnings ?? []).map((code) => ({ code, detail: rowWarnings[code] })),
      ...(dry_run && {
        overwritten: (result.overwritten ?? []).map(({ pointer, before, after }) => {
          const { code: _code, detail: _detail, ...place } = record.locate({ pointer, code: 'refused', detail: '' })
          return { ...place, ...excerptsOf(before, after) }
        }),
      }),
    }
  })
  const count = (status: Row['status']) => rows.filter((row) => row.status === status).length
  return {
    dry_run,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    failed: count('failed'),
    rows: withinReport(rows),
  }
}

const Tried = z.object({ rows: z.int() })

/** An import that timed out is likely to time out again, and a smaller file may not. */
function suggestSplitting(error: unknown): unknown {
  if (error instanceof Refusal && error.code === 'dry_run_too_long') {
    const { rows } = Tried.parse(error.problems[0])
    return new ServiceError(
      'payload_too_large',
      `A dry run ends after a second, in which ${rows} records of this file were tried. Send about as many at once, or import it without dry_run.`,
      { arabic: null },
    )
  }
  if (!(error instanceof ServiceError) || error.code !== 'database_unavailable') return error
  const { message, retryAfter = 2, cause } = error
  return new ServiceError(error.code, `${message} If this happens again, split the file.`, { retryAfter, cause })
}

const Overwritten = z.object({ pointer: z.string(), before: z.unknown(), after: z.unknown() })

const Results = z.array(
  z.discriminatedUnion('status', [
    z.object({
      status: z.enum(['created', 'updated', 'unchanged']),
      id: z.guid(),
      warnings: z.array(RowWarning).optional(),
      overwritten: z.array(Overwritten).optional(),
    }),
    z.object({ status: z.literal('failed'), problems: z.array(z.custom<RefusedProblem>()) }),
  ]),
)

type Results = z.output<typeof Results>

function explain(raised: readonly RefusedProblem[], refusals: Refusals): readonly Problem[] {
  const problems = problemsBy(raised, { ...rowRefusals, ...refusals })
  return problems.length > 0 ? problems : [unexplainedRefusal]
}

type Checked<Data> = {
  readonly record: ImportRecord
  readonly problems: readonly RowProblem[]
  readonly data?: Data
}

const duplicateOf = (row: number): Problem => ({
  pointer: '/external_id',
  code: 'duplicate',
  detail: `Duplicate of row ${row}. Keep the rows of one item together.`,
})
