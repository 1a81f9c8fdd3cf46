import { z } from 'zod'

/** The paths of all fields that an input schema takes, such as `items/quantity`, in every variant of a union. */
export function pathsOf(schema: unknown, path = ''): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      pathsOf(field, path === '' ? name : `${path}/${name}`),
    )
  if (schema instanceof z.ZodArray) return pathsOf(schema.element, path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => pathsOf(option, path))
  if (schema instanceof z.ZodPipe) return pathsOf(schema.in, path)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  )
    return pathsOf(schema.unwrap(), path)
  return [path]
}

/** The paths of all values in JSON. */
function pathsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((element) => pathsIn(element, path))
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, field]) => pathsIn(field, path === '' ? name : `${path}/${name}`))
}

/** The fields of the schema that none of the samples fills. */
export function unfilledFields(schema: z.ZodType, ...samples: unknown[]): string[] {
  const filled = samples.flatMap((sample) => pathsIn(sample))
  return [...new Set(pathsOf(schema))].filter(
    (path) => !filled.some((value) => value === path || value.startsWith(`${path}/`)),
  )
}
