import type { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type * as z from 'zod'
import { notFound } from '../../errors/errors.ts'
import type { AppEnv, SessionEnv } from '../app-env.ts'
import { conditionalReply } from './etag.ts'
import { SelectedFields, withFields } from './fields.ts'
import { ifMatch } from './preconditions.ts'
import { readJson } from '../bodies/read-json.ts'
import { planOf } from './route-plan.ts'
import {
  type Deprecated,
  describe,
  type HandlerRoute,
  type OperationRoute,
  type Route,
  type Routes,
  type CallerContext,
} from './routes.ts'
import { jsonReply } from '../standard-headers.ts'
import { jsonBody, queryOf } from './validate.ts'
import { withCaller } from '../callers/with-caller.ts'

/** Announces that a route will be removed (RFC 9745, RFC 8594), also in responses that refuse the request. */
const deprecated = ({ since, sunset }: Deprecated) => {
  const headers = { Deprecation: `@${Date.parse(since) / 1000}`, Sunset: new Date(sunset).toUTCString() }
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  })
}

/** Mounts the rows of an area for callers with a session or API key. Without one, every path under the base returns 401. */
export function mount(app: Hono<AppEnv>, { base, rows, sharedWithPublic }: Routes): void {
  for (const row of rows) {
    const { method, path } = describe(base, row)
    if (row.deprecated) app.on(method, path, deprecated(row.deprecated))
  }
  if (sharedWithPublic) {
    for (const row of rows) {
      const { method, path } = describe(base, row)
      mountRow(app.on(method, path, withCaller), base, row)
    }
  } else {
    const guarded = app.use(`${base}/*`, withCaller)
    for (const row of rows) mountRow(guarded, base, row)
  }
}

function mountRow(app: Hono<SessionEnv>, base: string, row: Route) {
  if ('operation' in row) mountOperation(app, base, row)
  else mountHandler(app, base, row)
}

function mountHandler(app: Hono<SessionEnv>, base: string, row: HandlerRoute) {
  const { method, path } = describe(base, row)
  const { query: schema, respond } = row.handler
  app.on(method, path, queryOf(schema), async (c) => respond(c, c.req.valid('query')))
}

function mountOperation(app: Hono<SessionEnv>, base: string, row: OperationRoute) {
  const { operation, after, versionTells, included = [] } = row
  const plan = planOf(base, row)
  const { method, path, parameters, versioned, status } = plan
  const hasParameters = Object.keys(parameters.shape).length > 0

  function parametersOf(c: CallerContext): object {
    if (!hasParameters) return {}
    const named = parameters.safeParse(c.req.param())
    // No resource has a malformed id.
    if (!named.success) throw notFound(nounOf(named.error))
    return named.data
  }

  async function answer(c: CallerContext, given: unknown, chosen?: unknown): Promise<Response> {
    const fields = chosen instanceof SelectedFields ? chosen : undefined
    const complete = { ...Object(given), ...parametersOf(c), ...(versioned && { expected_version: ifMatch(c) }) }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the operation's own schema, in parts
    const output = await operation(c.get('caller'), complete as never)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `after` takes the output of its row's operation
    after?.(c, output as never)
    if (status === 204) return c.body(null, 204)
    if (method === 'get') {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as for `after`
      const tells = versionTells?.(output as never) ?? false
      return conditionalReply(c, Object(output), fields, { versionTells: tells, included })
    }
    const { id, version } = Object(output)
    return jsonReply(c, withFields(Object(output), fields), status, {
      ...(typeof version === 'number' && { ETag: `"v${version}"` }),
      ...(status === 201 && typeof id === 'string' && { Location: `${c.req.path.replace(/\/$/, '')}/${id}` }),
    })
  }

  if (plan.body === undefined)
    app.on(method, path, queryOf(plan.query), (c) => {
      const { fields, ...given } = c.req.valid('query')
      return answer(c, given, fields)
    })
  else if (plan.query === undefined)
    app.on(method, path, readJson, jsonBody(plan.body), (c) => answer(c, c.req.valid('json')))
  else
    app.on(method, path, queryOf(plan.query), readJson, jsonBody(plan.body), (c) => {
      const { fields, ...given } = c.req.valid('query')
      return answer(c, { ...Object(c.req.valid('json')), ...given }, fields)
    })
}

/** The kind of resource that a path parameter identifies: `order_id` identifies an order. */
const nounOf = ({ issues: [issue] }: z.ZodError): string =>
  String(issue?.path[0] ?? 'resource')
    .replace(/_id$/, '')
    .replaceAll('_', ' ')
