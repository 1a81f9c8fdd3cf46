import { z } from 'zod'
import type { ErrorCode } from '../../../src/platform/errors/errors.ts'
import type { AnySchema, Described } from './described.ts'
import { headersNamed } from './headers.ts'
import { isObject, type Json } from './json.ts'
import { oneProblemOf, statusOf } from './problems.ts'
import { ownName } from './schemas.ts'

export type Example = {
  readonly request?: unknown
  /** By content type, in place of `request`. */
  readonly requests?: Json
  readonly response?: unknown
  readonly path?: Json
  readonly query?: Json
}

type Tools = {
  readonly refer: (schema: AnySchema, io: 'input' | 'output', name: string) => Json
  readonly later: (schema: z.ZodType, name: string) => string
  /** A reference to the response with these codes. */
  readonly problem: (status: number, codes: readonly ErrorCode[]) => Json
}

type Words = { readonly summary: string; readonly description: string; readonly examples: Example }

/** Registers the operation's schemas. The result makes its Operation Object, once these are JSON. */
export function operationObject(operation: Described, { refer, later, problem }: Tools) {
  const { id, parameters, query, body } = operation
  const inPath = later(parameters, `path ${id}`)
  const inQuery = query && later(query, `query ${id}`)
  const bodySchema = body && refer(body.schema, 'input', ownName(id, 'Request'))
  const answers = operation.success.map((success, index) => ({
    ...success,
    json:
      success.schema && refer(success.schema, 'output', ownName(id, 'Response') + (index > 0 ? success.status : '')),
  }))

  return (inline: Json, { summary, description, examples }: Words): Json => {
    const responses: Json = { ...operation.others }
    for (const [index, { status, description, headers, types = ['application/json'], json }] of answers.entries()) {
      const example = index === 0 ? examples.response : undefined
      const content = json && contentOf(types, json, ofFirst(types, example))
      responses[status] = { description, headers: headersNamed(headers), ...(content && { content }) }
    }
    for (const [status, codes] of byStatus(operation.codes))
      // The readiness check also answers 503 by itself.
      if (responses[status] === undefined) responses[status] = problem(status, codes)
      else responses[status] = alsoProblem(responses[status], codes)
    return {
      operationId: id,
      summary,
      description,
      tags: [operation.tag],
      security: operation.security,
      ...(operation.deprecated && { deprecated: true }),
      parameters: [
        ...parametersOf('path', inline[inPath], examples.path),
        ...(inQuery === undefined ? [] : parametersOf('query', inline[inQuery], examples.query)),
        ...operation.headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
      ],
      ...(body &&
        bodySchema && {
          requestBody: {
            required: needsBody(body.schema),
            content: contentOf(body.types, bodySchema, examples.requests ?? ofFirst(body.types, examples.request)),
          },
        }),
      responses: Object.fromEntries(Object.entries(responses).toSorted(([a], [b]) => Number(a) - Number(b))),
    }
  }
}

const ofFirst = ([type = '']: readonly string[], example: unknown): Json => ({ [type]: example })

function contentOf(types: readonly string[], schema: Json, examples: Json): Json {
  return Object.fromEntries(
    types.map((type) => [type, { schema, ...(examples[type] !== undefined && { example: examples[type] }) }]),
  )
}

/** An action without required fields can be sent without a body. */
const needsBody = (schema: AnySchema) => !(schema instanceof z.ZodType && schema.safeParse({}).success)

function parametersOf(place: 'path' | 'query', schema: unknown, examples: Json = {}): Json[] {
  if (!isObject(schema) || !isObject(schema['properties'])) return []
  const required: unknown = schema['required']
  return Object.entries(schema['properties']).map(([name, field]) => {
    const { description, ...rest }: Json = isObject(field) ? field : {}
    return {
      name,
      in: place,
      ...(description !== undefined && { description }),
      ...((place === 'path' || (Array.isArray(required) && required.includes(name))) && { required: true }),
      ...(place === 'query' && isRecord(rest)
        ? { style: 'deepObject', explode: true, schema: { type: 'object', additionalProperties: oneOrSeveral } }
        : { schema: place === 'query' ? orOne(rest) : rest }),
      ...(examples[name] !== undefined && { example: typed(examples[name], rest) }),
    }
  })
}

/** Recorded examples are text. */
const typed = (example: unknown, { type }: Json): unknown => (type === 'boolean' ? example === 'true' : example)

/** In a query, each of its members is a parameter, such as option[size]=M. */
const isRecord = (schema: Json): boolean => schema['type'] === 'object' && isObject(schema['additionalProperties'])

/** OpenAPI leaves open how a deepObject has arrays. The service takes a parameter that is repeated. */
const oneOrSeveral = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }

/** In a query, an array of one value looks like the value. */
const orOne = (schema: Json): Json =>
  schema['type'] === 'array' && isObject(schema['items']) ? { anyOf: [schema['items'], schema] } : schema

function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>()
  for (const code of codes.toSorted()) groups.set(statusOf(code), [...(groups.get(statusOf(code)) ?? []), code])
  return groups
}

const problemContent = (codes: readonly ErrorCode[]) => ({
  'application/problem+json': { schema: oneProblemOf(codes) },
})

/** The name of a response with these codes, under components.responses. */
export const problemName = (status: number, codes: readonly ErrorCode[]): string =>
  `Problem${status}.${codes.join('.')}`

export function problemObject(status: number, codes: readonly ErrorCode[]): Json {
  const headers = [
    'RequestId',
    ...(status === 401 ? ['Authenticate'] : []),
    ...(status === 429 || status === 503 ? ['RetryAfter'] : []),
    ...(status === 429 ? ['RateLimitPolicy'] : []),
  ]
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: headersNamed(headers),
    content: problemContent(codes),
  }
}

function alsoProblem(response: unknown, codes: readonly ErrorCode[]): Json {
  const { content = {}, ...rest }: Json = isObject(response) ? response : {}
  return { ...rest, content: { ...(isObject(content) ? content : {}), ...problemContent(codes) } }
}
