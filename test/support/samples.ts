import * as z from 'zod'

const values = ['KWD', crypto.randomUUID(), 1, true, [], {}]

/** A value that the schema takes. `nth`: which of an enum. */
export function sampleOf(schema: unknown, nth = 0): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, sampleOf(field, nth)]))
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodOptional) return sampleOf(schema.unwrap(), nth)
  if (schema instanceof z.ZodEnum) return schema.options[nth % schema.options.length]
  if (schema instanceof z.ZodLiteral) return schema.value
  return values.find((value) => schema instanceof z.ZodType && schema.safeParse(value).success)
}
