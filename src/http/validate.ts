import { zValidator } from '@hono/zod-validator'
import * as z from 'zod'
import { refused } from '../errors.ts'
import { notJson } from '../parse-json.ts'
import { problemsIn } from '../problems.ts'
import { isBodyless } from './read-json.ts'

/** The body as the schema makes it of JSON; all that is wrong with it is told at once. */
export const jsonBody = <Schema extends z.ZodType>(schema: Schema) =>
  zValidator('json', schema, (result, c) => {
    if (!result.success) throw isBodyless(c.req) ? notJson() : refused('invalid_input', problemsIn(result.error))
  })

/** The query, in which a number is written as text: `page=abc` and `page=1.5` stay text and are refused. */
export const query = <Shape extends z.core.$ZodShape>(schema: z.ZodObject<Shape>) =>
  zValidator(
    'query',
    z.preprocess((given) => withNumbers(given, schema), schema),
    (result) => {
      if (!result.success) throw refused('invalid_input', problemsIn(result.error))
    },
  )

/** Of a query: a yes or no. */
export const flag = (otherwise: boolean) =>
  z
    .enum(['true', 'false'])
    .transform((given) => given === 'true')
    .default(otherwise)

function withNumbers(given: unknown, schema: z.ZodObject): unknown {
  const entries = Object.entries(Object(given)).map(([name, value]) => {
    const numeric = isNumber(schema.shape[name]) && typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value)
    return [name, numeric ? Number(value) : value]
  })
  return Object.fromEntries(entries)
}

function isNumber(schema: z.core.$ZodType | undefined): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isNumber(schema.unwrap())
  return schema instanceof z.ZodNumber
}
