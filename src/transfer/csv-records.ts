import { type Problem, refused } from '../errors.ts'
import type { CsvRecord } from './csv.ts'
import type { ImportFile } from './import-file.ts'
import type { ImportRecord, RowProblem } from './records.ts'
import type { Column, Sheet } from './sheet.ts'

type Csv = Extract<ImportFile, { format: 'csv' }>

/** A column of the file that is read: where its cells are, and what becomes of them. */
type Read = { readonly name: string; readonly at: number } & NonNullable<Column<never>['into']>

/** The things that stand in the lines; lines one after the other that say the same identity are one thing's. */
export function csvRecords<Whole, Part>(file: Csv, sheet: Sheet<Whole, Part>): ImportRecord[] {
  checkHeader(file.header, sheet)
  const wholeColumns = readable(sheet.columns, file.header)
  const partColumns = readable(sheet.parts?.columns ?? [], file.header)
  const field = sheet.parts?.field

  return grouped(file, sheet).map(([first, ...more]) => {
    const lines = [first, ...more]
    const partLines = lines.filter(({ cells }) => partColumns.some(({ at }) => (cells[at] ?? '') !== ''))
    const value = {
      ...valueOf(first, wholeColumns),
      ...(field !== undefined &&
        partColumns.length > 0 && { [field]: partLines.map((line) => valueOf(line, partColumns)) }),
    }
    const broken = lines.flatMap((line) => malformed(line, file.header))
    return {
      row: first.row,
      value: broken.length > 0 ? undefined : value,
      problems: broken.length > 0 ? broken : conflicts(first, more, wholeColumns),
      place: (problem) => placed(problem, { first, partLines, field, sheet }),
    }
  })
}

function checkHeader<Whole, Part>(header: readonly string[], { columns, parts }: Sheet<Whole, Part>): void {
  const known = [...columns, ...(parts?.columns ?? [])].map(({ name }) => name)
  const problems = header.flatMap((name, index): Problem[] => {
    const pointer = `/header/${index}`
    if (!known.includes(name))
      return [
        {
          pointer,
          column: name,
          code: 'unknown_column',
          detail: `There is no column ${name}: check its spelling, or take it out.`,
        },
      ]
    if (header.indexOf(name) < index)
      return [{ pointer, column: name, code: 'duplicate_column', detail: `The column ${name} is there twice.` }]
    return []
  })
  if (problems.length > 0) throw refused('invalid_input', problems.slice(0, 100))
}

const readable = <Of>(columns: readonly Column<Of>[], header: readonly string[]): Read[] =>
  columns.flatMap(({ name, into }) =>
    into && header.includes(name) ? [{ name, at: header.indexOf(name), ...into }] : [],
  )

const valueOf = ({ cells }: CsvRecord, columns: readonly Read[]): Record<string, unknown> =>
  Object.fromEntries(
    columns.map(({ at, field, kind }) => {
      const cell = cells[at] ?? ''
      return [field, cell.trim() === '' ? kind.empty : kind.read(cell)]
    }),
  )

type Group = [CsvRecord, ...CsvRecord[]]

function grouped<Whole, Part>({ header, rows }: Csv, { identity, parts }: Sheet<Whole, Part>): Group[] {
  const places = identity.map((name) => header.indexOf(name)).filter((at) => at !== -1)
  const identityOf = ({ cells }: CsvRecord) => places.map((at) => cells[at]?.trim() ?? '').find((cell) => cell !== '')
  const groups: Group[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    const own = identityOf(row)
    if (parts && last && own !== undefined && identityOf(last[0]) === own) last.push(row)
    else groups.push([row])
  }
  return groups
}

function malformed({ row, cells }: CsvRecord, header: readonly string[]): RowProblem[] {
  if (cells.length < header.length || cells.slice(header.length).some((cell) => cell !== ''))
    return [
      {
        row,
        code: 'wrong_number_of_cells',
        detail: `The row has ${cells.length} cells and the header ${header.length}. A cell with a comma in it must be in quotes.`,
      },
    ]
  return cells.some((cell) => cell.includes('\0'))
    ? [{ row, code: 'invalid_text', detail: 'A cell has a NUL character in it.' }]
    : []
}

/** What is the thing's own stands in its first line; other lines say the same or nothing. */
const conflicts = (
  { row: firstRow, cells: first }: CsvRecord,
  more: readonly CsvRecord[],
  columns: readonly Read[],
): RowProblem[] =>
  more.flatMap(({ row, cells }) =>
    columns
      .filter(({ at }) => (cells[at] ?? '') !== '' && cells[at] !== first[at])
      .map(({ name }) => ({
        row,
        column: name,
        code: 'conflicting_values',
        detail: `Rows ${firstRow} and ${row} belong together and differ in ${name}. Make them alike, or leave the cell of the later row empty.`,
      })),
  )

type Placing<Whole, Part> = {
  readonly first: CsvRecord
  readonly partLines: readonly CsvRecord[]
  readonly field: string | undefined
  readonly sheet: Sheet<Whole, Part>
}

function placed<Whole, Part>(
  { pointer, code, detail }: Problem,
  { first, partLines, field, sheet }: Placing<Whole, Part>,
): RowProblem {
  const [outer, index, inner] = pointer.split('/').slice(1)
  const line = outer === field && index !== undefined ? partLines[Number(index)] : undefined
  const found = line
    ? sheet.parts?.columns.find(({ into }) => into?.field === inner)
    : sheet.columns.find(({ into }) => into?.field === outer)
  const where = { row: (line ?? first).row, ...(found && { column: found.name }) }
  const wants = code === 'invalid_type' ? found?.into?.kind.wants : undefined
  // The file knows its columns, not our fields.
  const named = (line ? inner : outer) ?? ''
  const column = found?.name ?? 'The row'
  if (wants !== undefined) return { ...where, code, detail: `${column}: ${wants}` }
  return {
    ...where,
    code,
    detail: detail.startsWith(`${named} `) ? column + detail.slice(named.length) : detail,
  }
}
