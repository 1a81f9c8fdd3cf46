import { parseAmount } from '../../parts/pickers/parse-amount.ts'

/** The JSON Schema of an action's body, as the service sends it with an order. */
export type Form = {
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly required: readonly string[]
}

/** An item that an action can be about. */
export type Line = { readonly position: number; readonly title: string; readonly left: number }

type Kind =
  | { readonly is: 'items'; readonly lines: readonly Line[] }
  | { readonly is: 'choice'; readonly values: readonly string[] }
  | { readonly is: 'amount' | 'yes_no' | 'text' | 'long_text' | 'link' }

export type Field = {
  readonly name: string
  readonly isRequired: boolean
  /** Whether it can be emptied. */
  readonly isNullable: boolean
  readonly kind: Kind
  readonly initial: string
}

/** What is typed into a form, by field. Of items, by field and position. */
export type Typed = Readonly<Record<string, string>>

const longText = 500

/** The fields of a form: those that must be filled in come first. */
export const fieldsOf = ({ properties, required }: Form): readonly Field[] =>
  Object.entries(properties)
    .map(([name, schema]) => ({
      name,
      isRequired: required.includes(name),
      isNullable: [schema['type']].flat().includes('null'),
      kind: kindOf(schema),
      initial: textOf(schema['default']),
    }))
    .filter(({ kind }) => kind.is !== 'items' || kind.lines.length > 0)
    .toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired))

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

function kindOf(schema: Readonly<Record<string, unknown>>): Kind {
  const { type, format, maxLength, enum: values } = schema
  if (Array.isArray(values)) return { is: 'choice', values: values.map(String) }
  if (type === 'array') return { is: 'items', lines: linesOf(Object(schema['items'])['oneOf']) }
  if (type === 'boolean') return { is: 'yes_no' }
  if (type === 'number') return { is: 'amount' }
  if (format === 'uri') return { is: 'link' }
  return { is: typeof maxLength === 'number' && maxLength >= longText ? 'long_text' : 'text' }
}

const linesOf = (choices: unknown): readonly Line[] =>
  (Array.isArray(choices) ? choices : []).map((choice: unknown) => {
    const { title, properties } = Object(choice)
    return {
      position: Number(Object(properties).position?.const),
      title: String(title),
      left: Number(Object(properties).quantity?.maximum),
    }
  })

export const itemField = (name: string, position: number): string => `${name} ${position}`

/** What a form has before anything is typed. */
export const initialOf = (fields: readonly Field[]): Typed =>
  Object.fromEntries(
    fields.flatMap(({ name, kind, initial }): (readonly [string, string])[] =>
      kind.is === 'items'
        ? kind.lines.map(({ position, left }) => [itemField(name, position), String(left)])
        : [[name, initial]],
    ),
  )

/** Of a draft: the version of the order that it was typed for. */
const versionField = 'order version'

/** What is typed, as it is kept. */
export const draftFor = (version: number, typed: Typed): Typed => ({ ...typed, [versionField]: String(version) })

/** What a draft brings back: no ticks, and if the order has changed since, only texts that replace nothing. */
export function keptOf(fields: readonly Field[], draft: Typed, version: number): Typed {
  const isSame = draft[versionField] === String(version)
  const isNew = ({ kind: { is }, initial }: Field) => initial === '' && is !== 'amount' && is !== 'items'
  const kept = fields.filter((field) => field.kind.is !== 'yes_no' && (isSame || isNew(field)))
  const names = Object.keys(initialOf(kept))
  return Object.fromEntries(Object.entries(draft).filter(([name]) => names.includes(name)))
}

/** The items of a request, in the order in which problems count them. */
export const sentLines = (name: string, lines: readonly Line[], typed: Typed) =>
  lines.flatMap(({ position }) => {
    const quantity = Number(typed[itemField(name, position)] ?? '0')
    return quantity === 0 ? [] : [{ position, quantity }]
  })

/** The body of the request. What is left empty is left out, or null if the service has a value to remove; an amount that is none is sent as it is, and refused at its field. */
export const bodyOf = (fields: readonly Field[], typed: Typed, decimals: number): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.flatMap(({ name, kind, isNullable }): (readonly [string, unknown])[] => {
      if (kind.is === 'items') return [[name, sentLines(name, kind.lines, typed)]]
      const text = (typed[name] ?? '').trim()
      if (text === '') return isNullable ? [[name, null]] : []
      if (kind.is === 'yes_no') return [[name, text === 'true']]
      if (kind.is !== 'amount') return [[name, text]]
      const amount = parseAmount(text, decimals)
      return [[name, amount === null ? text : Number(amount)]]
    }),
  )
