import { zValidator } from '@hono/zod-validator'
import * as z from 'zod'
import { type Problem, refused } from '../errors.ts'

/** Enough to mend a request by; a body made to be wrong in a hundred thousand places is not answered with as many. */
const mostProblems = 100

/** The body as the schema makes it of JSON; all that is wrong with it is told at once. */
export const jsonBody = <Schema extends z.ZodType>(schema: Schema) =>
  zValidator('json', schema, (result) => {
    if (!result.success) throw refused('invalid_input', problemsIn(result.error))
  })

/** The query, in which a number is written as text: `page=abc` and `page=1.5` stay text and are refused. */
export const query = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) =>
  zValidator(
    'query',
    z.preprocess((given) => withNumbers(given, schema), schema),
    (result) => {
      if (!result.success) throw refused('invalid_input', problemsIn(result.error))
    },
  )

/** All that is wrong, or the first hundred of it. */
export const problemsIn = ({ issues }: z.core.$ZodError): Problem[] =>
  issues.slice(0, mostProblems).flatMap(problemsOf).slice(0, mostProblems)

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

/** What a schema has against the input, as callers are told. */
export function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  const at = (path: readonly PropertyKey[]) =>
    path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      pointer: at([...issue.path, key]),
      code: 'unknown_field',
      detail: `There is no field ${key}: check its spelling, or leave it out.`,
    }))
  const detail = `${at(issue.path) || 'The body'}: ${issue.message}`
  return [{ pointer: at(issue.path), code: issue.code, detail, ...(issue.code === 'custom' && issue.params) }]
}
