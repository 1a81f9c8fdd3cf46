import * as z from 'zod'

export type ObjectSchema = { readonly type: 'object'; readonly [keyword: string]: unknown }

/**
 * JSON Schema 2020-12 of an object, as clients and models read it. Left out: `$schema`, which clients that know an
 * earlier draft alone fail on; patterns that repeat a format; the bounds of every integer; and that an answer has no
 * further fields, as later versions add some.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema: json }) => {
      if (json.format !== undefined) delete json.pattern
      if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
      if (io === 'output' && json.additionalProperties === false) delete json.additionalProperties
    },
  })
  return { ...rest, type: 'object' }
}
