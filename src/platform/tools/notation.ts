type Json = Readonly<Record<string, unknown>>

/** A refusal names the choices of longer lists. */
const maxChoices = 10

/** The fields that tools/list shows. Tools also take those with `tool: false`, which other programs need. */
export const shownFields = (properties: unknown): [string, Json][] =>
  Object.entries<Json>(Object(properties)).filter(([, field]) => field['tool'] !== false)

/**
 * A JSON Schema in few words, for objects within others: `{ country, region? }`, `{ type: home } or { type: page, slug }`.
 * A field without a type is text. Objects that are deeper than `depth` are only named.
 */
export function notation(schema: unknown, depth: number): string {
  const {
    anyOf,
    oneOf,
    type,
    properties,
    required,
    items,
    enum: choices,
    const: only,
    tool,
    additionalProperties,
  }: Json = Object(schema)
  if (typeof tool === 'string' && properties !== undefined) return tool
  const branches = anyOf ?? oneOf
  if (Array.isArray(branches)) {
    const words = branches.filter((one: Json) => one['type'] !== 'null').map((one) => notation(one, depth))
    return [...new Set(words)].filter((word) => word !== '').join(' or ')
  }
  if (only !== undefined) return typeof only === 'string' ? only : JSON.stringify(only)
  if (Array.isArray(choices)) return choices.length > maxChoices ? '' : choices.join('|')
  if (type === 'array') return `[${notation(items, depth)}]`
  if (isMap(type, properties, additionalProperties)) return '{ name: value }'
  if (properties === undefined || depth === 0) return ''
  // A change requires no field, so nothing is marked as optional.
  const needed: readonly unknown[] = Array.isArray(required) ? required : Object.keys(Object(properties))
  const fields = shownFields(properties).map(([name, field]) => {
    const value = notation(field, depth - 1)
    return `${name}${needed.includes(name) ? '' : '?'}${value === '' || value === '[]' ? '' : `: ${value}`}`
  })
  return `{ ${fields.join(', ')} }`
}

const isMap = (type: unknown, properties: unknown, values: unknown): boolean =>
  type === 'object' && properties === undefined && Object(values).type === 'string'
