import * as z from 'zod'
import type { ObjectSchema } from './json-schema.ts'

export const IdempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters without spaces')
  .optional()

/** The arguments of a tool that would act twice if it were called twice. */
export function withKey(schema: ObjectSchema): ObjectSchema {
  return { ...schema, properties: { ...Object(schema['properties']), idempotency_key: { type: 'string' } } }
}
