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
  const named = fields.map(([key, field]) => {
    const name = quoted(key, 'part')
    return [path === '' ? name : `${path}.${name}`, field] as const
  })
  const short = named.filter(([, field]) => !isLong(field)).map(([name, field]) => `${name}: ${cell(field, 'line')}`)
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
  const all = shared.map(({ column }) => `${quoted(column, 'part')}: ${cell(objects[0]?.[column], 'part')}`).join(', ')
  return [
    `${name} (${rows.length})${all === '' ? '' : `, all with ${all}`}`,
    ...(shown.length === 0
      ? []
      : [
          shown.map(({ column }) => quoted(column, 'part')).join(' | '),
          ...objects.map((_, nth) => shown.map(({ cells }) => cells[nth]).join(' | ')),
        ]),
  ]
}

/** Where a value stands: what may surround it there must not be part of it. */
const misleading = {
  line: /^["{\s]|[\p{Cc}\u2028\u2029]|\s$|[,;{}|].*: /u,
  cell: /^["{\s]|[\p{Cc}\u2028\u2029|]|\s$|[,;{}].*: /u,
  part: /^["\s]|[\p{Cc}\u2028\u2029|,;{}]|\s$|: |:$/u,
}

/** A value in one line. Text that could be taken for several values is quoted. */
function cell(value: unknown, place: keyof typeof misleading = 'cell'): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return quoted(shorter(value), place)
  if (Array.isArray(value)) return value.map((one) => cell(one, 'part')).join('; ')
  if (!isObject(value)) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, field]) => [quoted(name, 'part'), cell(field, 'part')] as const)
  const said = fields.filter(([, text]) => text !== '').map(([name, text]) => `${name}: ${text}`)
  return said.length === 0 ? '' : `{ ${said.join(', ')} }`
}

const quoted = (text: string, place: keyof typeof misleading): string =>
  misleading[place].test(text) ? JSON.stringify(text).replace(/[\p{Cc}\u2028\u2029]/gu, escaped) : text

/** JSON.stringify leaves the separators of lines beyond ASCII as they are. */
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A time without its milliseconds. */
const shorter = (text: string): string => text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/, '$1Z')

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
