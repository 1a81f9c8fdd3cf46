import { csvRecords } from './csv-records.ts'
import type { Problem } from '../errors/errors.ts'
import { expectFewParts, type ImportFile, type ImportRecord, type RowProblem } from './import-file.ts'
import { hintFor } from './nearest-names.ts'
import { entityColumns, importedColumns, partColumns, type Sheet } from './sheet.ts'

/** The records of a file. Throws if its header is invalid. */
export function recordsOf<Entity, Part>(file: ImportFile, sheet: Sheet<Entity, Part>): readonly ImportRecord[] {
  if (file.format === 'csv') return csvRecords(file, sheet)
  if (sheet.parts) expectFewParts(file, sheet.parts.field)
  return file.rows.map(({ row, value, problem }) => ({
    row,
    value: withoutIgnoredFields(value, sheet),
    problems: problem ? [problem] : [],
    locate: (problem) => withHint(problem, sheet),
  }))
}

function withHint<Entity, Part>({ pointer, code, detail }: Problem, sheet: Sheet<Entity, Part>): RowProblem {
  if (code !== 'unknown_field') return { pointer, code, detail }
  const steps = pointer.split('/')
  const columns =
    steps.length === 2
      ? entityColumns(sheet)
      : steps.length === 4 && steps[1] === sheet.parts?.field
        ? partColumns(sheet)
        : []
  const fields = importedColumns<never>(columns).flatMap(({ target }) => target?.field ?? [])
  return { pointer, code, detail: detail + hintFor(steps.at(-1) ?? '', fields) }
}

function withoutIgnoredFields<Entity, Part>(value: unknown, { ignoredFields, parts }: Sheet<Entity, Part>): unknown {
  const entity = without(value, ignoredFields)
  if (!parts || !isObject(entity)) return entity
  const list = entity[parts.field]
  return Array.isArray(list)
    ? { ...entity, [parts.field]: list.map((part: unknown) => without(part, parts.ignoredFields)) }
    : entity
}

const without = (value: unknown, fields: readonly string[]): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !fields.includes(name))) : value

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
