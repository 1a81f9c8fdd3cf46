import { withoutMarks } from '../values/pasted.ts'
import type { CsvRecord } from './csv.ts'
import type { ImportFile, RowProblem } from './import-file.ts'
import type { Sheet } from './sheet.ts'

type CsvFile = Extract<ImportFile, { format: 'csv' }>

export type RecordLines = {
  readonly lines: readonly [CsvRecord, ...CsvRecord[]]
  /** Lines that cannot be read. */
  readonly malformed: readonly RowProblem[]
  /** Lines that name no record, below one that does. */
  readonly unnamed: readonly RowProblem[]
}

/**
 * The lines of each record, wherever they are in the file: those with the same identity. A line that names its record only in a
 * column that other lines have besides a stronger one, such as the slug of a product with an external_id, belongs to that record.
 * What may be a line of a record is one, so that no record is imported in part.
 */
export function linesOfRecords<Entity, Part>(
  { header, rows }: CsvFile,
  { identity, neededToCreate, parts }: Sheet<Entity, Part>,
): RecordLines[] {
  const columns = parts ? identity.map((name) => header.indexOf(name)).filter((index) => index !== -1) : []
  const canStandAlone = neededToCreate !== undefined && !header.includes(neededToCreate)
  const namesIn = ({ cells }: CsvRecord) => columns.map((index) => withoutMarks(cells[index] ?? ''))
  const byName = new Map<string, Lines>()
  const groups = new Set<Lines>()
  const moved: { line: CsvRecord; above: Lines | undefined }[] = []
  const start = (line: CsvRecord): Lines => {
    const group = { strength: columns.length, name: '', lines: [line] }
    groups.add(group)
    return group
  }

  let above: Lines | undefined
  for (const line of rows) {
    const names = namesIn(line)
    const strength = names.findIndex((name) => name !== '')
    const name = names[strength]
    if (columns.length > 0 && malformedIn(line, header).length > 0) moved.push({ line, above })
    else if (name === undefined) {
      if (above && !canStandAlone) above.lines.push(line)
      else start(line)
    } else {
      const known = byName.get(name)
      known?.lines.push(line)
      above = known ?? Object.assign(start(line), { strength, name })
      byName.set(name, above)
    }
  }
  for (const { line, above } of moved) {
    const named = movedNamesIn(line, columns, header).map((name) => byName.get(name))
    const group =
      named.find((each) => each !== undefined) ?? (namesIn(line).every((name) => name === '') ? above : undefined)
    if (group) group.lines.push(line)
    else start(line)
  }
  joinWeaklyNamed(groups, namesIn)

  const column = header[columns[0] ?? 0] ?? ''
  const records = [...groups].map(({ lines: found }) => {
    const [first, ...more] = found.toSorted((one, other) => one.row - other.row)
    if (!first) throw new Error('A record has no line.')
    const lines = [first, ...more] as const
    const malformed = lines.flatMap((line) => malformedIn(line, header))
    const isNamed = lines.some((line) => namesIn(line).some((name) => name !== ''))
    const unnamed = lines
      .filter((line) => isNamed && malformed.length === 0 && namesIn(line).every((name) => name === ''))
      .map(({ row }): RowProblem => ({
        row,
        column,
        code: 'required',
        detail: `Row ${row} does not say what it belongs to. Repeat ${column} on each line: that of row ${first.row}, if they belong together.`,
      }))
    return { lines, malformed, unnamed }
  })
  return records.toSorted((one, other) => one.lines[0].row - other.lines[0].row)
}

/** `strength`: the place of the column that has its name among those that can, 0 for the strongest. */
type Lines = { strength: number; name: string; readonly lines: CsvRecord[] }

/** The cells that may be names of a line with more or fewer cells than the header: those at their place first. */
function movedNamesIn({ cells }: CsvRecord, columns: readonly number[], header: readonly string[]): string[] {
  const by = cells.length - header.length
  const shifts = Array.from({ length: Math.abs(by) + 1 }, (_, nth) => nth * Math.sign(by))
  return shifts.flatMap((shift) => columns.map((index) => withoutMarks(cells[index + shift] ?? '')))
}

/** Adds the lines of a weakly named record to the only record that has this name in a line with a stronger one. */
function joinWeaklyNamed(groups: Set<Lines>, namesIn: (line: CsvRecord) => string[]): void {
  const keyOf = (place: number, name: string) => `${place} ${name}`
  const owners = new Map<string, Set<Lines>>()
  for (const group of groups)
    for (const line of group.lines)
      for (const [place, name] of namesIn(line).entries())
        if (place > group.strength && name !== '') {
          const key = keyOf(place, name)
          owners.set(key, (owners.get(key) ?? new Set()).add(group))
        }
  const joined = new Map<Lines, Lines>()
  for (const group of [...groups].toSorted((one, other) => one.strength - other.strength)) {
    const found = [...(owners.get(keyOf(group.strength, group.name)) ?? [])].map((owner) => joined.get(owner) ?? owner)
    const [owner, ...others] = new Set(found)
    if (!owner || others.length > 0) continue
    owner.lines.push(...group.lines)
    joined.set(group, owner)
    groups.delete(group)
  }
}

function malformedIn({ row, cells }: CsvRecord, header: readonly string[]): RowProblem[] {
  if (cells.length < header.length || cells.slice(header.length).some((cell) => cell !== ''))
    return [
      {
        row,
        code: 'wrong_number_of_cells',
        detail: `The row has ${cells.length} cells but the header has ${header.length}. A cell that contains a comma must be in quotes.`,
      },
    ]
  return cells.some((cell) => cell.includes('\0'))
    ? [{ row, code: 'invalid_text', detail: 'A cell contains a NUL character. Remove it.' }]
    : []
}
