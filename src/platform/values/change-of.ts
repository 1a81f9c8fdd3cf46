import * as z from 'zod'

/** The schema of changes to an object of this schema: every field is optional, and null resets it to its default. */
export function changeOf(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return changeOf(schema.unwrap())
  const change =
    schema instanceof z.ZodObject
      ? z
          .strictObject(
            Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, changeOf(field)])),
          )
          .meta(schema.meta() ?? {})
      : schema
  return (change instanceof z.ZodNullable ? change : z.nullable(change)).optional()
}

/** Replaces each null in a change with the default of the field. */
export function withDefaults(change: unknown, defaults: unknown): unknown {
  if (change === null) return defaults
  if (typeof change !== 'object' || Array.isArray(change)) return change
  const entries = Object.entries(change).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, withDefaults(value, Object(defaults)[name])]))
}
