import { zValidator } from '@hono/zod-validator'
import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import * as z from 'zod'
import { refused } from '../../errors/errors.ts'
import { notJson } from '../../errors/parse-json.ts'
import { problemsIn, unknownFields } from '../../errors/problems.ts'
import { hasNoBody } from '../bodies/read-json.ts'

/** Validates the JSON body and reports all problems at once. */
export const jsonBody = <Schema extends z.ZodType>(schema: Schema) =>
  zValidator('json', schema, (result, c) => {
    if (!result.success)
      throw hasNoBody(c.req) ? notJson() : refused('invalid_input', problemsIn(result.error, result.data))
  })

const queryValidators = new WeakSet<object>()

/**
 * Validates the query. Numeric text becomes a number for number fields, and `true` and `false` a boolean for boolean fields;
 * `page=abc` and `unread=yes` are refused. No parameter may contain NUL, which Postgres cannot store.
 */
export function queryOf<Shape extends z.core.$ZodShape>(schema: z.ZodObject<Shape>) {
  const validator = zValidator(
    'query',
    z.preprocess((given, context) => {
      refuseNul(given, context)
      return withTypes(withMembers(given, schema), schema)
    }, schema),
    (result) => {
      if (!result.success)
        throw refused(
          'invalid_input',
          problemsIn(result.error, withMembers(result.data, schema), (path) => ofParameter(path, schema)),
        )
    },
  )
  queryValidators.add(validator)
  return validator
}

/** Refuses query parameters on routes that take none. On other routes, `query` refuses unknown parameters. */
export function refuseUnknownQuery(c: Context): void {
  const names = Object.keys(c.req.query())
  if (names.length > 0 && !matchedRoutes(c).some(({ handler }) => queryValidators.has(handler)))
    throw refused('invalid_input', unknownFields(names))
}

/** A parameter is one text, even if it lists several values. */
function ofParameter(path: readonly PropertyKey[], schema: z.ZodObject): readonly PropertyKey[] {
  const [name, member] = path
  const isMember = member !== undefined && isRecord(schema.shape[String(name)])
  return isMember ? [`${String(name)}.${String(member)}`] : path.slice(0, 1)
}

/** For a field that is a record, `option.size=M` and `option[size]=M` are its member `size`. */
function withMembers(given: unknown, schema: z.ZodObject): unknown {
  const members = new Map<string, [string, unknown][]>()
  const others: [string, unknown][] = []
  for (const [name, value] of Object.entries(Object(given))) {
    const [, field = '', inBrackets, afterDot = inBrackets] = /^(\w+)(?:\[(.+)\]|\.(.+))$/s.exec(name) ?? []
    if (afterDot !== undefined && afterDot !== '__proto__' && isRecord(schema.shape[field]))
      members.set(field, [...(members.get(field) ?? []), [afterDot, value]])
    else others.push([name, value])
  }
  const records = [...members].map(([field, entries]) => [field, Object.fromEntries(entries)] as const)
  return Object.fromEntries([...others, ...records])
}

function isRecord(schema: z.core.$ZodType | undefined): boolean {
  return schema instanceof z.ZodOptional ? isRecord(schema.unwrap()) : schema instanceof z.ZodRecord
}

function refuseNul(given: unknown, context: z.core.$RefinementCtx): void {
  for (const [name, value] of Object.entries(Object(given)))
    if ([name, value].flat().some((text) => typeof text === 'string' && text.includes('\0')))
      context.addIssue({ code: 'custom', path: [name], message: 'must not contain a NUL character' })
}

function withTypes(given: unknown, schema: z.ZodObject): unknown {
  const entries = Object.entries(Object(given)).map(([name, value]) => [
    name,
    typeof value === 'string' ? typed(value, schema.shape[name]) : value,
  ])
  return Object.fromEntries(entries)
}

/** The value that the text stands for in a field of this type. Other text stays as it is, and the field refuses it. */
function typed(text: string, schema: z.core.$ZodType | undefined): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return typed(text, schema.unwrap())
  if (schema instanceof z.ZodNumber) return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text
  if (schema instanceof z.ZodBoolean) return text === 'true' || (text === 'false' ? false : text)
  return text
}
