import type { OrderAction } from '../service/types.ts'

/** The part of JSON Schema that the forms of actions use. */
export type FieldSchema = {
  readonly name: string
  readonly isRequired: boolean
  readonly kind: 'choice' | 'flag' | 'number' | 'lines' | 'long' | 'url' | 'text'
  readonly description: string | undefined
  readonly choices: readonly string[]
  readonly lines: readonly Line[]
  readonly initial: unknown
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  readonly maxLength: number | undefined
  readonly isWhole: boolean
}

/** One of the things that an array may have, with a number that a person fills in. */
type Line = {
  readonly title: string
  readonly description: string | undefined
  /** What is sent with the number. */
  readonly fixed: Json
  readonly number: FieldSchema
}

export type Form = OrderAction['form']

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objectIn = (schema: Json, name: string): Json => (isObject(schema[name]) ? schema[name] : {})
const listIn = (schema: Json, name: string): readonly unknown[] => (Array.isArray(schema[name]) ? schema[name] : [])
const textIn = (schema: Json, name: string) => (typeof schema[name] === 'string' ? schema[name] : undefined)
const numberIn = (schema: Json, name: string) => (typeof schema[name] === 'number' ? schema[name] : undefined)

/** The fields of a form. */
export const fieldsOf = (form: Form): readonly FieldSchema[] =>
  Object.entries(form.properties).map(([name, schema]) => fieldOf(name, schema, form.required.includes(name)))

function fieldOf(name: string, schema: Json, isRequired: boolean): FieldSchema {
  const choices = listIn(schema, 'enum').filter((each) => typeof each === 'string')
  return {
    name,
    isRequired,
    kind: kindOf(schema, choices),
    description: textIn(schema, 'description'),
    choices,
    lines: listIn(objectIn(schema, 'items'), 'oneOf').filter(isObject).flatMap(lineOf),
    initial: schema['default'],
    minimum: numberIn(schema, 'minimum'),
    maximum: numberIn(schema, 'maximum'),
    maxLength: numberIn(schema, 'maxLength'),
    isWhole: schema['type'] === 'integer',
  }
}

/** A line of an array: its constants say which one it is, and its only other number is how many of it. */
function lineOf(schema: Json): readonly Line[] {
  const properties = Object.entries(objectIn(schema, 'properties')).filter((entry): entry is [string, Json] =>
    isObject(entry[1]),
  )
  const constants = properties.filter(([, property]) => 'const' in property)
  const number = properties
    .map(([name, property]) => fieldOf(name, property, true))
    .find(({ name, kind }) => kind === 'number' && !constants.some(([constant]) => constant === name))
  if (!number) return []
  const fixed = Object.fromEntries(constants.map(([name, property]) => [name, property['const']]))
  return [{ title: textIn(schema, 'title') ?? '', description: textIn(schema, 'description'), fixed, number }]
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

/** The name of the control for the number of a line. */
export const lineName = (field: FieldSchema, at: number): string => `${field.name}.${at}`

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

/** A line with the number 0 is left out. */
const filledLines = (field: FieldSchema, filled: FormData) =>
  field.lines
    .map((line, at) => ({ line, number: Number(filled.get(lineName(field, at))) }))
    .filter(({ number }) => number > 0)
    .map(({ line, number }) => ({ ...line.fixed, [line.number.name]: number }))
