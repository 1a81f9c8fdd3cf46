type Json = Readonly<Record<string, unknown>>

/**
 * A result as text, for models that read this rather than the structured content: every value but null, with the names of the
 * fields of a list written once. Lists of objects are tables; a value that all rows share is said above them.
 */
export function textOf(result: Json): string {
  return sections(result, '').join('\n')
}

function sections(value: Json, path: string): string[] {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined && field !== null)
  const named = fields.map(([name, field]) => [path === '' ? name : `${path}.${name}`, field] as const)
  const short = named.filter(([, field]) => !isLong(field)).map(([name, field]) => `${name}: ${cell(field)}`)
  const long = named.filter(([, field]) => isLong(field))
  return [
    ...short,
    ...long.flatMap(([name, field]) => (Array.isArray(field) ? table(name, field) : sections(Object(field), name))),
  ]
}

/** What does not fit into a line: lists of objects, and objects with such lists. */
const isLong = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isObject) : isObject(value) && Object.values(value).some(isLong)

function table(name: string, rows: readonly unknown[]): string[] {
  const objects: Json[] = rows.map((row) => (isObject(row) ? row : { value: row }))
  const namesOf = (row: Json) => Object.keys(row).filter((column) => row[column] !== undefined)
  const columns = [...new Set(objects.flatMap(namesOf))]
    .map((column) => ({ column, cells: objects.map((row) => cell(row[column])) }))
    .filter(({ cells }) => cells.some((text) => text !== ''))
  const isShared = ({ cells }: { readonly cells: readonly string[] }) =>
    cells.length > 1 && cells.every((text) => text === cells[0])
  const shared = columns.filter((column) => isShared(column))
  const shown = columns.filter((column) => !isShared(column))
  const all = shared.map(({ column, cells }) => `${column}: ${cells[0]}`).join(', ')
  return [
    `${name} (${rows.length})${all === '' ? '' : `, all with ${all}`}`,
    ...(shown.length === 0
      ? []
      : [
          shown.map(({ column }) => column).join(' | '),
          ...objects.map((_, nth) => shown.map(({ cells }) => cells[nth]).join(' | ')),
        ]),
  ]
}

/** A value in one line. Text that could be taken for several cells or lines is quoted. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return /[\n\r|]|^["\s]/.test(value) ? JSON.stringify(value) : shorter(value)
  if (Array.isArray(value)) return value.map((one) => cell(one)).join('; ')
  if (!isObject(value)) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, field]) => [name, cell(field)] as const)
  const said = fields.filter(([, text]) => text !== '').map(([name, text]) => `${name}: ${text}`)
  return said.length === 0 ? '' : `{ ${said.join(', ')} }`
}

/** A time without its milliseconds. */
const shorter = (text: string): string => text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/, '$1Z')

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
