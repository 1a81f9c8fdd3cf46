/** JSON Schema, or any other object of the document. */
export type Json = { [name: string]: unknown }

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The JSON of a value with every object replaced, innermost first. */
export const mapped = (value: unknown, change: (node: Json) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => mapped(item, change))
  if (!isObject(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapped(inner, change)])))
}

export const pascal = (name: string): string =>
  name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')

export const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
