import { csvRecords } from './csv-records.ts'
import { expectFewParts, type ImportFile, type ImportRecord } from './import-file.ts'
import type { Sheet } from './sheet.ts'

/** The records of a file. Throws if its header is invalid. */
export function recordsOf<Entity, Part>(file: ImportFile, sheet: Sheet<Entity, Part>): readonly ImportRecord[] {
  if (file.format === 'csv') return csvRecords(file, sheet)
  if (sheet.parts) expectFewParts(file, sheet.parts.field)
  return file.rows.map(({ row, value, problem }) => ({
    row,
    value: withoutIgnoredFields(value, sheet),
    problems: problem ? [problem] : [],
    locate: ({ pointer, code, detail }) => ({ pointer, code, detail }),
  }))
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
