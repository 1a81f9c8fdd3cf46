/** The part of JSON Schema that the forms of actions use. */
export type FieldSchema = {
  readonly name: string
  readonly isRequired: boolean
  readonly kind: 'choice' | 'flag' | 'number' | 'lines' | 'long' | 'url' | 'text'
  readonly description: string | undefined
  readonly choices: readonly string[]
  readonly initial: unknown
  readonly maximum: number | undefined
  readonly maxLength: number | undefined
  readonly isWhole: boolean
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const textIn = (schema: Json, name: string) => (typeof schema[name] === 'string' ? schema[name] : undefined)
const numberIn = (schema: Json, name: string) => (typeof schema[name] === 'number' ? schema[name] : undefined)

/** The fields of a form. */
export function fieldsOf(form: Json): readonly FieldSchema[] {
  const required = Array.isArray(form['required']) ? form['required'] : []
  return Object.entries(isObject(form['properties']) ? form['properties'] : {}).map(([name, schema]) => {
    const field = isObject(schema) ? schema : {}
    const choices = Array.isArray(field['enum']) ? field['enum'].filter((each) => typeof each === 'string') : []
    return {
      name,
      isRequired: required.includes(name),
      kind: kindOf(field, choices),
      description: textIn(field, 'description'),
      choices,
      initial: field['default'],
      maximum: numberIn(field, 'maximum'),
      maxLength: numberIn(field, 'maxLength'),
      isWhole: field['type'] === 'integer',
    }
  })
}

const longTextFrom = 500

function kindOf(field: Json, choices: readonly string[]): FieldSchema['kind'] {
  if (choices.length > 0) return 'choice'
  if (field['type'] === 'boolean') return 'flag'
  if (field['type'] === 'number' || field['type'] === 'integer') return 'number'
  if (field['type'] === 'array') return 'lines'
  if (field['format'] === 'uri') return 'url'
  return (numberIn(field, 'maxLength') ?? 0) >= longTextFrom ? 'long' : 'text'
}

export type Line = Readonly<Record<string, unknown>>

/** The rows that a list starts with. */
export const linesOf = (initial: unknown): readonly Line[] => (Array.isArray(initial) ? initial.filter(isObject) : [])

/** The request body: what was filled in. Fields left empty are left out, so that the service's defaults apply. */
export function bodyOf(fields: readonly FieldSchema[], filled: FormData): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const field of fields) {
    const value = filled.get(field.name)
    if (field.kind === 'flag') body[field.name] = value !== null
    else if (field.kind === 'lines') body[field.name] = filledLines(field, filled)
    else if (typeof value === 'string' && value.trim() !== '')
      body[field.name] = field.kind === 'number' ? Number(value) : value.trim()
  }
  return body
}

const filledLines = ({ name, initial }: FieldSchema, filled: FormData) =>
  linesOf(initial)
    .map((line, index) => ({ ...line, quantity: Number(filled.get(`${name}.${index}`)) }))
    .filter(({ quantity }) => quantity > 0)
