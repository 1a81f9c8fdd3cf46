import * as z from 'zod'

/** A schema of changes to what another describes: every field may be left out, and null gives its default back. */
export function changeOf(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return changeOf(schema.unwrap())
  const change =
    schema instanceof z.ZodObject
      ? z.strictObject(Object.fromEntries(Object.entries(schema.shape).map(([name, of]) => [name, changeOf(of)])))
      : schema
  return (change instanceof z.ZodNullable ? change : z.nullable(change)).optional()
}

/** A change in which null stands for the default of the same field. */
export function withDefaults(change: unknown, defaults: unknown): unknown {
  if (change === null) return defaults
  if (typeof change !== 'object' || Array.isArray(change)) return change
  const entries = Object.entries(change).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, withDefaults(value, Object(defaults)[name])]))
}
