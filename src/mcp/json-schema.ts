import * as z from 'zod'

export type ObjectSchema = { readonly type: 'object'; readonly [keyword: string]: unknown }

/**
 * JSON Schema 2020-12 of an object, for clients and models. Omits `$schema`, which clients of earlier drafts reject; patterns
 * that repeat a format; the default bounds of integers; that names are strings; the description of a value whose field has its
 * own; and `additionalProperties: false` of results, because later versions may add fields. Several types
 * of an argument become `anyOf`, because some models support only a single `type`.
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
  if (JSON.stringify(json['propertyNames']) === '{"type":"string"}') delete json['propertyNames']
  if (json['description'] !== undefined && Array.isArray(json['anyOf']))
    json['anyOf'] = json['anyOf'].map(({ description: _general, ...choice }: Record<string, unknown>) => choice)
  if (io === 'output') {
    if (json['additionalProperties'] === false) delete json['additionalProperties']
    // In results, the field name is enough.
    if (String(json['description']).startsWith('Id of the ')) delete json['description']
  }
  if (!Array.isArray(json['type']) || io === 'output') return json
  const { type, ...rest } = json
  return { anyOf: type.map((one) => ({ type: one })), ...rest }
}
