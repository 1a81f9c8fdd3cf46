import * as z from 'zod'
import { listOf } from '../../../src/platform/lists/page.ts'
import { isObject, type Json, mapped, pascal, refTo } from './json.ts'

type Direction = 'input' | 'output'

/** Collects schemas under names. `components` are their JSON Schemas, which refer to each other by name. */
export function collectSchemas(named: Readonly<Record<Direction, Readonly<Record<string, z.ZodType>>>>) {
  const registries = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() }
  for (const io of ['input', 'output'] as const)
    for (const [id, schema] of Object.entries(named[io])) registries[io].add(schema, { id })
  const lists = new Map<z.ZodType, z.ZodType>()
  const inline = new Set<string>()

  /** A reference to the schema. Without a name of its own, it gets this one. */
  function refer(schema: z.ZodType, io: Direction, name: string): Json {
    const known = registries[io].get(schema)?.id
    if (known !== undefined) return refTo(known)
    const item = itemOf(schema)
    const itemName = item && registries[io].get(item)?.id
    if (item === undefined || itemName === undefined) return add(schema, io, name)
    const first = lists.get(item)
    if (first) return refTo(`${itemName}List`)
    lists.set(item, schema)
    return add(schema, io, `${itemName}List`)
  }

  function add(schema: z.ZodType, io: Direction, id: string) {
    registries[io].add(schema, { id })
    return refTo(id)
  }

  return {
    refer,
    /** The schema itself, for parameters. Available in `components().inline` under this name. */
    later(schema: z.ZodType, name: string): string {
      inline.add(name)
      registries.input.add(schema, { id: name })
      return name
    },
    components() {
      const all: Json = {}
      for (const io of ['input', 'output'] as const) {
        const { schemas } = z.toJSONSchema(registries[io], { io, uri: (id) => `#/components/schemas/${id}` })
        for (const [name, schema] of Object.entries(schemas)) {
          const simple = mapped(schema, (node) => simpler(node, io))
          if (name in all && JSON.stringify(all[name]) !== JSON.stringify(simple))
            throw new Error(`${name} is the name of two schemas`)
          all[name] = simple
        }
      }
      const isInline = ([name]: [string, unknown]) => inline.has(name)
      const entries = Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1))
      return {
        schemas: Object.fromEntries(entries.filter((entry) => !isInline(entry))),
        inline: Object.fromEntries(entries.filter(isInline)),
      }
    },
  }
}

/** The schema of the items of a paged list. */
function itemOf(schema: z.ZodType): z.ZodType | undefined {
  if (!(schema instanceof z.ZodObject) || schema.shape['meta'] !== pageMeta) return undefined
  const data: unknown = schema.shape['data']
  return data instanceof z.ZodArray && data.element instanceof z.ZodType ? data.element : undefined
}

export const pageMeta = listOf(z.string()).shape.meta

/** The name of a schema that only one operation uses. */
export const ownName = (operationId: string, suffix: 'Request' | 'Response'): string => pascal(operationId) + suffix

/**
 * Omits what says nothing: patterns that repeat a format, the default bounds of integers, and `additionalProperties: false`
 * of results, to which later versions may add fields.
 */
function simpler({ $schema: _dialect, $id: _uri, id, ...node }: Json, io: Direction): Json {
  const json: Json = typeof id === 'string' ? node : { ...node, ...(id !== undefined && { id }) }
  // Words for tools (src/platform/tools/json-schema.ts).
  if (!isObject(json['tool'])) delete json['tool']
  if (typeof json['format'] === 'string') delete json['pattern']
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum']
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum']
  const names = isObject(json['propertyNames']) ? json['propertyNames']['enum'] : undefined
  if (Array.isArray(names)) {
    // A record with known names is an object with these properties.
    json['properties'] = Object.fromEntries(names.map((name) => [String(name), json['additionalProperties']]))
    json['additionalProperties'] = false
    delete json['propertyNames']
  }
  // What a schema can never have is left out: other fields are refused anyway.
  if (isObject(json['properties']))
    json['properties'] = Object.fromEntries(Object.entries(json['properties']).filter(([, field]) => !isNever(field)))
  const more = json['additionalProperties']
  if (isObject(more) && Object.keys(more).length === 0) json['additionalProperties'] = true
  if (io === 'output' && more === false) delete json['additionalProperties']
  return orNull(json)
}

const isNever = (schema: unknown) => isObject(schema) && isObject(schema['not']) && !Object.keys(schema['not']).length

/** Writes `anyOf` of a simple type and null as one schema with two types. */
function orNull({ anyOf, ...rest }: Json): Json {
  if (anyOf === undefined) return rest
  const [one, none, ...others]: unknown[] = Array.isArray(anyOf) ? anyOf : []
  const isNull = isObject(none) && none['type'] === 'null' && Object.keys(none).length === 1
  if (!isNull || others.length > 0 || !isObject(one) || typeof one['type'] !== 'string' || 'const' in one)
    return { anyOf, ...rest }
  const values: unknown = one['enum']
  return { ...one, ...rest, type: [one['type'], 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) }
}
