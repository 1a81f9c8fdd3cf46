import * as z from 'zod'

export type ObjectSchema = { readonly type: 'object'; readonly [keyword: string]: unknown }

/**
 * JSON Schema 2020-12 of an object, as clients and models read it. Left out: `$schema`, which clients that know an
 * earlier draft alone fail on; patterns that repeat a format; the bounds of every integer; and that an answer has no
 * further fields, as later versions add some. Where several types are allowed they stand one by one, as some models'
 * own dialects know one `type` only.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, { io })
  const simplified: unknown = JSON.parse(JSON.stringify(made), (_name, node: unknown) => simpler(node, io))
  return { ...Object(simplified), type: 'object' }
}

function simpler(node: unknown, io: 'input' | 'output'): unknown {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return node
  const json: Record<string, unknown> = { ...node }
  if (typeof json['format'] === 'string') delete json['pattern']
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum']
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum']
  if (JSON.stringify(json['additionalProperties']) === '{}') json['additionalProperties'] = true
  if (io === 'output') {
    if (json['additionalProperties'] === false) delete json['additionalProperties']
    // The field's name says as much of an id that is given.
    if (String(json['description']).startsWith('Id of the ')) delete json['description']
  }
  if (!Array.isArray(json['type'])) return json
  const { type, ...rest } = json
  return { anyOf: type.map((one) => ({ type: one })), ...rest }
}
