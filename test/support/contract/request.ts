import { mismatch, type Operation, resolve } from './document.ts'
import { child, entries } from '../json.ts'

/** Operations that accept more than the contract says. */
const tolerant: Readonly<Record<string, string>> = {
  receive_message: 'Providers would send what is refused again, so what cannot be read is accepted.',
  register_client: 'Unsupported metadata is replaced, not refused (RFC 7591, section 2).',
}

/** Why the contract does not allow this request, or null. */
export function requestMismatch(operation: Operation, url: URL, init: RequestInit): string | null {
  if (operation.id in tolerant) return null
  const headers = new Headers(init.headers)
  const problems = [
    ...ofPath(operation, url),
    ...ofQuery(operation, url),
    ...ofHeaders(operation, headers),
    ...ofBody(operation, headers, init.body ?? null),
  ]
  return problems.length === 0 ? null : problems.join('; ')
}

type Parameter = {
  readonly name: string
  readonly schema: unknown
  readonly required: boolean
  readonly isDeep: boolean
}

const parameters = new Map<string, Parameter[]>()

function parametersIn(place: string, operation: Operation): Parameter[] {
  const key = `${place} ${operation.id}`
  const known = parameters.get(key) ?? readParameters(place, operation)
  parameters.set(key, known)
  return known
}

function readParameters(place: string, { definition }: Operation): Parameter[] {
  const listed: readonly unknown[] = Array.isArray(definition['parameters']) ? definition['parameters'] : []
  return listed
    .map(resolve)
    .filter((each) => child(each, 'in') === place)
    .map((each) => ({
      name: String(child(each, 'name')),
      schema: child(each, 'schema'),
      required: child(each, 'required') === true,
      isDeep: child(each, 'style') === 'deepObject',
    }))
}

function ofPath(operation: Operation, { pathname }: URL): string[] {
  const values = pathname.split('/')
  const names = operation.path.split('/')
  return parametersIn('path', operation).flatMap(({ name, schema }) => {
    const value = decodeURIComponent(values[names.indexOf(`{${name}}`)] ?? '')
    return ofValues(`path ${name}`, schema, [value])
  })
}

function ofQuery(operation: Operation, { searchParams }: URL): string[] {
  const known = parametersIn('query', operation)
  const names = new Set(known.map(({ name }) => name))
  // The service also takes option.size for option[size].
  const isMember = (name: string) => known.some((each) => each.isDeep && /^\w+(?=[.[])/.exec(name)?.[0] === each.name)
  // The address of a public page may have parameters of others, such as utm_source. One without a name says nothing.
  const unknown = isPublic(operation)
    ? []
    : [...searchParams.keys()].filter((name) => name !== '' && !names.has(name) && !isMember(name))
  return [
    ...unknown.map((name) => `query ${name} is not listed`),
    ...known.filter(({ name, required }) => required && !searchParams.has(name)).map(({ name }) => `no query ${name}`),
    ...known
      .filter(({ name }) => searchParams.has(name))
      .flatMap(({ name, schema }) => ofValues(`query ${name}`, schema, searchParams.getAll(name))),
  ]
}

const isPublic = ({ definition }: Operation) =>
  Array.isArray(definition['security']) && definition['security'].length === 0

const ofHeaders = (operation: Operation, headers: Headers): string[] =>
  parametersIn('header', operation).flatMap(({ name, schema, required }) => {
    const value = headers.get(name)
    // One that does not match is replaced.
    if (name === 'X-Request-Id') return []
    if (value === null) return required ? [`no header ${name}`] : []
    return ofValues(`header ${name}`, schema, [value])
  })

/** A URL has texts only, so each may stand for any type. A list of values is repeated or separated by commas. */
function ofValues(at: string, schema: unknown, texts: readonly string[]): string[] {
  if (schema === undefined) return [`${at} has no schema`]
  const readings = [texts, texts.map(cleaned)].flatMap(readingsOf)
  return readings.some((value) => mismatch(schema, value) === null)
    ? []
    : [`${at} ${JSON.stringify(texts)} ${mismatch(schema, readings[0])}`]
}

function readingsOf(texts: readonly string[]): unknown[] {
  const [text = ''] = texts
  const values = texts.flatMap((one) => one.split(','))
  return [
    ...(texts.length === 1 ? [text] : []),
    ...(texts.length === 1 && /^-?\d+(\.\d+)?$/.test(text) ? [Number(text)] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
    values,
  ]
}

/** As the service reads identifiers, numbers and codes: without invisible marks. It keeps those of other texts. */
const cleaned = (text: string) => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim()

function ofBody(operation: Operation, headers: Headers, body: RequestInit['body']): string[] {
  const definition = resolve(operation.definition['requestBody'])
  const content = child(definition, 'content')
  if (body === null || body === undefined) return child(definition, 'required') === true ? ['no body'] : []
  // A body that an operation does not read is not part of the contract.
  if (content === undefined || body === '') return []
  const type = typeOf(headers, body)
  const media = entries(content).find(([listed]) => listed === type)?.[1]
  if (media === undefined) return [`body of type ${JSON.stringify(type)}, which is not listed`]
  const reasons = [trimmed, cleaned].map((read) => {
    const value = valueOf(type, body, read)
    return value === undefined ? null : mismatch(child(media, 'schema'), value)
  })
  return reasons.includes(null) ? [] : [`body ${reasons[0]}`]
}

/** As the service tells types apart: without parameters, and every kind of JSON is JSON. */
function typeOf(headers: Headers, body: unknown): string {
  const given =
    headers.get('Content-Type') ?? (body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : '')
  const type = given.split(';')[0]?.trim().toLowerCase() ?? ''
  return type.endsWith('+json') ? 'application/json' : type
}

const trimmed = (text: string) => text.trim()

/** Undefined for files, which the contract has as text. */
function valueOf(type: string, body: unknown, read: (text: string) => string): unknown {
  if (type === 'application/x-www-form-urlencoded')
    return body instanceof URLSearchParams || typeof body === 'string'
      ? Object.fromEntries(new URLSearchParams(body))
      : undefined
  if (type !== 'application/json' || typeof body !== 'string') return undefined
  // As the service reads them: without a byte order mark, and without the spaces around a text.
  return JSON.parse(body.replace(/^\uFEFF/, ''), (_, value: unknown) =>
    typeof value === 'string' ? read(value) : value,
  )
}
