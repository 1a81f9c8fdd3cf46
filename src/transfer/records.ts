import type { Problem } from '../errors.ts'
import { csvRecords } from './csv-records.ts'
import { boundParts, type ImportFile } from './import-file.ts'
import type { Sheet } from './sheet.ts'

/** One thing of an import, not yet checked. */
export type ImportRecord = {
  /** Its first row in the file. */
  readonly row: number
  /** Undefined where it cannot be read at all. */
  readonly value: unknown
  /** What is wrong with it before anybody looks at what it says. */
  readonly problems: readonly RowProblem[]
  /** A problem of the value as one of the file. */
  readonly place: (problem: Problem) => RowProblem
}

/** One thing wrong with a row: in CSV by row and column, in JSON by a pointer into the line. */
export type RowProblem = {
  readonly pointer?: string
  readonly row?: number
  readonly column?: string
  readonly code: string
  readonly detail: string
}

/** The things that a file holds. Throws where its header makes no sense. */
export function recordsOf<Whole, Part>(file: ImportFile, sheet: Sheet<Whole, Part>): readonly ImportRecord[] {
  if (file.format === 'csv') return csvRecords(file, sheet)
  if (sheet.parts) boundParts(file, sheet.parts.field)
  return file.rows.map(({ row, value, problem }) => ({
    row,
    value: withoutReadOnly(value, sheet),
    problems: problem ? [problem] : [],
    place: ({ pointer, code, detail }) => ({ pointer, code, detail }),
  }))
}

function withoutReadOnly<Whole, Part>(value: unknown, { ignoredFields, parts }: Sheet<Whole, Part>): unknown {
  const whole = without(value, ignoredFields)
  if (!parts || !isObject(whole)) return whole
  const given = whole[parts.field]
  return Array.isArray(given)
    ? { ...whole, [parts.field]: given.map((part: unknown) => without(part, parts.ignoredFields)) }
    : whole
}

const without = (value: unknown, fields: readonly string[]): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !fields.includes(name))) : value

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
