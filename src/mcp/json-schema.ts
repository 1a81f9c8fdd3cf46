import * as z from 'zod'

export type ObjectSchema = { readonly type: 'object'; readonly [keyword: string]: unknown }

/**
 * JSON Schema 2020-12 of an object, for clients and models. Omits `$schema`, which clients of earlier drafts reject; patterns
 * that repeat a format; the default bounds of integers; and `additionalProperties: false` of results, because later versions
 * may add fields. Several types become `anyOf`, because some models and clients support only a single `type`.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, { io })
  const described = new Set<string>()
  const simplified: unknown = JSON.parse(JSON.stringify(made), (name, node: unknown) =>
    io === 'input' ? simpler(node, io) : describedOnce(name, simpler(node, io), described),
  )
  return { ...Object(simplified), type: 'object' }
}

/** A result often has the same field twice, such as a figure now and before. */
function describedOnce(name: string, node: unknown, described: Set<string>): unknown {
  const { description, ...rest } = Object(node)
  if (typeof description !== 'string') return node
  const field = `${name} ${description}`
  if (described.has(field)) return rest
  described.add(field)
  return node
}

/** The names and types of the fields of a result, for a tool whose result another tool describes. */
export function outline({ properties }: ObjectSchema): ObjectSchema {
  const fields = Object.entries<unknown>(Object(properties)).map(([name, field]) => [name, typeOf(field)] as const)
  return { type: 'object', properties: Object.fromEntries(fields) }
}

function typeOf(schema: unknown): object {
  const { type, anyOf }: Record<string, unknown> = Object(schema)
  return Array.isArray(anyOf) ? { anyOf: anyOf.map(typeOf) } : { type }
}

/** Said once, in the instructions of the server. */
const known: readonly unknown[] = [
  'In major units',
  "In major units of the store's currency. Never rounded",
  'RFC 3339, UTC',
  'Fields cut to stay under 100 KB',
  'next_cursor of the previous page, with the same filters',
  'Counting stopped at total; there may be more',
]

function simpler(node: unknown, io: 'input' | 'output'): unknown {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return node
  const json: Record<string, unknown> = { ...node }
  if (typeof json['format'] === 'string') delete json['pattern']
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum']
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum']
  if (JSON.stringify(json['additionalProperties']) === '{}') json['additionalProperties'] = true
  // The name and format of the field are enough.
  if (/^Id of the [^.]*$/.test(String(json['description'])) || known.includes(json['description']))
    delete json['description']
  if (io === 'output') {
    if (json['additionalProperties'] === false) delete json['additionalProperties']
    // `required` or the type of the values says as much.
    delete json['propertyNames']
  }
  if (!Array.isArray(json['type'])) return json
  const { type, ...rest } = json
  return { anyOf: type.map((one) => ({ type: one })), ...rest }
}
