import { isObject, type Json, mapped } from './json.ts'

const child = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)
const entries = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : [])
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const nameIn = (ref: unknown): string => String(ref).split('/').at(-1) ?? ''

/**
 * What the document promises to clients, one line each: operations, parameters, bodies, responses, webhooks, and the fields,
 * types and values of components. `must` marks what a request has to have, `always` what a response has.
 */
export function promisesOf(given: Json): readonly string[] {
  const document = withValues(given)
  const components = child(document, 'components')
  const requests = componentsInRequests(document)
  const paths = entries(child(document, 'paths')).flatMap(([path, item]) =>
    entries(item).flatMap(([method, operation]) =>
      ofOperation(`${method.toUpperCase()} ${path}`, operation, components),
    ),
  )
  const webhooks = entries(child(document, 'webhooks')).flatMap(([type, item]) => {
    const content = child(child(child(item, 'post'), 'requestBody'), 'content')
    return ofSchema(`webhook ${type}`, child(child(content, 'application/json'), 'schema'), 'always')
  })
  const schemas = entries(child(components, 'schemas')).flatMap(([name, schema]) =>
    ofSchema(name, schema, requests.has(name) ? 'must' : 'always'),
  )
  return [...new Set([...paths, ...webhooks, ...schemas])].toSorted()
}

/** The document with its named lists of values in place: a list promises the same with or without a name. */
function withValues(document: Json): Json {
  const schemas = child(child(document, 'components'), 'schemas')
  const changed = mapped(document, ({ $ref, ...rest }) => {
    const schema = $ref === undefined ? undefined : child(schemas, nameIn($ref))
    return isObject(schema) && 'enum' in schema
      ? { ...schema, ...rest }
      : { ...($ref !== undefined && { $ref }), ...rest }
  })
  return isObject(changed) ? changed : document
}

function ofOperation(route: string, operation: unknown, components: unknown): string[] {
  const parameters = listOf(child(operation, 'parameters')).map((each) => {
    const ref = child(each, '$ref')
    return ref === undefined ? each : child(child(components, 'parameters'), nameIn(ref))
  })
  const body = child(operation, 'requestBody')
  return [
    `${route} is ${String(child(operation, 'operationId'))}`,
    ...parameters.flatMap((each) => {
      const at = `${route} ${String(child(each, 'in'))} ${String(child(each, 'name'))}`
      return [
        ...(child(each, 'required') === true ? [`${at} must`] : []),
        ...ofSchema(at, child(each, 'schema'), 'must'),
      ]
    }),
    ...(child(body, 'required') === true ? [`${route} body must`] : []),
    ...entries(child(body, 'content')).flatMap(([type, media]) =>
      ofSchema(`${route} body ${type}`, child(media, 'schema'), 'must'),
    ),
    ...entries(child(operation, 'responses'))
      .filter(([status]) => status < '400')
      .flatMap(([status, response]) => [
        `${route} answers ${status}`,
        ...entries(child(response, 'headers')).map(([name]) => `${route} answers ${status} header ${name}`),
        ...entries(child(response, 'content')).flatMap(([type, media]) =>
          ofSchema(`${route} answers ${status} ${type}`, child(media, 'schema'), 'always'),
        ),
      ]),
  ]
}

