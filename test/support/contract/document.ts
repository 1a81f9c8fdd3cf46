import { dereference, initialBaseURI, validate } from '@cfworker/json-schema'
import document from '../../../openapi.json' with { type: 'json' }
import { child, entries, isObject } from '../json.ts'

type Json = Readonly<Record<string, unknown>>

const contract: unknown = document

export function resolve(value: unknown): unknown {
  const ref = child(value, '$ref')
  if (typeof ref !== 'string') return value
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, step) => child(at, step.replaceAll('~1', '/').replaceAll('~0', '~')), contract)
}

export type Operation = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly responses: Json
  readonly definition: Json
}

/** Every operation of the document. */
export const operations: readonly (Operation & { readonly pattern: RegExp })[] = entries(document.paths)
  // Paths without parameters first: they match before others.
  .toSorted(([a], [b]) => a.split('{').length - b.split('{').length)
  .flatMap(([path, item]) =>
    entries(item).flatMap(([method, definition]) => {
      const responses = child(definition, 'responses')
      if (!isObject(definition) || !isObject(responses)) return []
      const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)
      return [
        { id: String(definition['operationId']), method: method.toUpperCase(), path, pattern, responses, definition },
      ]
    }),
  )

// The components are prepared once: they are a hundred times as much as a schema that refers to them.
const lookup = dereference({ components: { schemas: document.components.schemas } })
const prepared = new Set<unknown>()

/** Why the value does not match the schema, or null. */
export function mismatch(schema: unknown, value: unknown): string | null {
  if (!isObject(schema)) throw new Error('a response of the contract has no schema')
  if (!prepared.has(schema)) dereference(schema, lookup, initialBaseURI, `/prepared/${prepared.size}`)
  prepared.add(schema)
  const { valid, errors } = validate(value, schema, '2020-12', lookup, false)
  return valid ? null : errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`).join('; ')
}

/** Why the contract does not allow this body of a webhook, or null. */
export function webhookMismatch(body: Json & { readonly type: string }): string | null {
  const { post } = Object(child(document.webhooks, body.type))
  return mismatch(child(child(child(child(post, 'requestBody'), 'content'), 'application/json'), 'schema'), body)
}
