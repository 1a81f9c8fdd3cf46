import * as z from 'zod'
import { notation, shownFields } from './notation.ts'

type Json = Readonly<Record<string, unknown>>

export type ObjectSchema = { readonly type: 'object'; readonly [keyword: string]: unknown }

/**
 * The JSON Schema of a tool's arguments: names, types, choices and what a name does not say. Models read all of it in every
 * conversation, so it omits lengths, patterns and large bounds: the tool checks them and says what is wrong. Objects within
 * are described in words, which take a third of the space.
 */
export function inputSchema(schema: z.ZodType): ObjectSchema {
  const { properties, required } = jsonSchemaOf(schema, 'input')
  const fields = shownFields(properties).map(([name, field]) => [name, argument(field)] as const)
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(Array.isArray(required) && { required }),
  }
}

/**
 * The JSON Schema of a result: the names and types of the fields that always have a value. Hosts check results with it, and models
 * hardly ever see it; results name their fields themselves. It is looser than the operation's own schema, which every result is
 * checked against.
 */
export function outputSchema(schema: z.ZodType): ObjectSchema {
  const { properties, required } = jsonSchemaOf(schema, 'output')
  const always = new Set<unknown>(Array.isArray(required) ? required : [])
  const fields = Object.entries<Json>(Object(properties)).flatMap(([name, field]) => {
    const [type, ...others] = typesOf(branchesOf(field))
    return type === undefined || others.length > 0 || !always.has(name) ? [] : [[name, { type }] as const]
  })
  return { type: 'object', properties: Object.fromEntries(fields) }
}

/** For a result that another tool describes. */
export const describedBy = (tool: string): ObjectSchema => ({
  type: 'object',
  description: `Like ${tool}`,
})

/**
 * Whether null says something for one of the arguments, which their types do not show. Elsewhere it is the same as no value,
 * which many clients send null for.
 */
export const takesNull = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodObject &&
  Object.values<z.core.$ZodType>(schema.shape).some((field) => z.safeParse(field, null).data === null)

const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => Object(z.toJSONSchema(schema, { io }))

function argument(schema: unknown): Json {
  const node: Json = Object(schema)
  const branches = branchesOf(node).filter(({ type }) => type !== 'null')
  const [first = {}, ...more] = branches
  const made = more.length === 0 ? single(first) : eitherOf(branches)
  const said = wordsOf({ ...first, ...node })
  const isSaid = isChoice(branches) || elsewhere.test(said)
  const fields = isSaid ? '' : notation(first['type'] === 'array' ? first['items'] : { anyOf: branches }, maxInputDepth)
  const description = [said, fields]
  const text = description.filter((part) => part !== '').join('. ')
  return {
    ...made,
    ...defaultOf(node),
    ...(text !== '' && { description: text }),
  }
}

/** What `tool` in the metadata of a field says, or if it is true, its description. Otherwise its name is enough. */
const wordsOf = ({ tool, description }: Json): string => {
  const words = tool === true ? description : tool
  return typeof words === 'string' ? words : ''
}

/** Another tool names the fields. */
const elsewhere = /\bAs in \w+$/

/** Objects within objects, but no deeper. */
const maxInputDepth = 2

/** Whether the choices are in the schema already. */
const isChoice = ([first = {}]: readonly Json[]): boolean => 'enum' in first || 'enum' in Object(first['items'])

function single({
  type,
  enum: choices,
  minimum,
  maximum,
  format,
  items,
  properties,
  additionalProperties,
}: Json): Json {
  if (type === 'array') {
    const [first = {}, ...more] = branchesOf(Object(items))
    return { type, items: more.length === 0 ? single(first) : eitherOf([first, ...more]) }
  }
  if (type === 'object') {
    const isMap = properties === undefined && Object(additionalProperties).type === 'string'
    return { type, ...(isMap && { additionalProperties: { type: 'string' } }) }
  }
  const isBounded = typeof minimum === 'number' && typeof maximum === 'number' && maximum <= maxBound
  return {
    type,
    ...(choices !== undefined && { enum: choices }),
    ...(format === 'date-time' && { format }),
    ...(isBounded && { minimum, maximum }),
  }
}

/** A model does not exceed larger bounds by mistake. */
const maxBound = 100

/** Several types are `anyOf`, because many clients support only one type in a schema. */
function eitherOf(branches: readonly Json[]): Json {
  const types = typesOf(branches)
  return types.length === 1 ? { type: types[0] } : { anyOf: types.map((type) => ({ type })) }
}

const typesOf = (branches: readonly Json[]) => [...new Set(branches.map(({ type }) => type))]

const defaultOf = ({ default: usual }: Json): Json =>
  typeof usual === 'number' || typeof usual === 'boolean' ? { default: usual } : {}

/** The schemas of which a value meets one. */
function branchesOf(node: Json): readonly Json[] {
  const { anyOf, oneOf, type, ...rest } = node
  if (Array.isArray(type)) return type.map((one) => ({ ...rest, type: one }))
  const branches = anyOf ?? oneOf
  return Array.isArray(branches) ? branches.flatMap((one) => branchesOf(Object(one))) : [node]
}

/** The arguments of a tool that would act twice if it were called twice. */
export function withIdempotencyKey(schema: ObjectSchema): ObjectSchema {
  return { ...schema, properties: { ...Object(schema['properties']), idempotency_key: { type: 'string' } } }
}
