import { maxProblems } from '../errors/bounded-problems.ts'
import { type Problem, refused } from '../errors/errors.ts'
import type { CsvRecord } from './csv.ts'
import type { ImportFile, ImportRecord, RowProblem } from './import-file.ts'
import { linesOfRecords } from './csv-lines.ts'
import { hintFor } from './nearest-names.ts'
import { type Column, entityColumns, importedColumns, partColumns, type Sheet } from './sheet.ts'
import { withoutMarks } from '../values/pasted.ts'

type CsvFile = Extract<ImportFile, { format: 'csv' }>

/** A column that the import reads, with its position in the file. */
type ReadColumn = { readonly name: string; readonly index: number; readonly isOnce: boolean } & NonNullable<
  Column<never>['target']
>

/** The records of a CSV file. Each consists of one line or several (csv-lines.ts), and is imported whole or not at all. */
export function csvRecords<Entity, Part>(file: CsvFile, sheet: Sheet<Entity, Part>): ImportRecord[] {
  checkHeader(file.header, sheet)
  const ownColumns = columnsToRead(entityColumns(sheet), file.header)
  const partsToRead = columnsToRead(partColumns(sheet), file.header)
  const field = sheet.parts?.field

  return linesOfRecords(file, sheet).map(({ lines, malformed, unnamed }) => {
    const [first, ...more] = lines
    const partLines = lines.filter(({ cells }) => partsToRead.some(({ index }) => (cells[index] ?? '') !== ''))
    const own = filled(first, more, ownColumns)
    const onceOnly = ownColumns.filter(({ isOnce }) => isOnce)
    const isFirstLineSure =
      partLines.length === 0 || onceOnly.some(({ index }) => (own.cells[index] ?? '').trim() !== '')
    const value = {
      ...valueOf(own, ownColumns),
      ...(field !== undefined &&
        partsToRead.length > 0 && { [field]: partLines.map((line) => valueOf(line, partsToRead)) }),
    }
    return {
      row: first.row,
      value: malformed.length > 0 ? undefined : value,
      unsure: isFirstLineSure ? [] : onceOnly.map(({ field }) => field),
      problems:
        malformed.length > 0 ? malformed : [...unnamed, ...conflictsIn(first, more, ownColumns, sheet.identity)],
      locate: (problem) => locate(problem, { first, partLines, field, sheet }),
    }
  })
}

function checkHeader<Entity, Part>(header: readonly string[], sheet: Sheet<Entity, Part>): void {
  const known = [...entityColumns(sheet), ...partColumns(sheet)].map(({ name }) => name)
  const read = [...importedColumns(entityColumns(sheet)), ...importedColumns(partColumns(sheet))].map(
    ({ name }) => name,
  )
  const problems = header.flatMap((name, index): (Problem & { column: string })[] => {
    const at = { pointer: `/header/${index}`, column: name }
    if (!known.includes(name)) {
      return [{ ...at, code: 'unknown_column', detail: '' }]
    }
    if (header.indexOf(name) < index)
      return [{ ...at, code: 'duplicate_column', detail: `The column "${name}" appears twice. Remove one of them.` }]
    return []
  })
  const explained = problems.slice(0, maxProblems).map((problem) => {
    const { column: name, code, pointer } = problem
    if (code !== 'unknown_column') return problem
    const what =
      name === ''
        ? `Column ${Number(pointer.split('/').at(-1)) + 1} has no name.`
        : `Unknown column "${name}".${hintFor(name, read, sheet.elsewhere)}`
    return { ...problem, detail: `${what} Correct the name or remove the column.` }
  })
  if (explained.length > 0) throw refused('invalid_input', explained)
}

const columnsToRead = <Source>(columns: readonly Column<Source>[], header: readonly string[]): ReadColumn[] =>
  columns.flatMap(({ name, target, once = false }) =>
    target && header.includes(name) ? [{ name, index: header.indexOf(name), isOnce: once, ...target }] : [],
  )

const valueOf = ({ cells }: CsvRecord, columns: readonly ReadColumn[]): Record<string, unknown> =>
  Object.fromEntries(
    columns.map(({ index, field, type }) => {
      const cell = cells[index] ?? ''
      return [field, cell.trim() === '' ? type.empty : type.read(cell)]
    }),
  )

/**
 * The entity's own cells are read from the first line that has them: whoever sorts the lines of a product may move what only one
 * of them has. All others must be empty or the same.
 */
const filled = (first: CsvRecord, more: readonly CsvRecord[], columns: readonly ReadColumn[]): CsvRecord => {
  const cells = [...first.cells]
  for (const { index } of columns)
    cells[index] = [first, ...more].map((line) => line.cells[index] ?? '').find((cell) => cell !== '') ?? ''
  return { ...first, cells }
}

const conflictsIn = (
  first: CsvRecord,
  more: readonly CsvRecord[],
  columns: readonly ReadColumn[],
  identity: readonly string[],
): RowProblem[] => {
  const lines = [first, ...more]
  return columns.flatMap(({ name, index }) => {
    const textOf = ({ cells }: CsvRecord) =>
      identity.includes(name) ? withoutMarks(cells[index] ?? '') : (cells[index] ?? '')
    const written = lines.filter(({ cells }) => (cells[index] ?? '') !== '')
    const [decisive] = written
    return written
      .filter((line) => decisive && textOf(line) !== textOf(decisive))
      .map(({ row }) => ({
        row,
        column: name,
        code: 'conflicting_values',
        detail: `Rows ${decisive?.row} and ${row} belong together but differ in ${name}. Use the same value in both, or leave it empty in row ${row}.`,
      }))
  })
}

type RecordLines<Entity, Part> = {
  readonly first: CsvRecord
  readonly partLines: readonly CsvRecord[]
  readonly field: string | undefined
  readonly sheet: Sheet<Entity, Part>
}

function locate<Entity, Part>(
  { pointer, code, detail }: Problem,
  { first, partLines, field, sheet }: RecordLines<Entity, Part>,
): RowProblem {
  const [outer, index, inner] = pointer.split('/').slice(1)
  const line = outer === field && index !== undefined ? partLines[Number(index)] : undefined
  const fieldName = line ? inner : outer
  // A problem of the whole row names no field.
  const isOfField = ({ target }: Pick<Column<never>, 'target'>) => target !== undefined && target.field === fieldName
  const column = line ? partColumns(sheet).find(isOfField) : entityColumns(sheet).find(isOfField)
  const place = { row: (line ?? first).row, ...(column && { column: column.name }) }
  const columnName = column?.name ?? 'The row'
  const requirement = code === 'invalid_type' ? column?.target?.type.requirement : undefined
  if (requirement !== undefined) return { ...place, code, detail: `${columnName} ${requirement}` }
  // People see columns in the file, not fields.
  const prefix = `${fieldName ?? ''} `
  return { ...place, code, detail: detail.startsWith(prefix) ? `${columnName} ${detail.slice(prefix.length)}` : detail }
}