function ofSchema(at: string, schema: unknown, required: 'must' | 'always'): string[] {
  const ref = child(schema, '$ref')
  const is = required === 'must' ? ' takes' : ':'
  if (ref !== undefined) return [`${at}${is} ${nameIn(ref)}`]
  const types = [child(schema, 'type') ?? []].flat().map(String).toSorted()
  const format = child(schema, 'format')
  const values = [...listOf(child(schema, 'enum')), child(schema, 'const')].filter((value) => value !== undefined)
  return [
    ...types.map(
      (type) =>
        `${at}${is} ${type}${format === undefined || type === 'null' ? '' : ` ${typeof format === 'string' ? format : ''}`}`,
    ),
    ...values
      .filter((value) => value !== null)
      .map((value) => `${at} = ${typeof value === 'string' ? value : JSON.stringify(value)}`),
    ...listOf(child(schema, 'required')).map((name) => `${at}.${String(name)} ${required}`),
    ...entries(child(schema, 'properties')).flatMap(([name, field]) => ofSchema(`${at}.${name}`, field, required)),
    ...ofItems(`${at}[]`, child(schema, 'items'), required),
    ...ofItems(`${at}{}`, child(schema, 'additionalProperties'), required),
    ...entries(child(schema, 'patternProperties')).flatMap(([, fields]) => ofItems(`${at}{}`, fields, required)),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((word) =>
      listOf(child(schema, word)).flatMap((one) => ofSchema(at, one, required)),
    ),
  ]
}

const ofItems = (at: string, schema: unknown, required: 'must' | 'always') =>
  isObject(schema) ? ofSchema(at, schema, required) : []

/** The components that requests refer to, directly or through others. */
function componentsInRequests(document: Json): ReadonlySet<string> {
  const schemas = child(child(document, 'components'), 'schemas')
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    for (const [, ref] of JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (ref !== undefined && !found.has(ref)) {
        found.add(ref)
        visit(child(schemas, ref))
      }
  }
  for (const [, item] of entries(child(document, 'paths')))
    for (const [, operation] of entries(item)) visit(child(operation, 'requestBody'))
  return found
}

/** How the new document breaks what was released. */
export function broken(released: readonly string[], current: readonly string[]): readonly string[] {
  const now = withBases(released, current)
  const [before, after] = [new Set(released), new Set(now)]
  // A field that takes any string takes those of a format as well.
  const isKept = (line: string) => after.has(line) || after.has(line.replace(/( takes string) \S+$/, '$1'))
  const [owners, fields] = [new Set(released.map(ownerOf)), new Set(released.map(fieldOf))]
  const added = now.filter((line) => !before.has(line))
  const isKnown = (at: string) => released.some((line) => line.startsWith(`${at} `) || line.startsWith(`${at}.`))
  return [
    // A request may have to send less than before.
    ...released.filter((line) => !isKept(line) && !line.endsWith(' must')).map((line) => `removed: ${line}`),
    ...added
      // What an optional field has to have is only asked of those who send it.
      .filter((line) => line.endsWith(' must') && owners.has(ownerOf(line)) && isKnown(parentOf(line)))
      .map((line) => `now required: ${line}`),
    ...added.filter((line) => line.includes(': ') && fields.has(fieldOf(line))).map((line) => `new type: ${line}`),
  ]
}

/** A response that now has a component made of the released one and more fields keeps what was released. */
function withBases(released: readonly string[], now: readonly string[]): readonly string[] {
  const [before, after] = [new Set(released), new Set(now)]
  const types = released.filter((line) => line.includes(': ') && !after.has(line))
  const typeBefore = new Map(types.map((line) => [fieldOf(line), typeOf(line)]))
  return now.map((line) => {
    const base = before.has(line) ? undefined : typeBefore.get(fieldOf(line))
    return base !== undefined && after.has(`${typeOf(line)}: ${base}`) ? `${fieldOf(line)}: ${base}` : line
  })
}

/** The operation or component that a line is about. */
const ownerOf = (line: string): string => /^[A-Z]+ \S+|^\w+/.exec(line)?.[0] ?? ''

/** What the field in a line is a field of. */
function parentOf(line: string): string {
  const at = line.lastIndexOf('.')
  return at === -1 ? ownerOf(line) : line.slice(0, at)
}

/** The field of a response that a line gives the type of. */
const fieldOf = (line: string): string => (line.includes(': ') ? line.slice(0, line.indexOf(': ')) : '')

const typeOf = (line: string): string => line.slice(line.indexOf(': ') + 2)
