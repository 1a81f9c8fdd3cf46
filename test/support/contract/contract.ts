import document from '../../../openapi.json' with { type: 'json' }
import { mismatch, type Operation, operations, resolve } from './document.ts'
import { requestMismatch } from './request.ts'
import { child } from '../json.ts'

/** What a problem response may say: its codes, each with its schema. */
function problemsIn(response: unknown): ReadonlyMap<string, unknown> {
  const schema = child(child(child(response, 'content'), 'application/problem+json'), 'schema')
  const listed = child(schema, 'oneOf')
  const schemas: unknown[] = schema === undefined ? [] : Array.isArray(listed) ? listed : [schema]
  return new Map(schemas.map((ref) => [codeOf(ref), ref]))
}

/** The code of a problem's schema. */
function codeOf(ref: unknown): string {
  const parts = child(resolve(ref), 'allOf')
  const own: unknown = Array.isArray(parts) ? parts[1] : undefined
  return String(child(child(child(own, 'properties'), 'code'), 'const'))
}

const responseOf = ({ responses }: Operation, status: number): unknown => resolve(responses[status])

/** What was seen, as `operation status code`, for the coverage table. */
const seen = new Set<string>()

/** Returns what was seen since the last call. */
export function takeSeen(): string[] {
  const taken = [...seen]
  seen.clear()
  return taken
}

const jsonType = /^application\/(?:[\w.-]+\+)?json\b/

/**
 * Throws if the contract does not describe this response, or allows no such request and the service accepted it. Paths and
 * methods that it does not have are no part of it.
 */
export function expectContract(path: string, init: RequestInit, { status, headers, body }: Answer): void {
  const method = init.method ?? 'GET'
  const url = new URL(path, 'https://commerce.test')
  const { pathname, searchParams } = url
  const operation = operations.find((each) => each.method === method && each.pattern.test(pathname))
  if (!operation) return
  const at = `${operation.id} answered ${status}`
  const response = responseOf(operation, status)
  if (response === undefined) throw new Error(`${at}, which the contract does not list: ${JSON.stringify(body)}`)
  const type = headers.get('Content-Type') ?? ''
  if (type.startsWith('application/problem+json')) {
    const code = String(child(body, 'code'))
    const schema = problemsIn(response).get(code)
    if (schema === undefined)
      throw new Error(`${at} ${code}, which the contract does not list: ${JSON.stringify(body)}`)
    check(schema, body, `${at} ${code}`)
    const unlisted = undeclared(schema, body)
    if (unlisted.length > 0)
      throw new Error(`${at} ${code} with ${unlisted.join(', ')}, which the contract does not list`)
    seen.add(`${operation.id} ${status} ${code}`)
    return
  }
  seen.add(`${operation.id} ${status}`)
  const wrong = status < 300 ? requestMismatch(operation, url, init) : null
  if (wrong !== null) throw new Error(`${operation.id} accepted a request that does not match the contract: ${wrong}`)
  if (!jsonType.test(type)) return
  const schema = child(child(child(response, 'content'), 'application/json'), 'schema')
  if (schema === undefined) throw new Error(`${at} with JSON, which the contract does not list`)
  // With `fields`, what the contract requires may be missing.
  if (!searchParams.has('fields')) check(schema, body, at)
}

const shapesOf = (schema: unknown): unknown[] => {
  const parts = child(resolve(schema), 'allOf')
  return Array.isArray(parts) ? parts.flatMap(shapesOf) : [resolve(schema)]
}

const declaredBy = (schema: unknown): ReadonlySet<string> =>
  new Set(shapesOf(schema).flatMap((shape) => Object.keys(Object(child(shape, 'properties')))))

// A problem has the members of its own code, which may be another than that of the response.
const ofAnyProblem: ReadonlySet<string> = new Set(
  Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    name.endsWith('Problem') ? [...declaredBy(schema)] : [],
  ),
)

/** The members of an error and its problems that the contract does not have. */
function undeclared(schema: unknown, body: unknown): string[] {
  const own = declaredBy(schema)
  const errors: unknown = child(body, 'errors')
  const inErrors = (Array.isArray(errors) ? errors : []).flatMap((each) => Object.keys(Object(each)))
  return [
    ...Object.keys(Object(body)).filter((name) => !own.has(name)),
    ...new Set(inErrors.filter((name) => !ofAnyProblem.has(name)).map((name) => `errors/${name}`)),
  ]
}

function check(schema: unknown, body: unknown, at: string): void {
  const reason = mismatch(schema, body)
  if (reason !== null) throw new Error(`${at}, which does not match the contract: ${reason}`)
}

type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown }
