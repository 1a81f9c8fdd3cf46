import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { ServiceError } from '../errors/errors.ts'
import type { AppEnv } from './app-env.ts'
import { mount } from './routes/mount.ts'
import { answerNotFound } from './not-found.ts'
import { onError } from './on-error.ts'
import { limitBody } from './bodies/read-body.ts'
import { requestLog } from './request-log.ts'
import { describe, type Routes } from './routes/routes.ts'
import { crossOriginHeaders, securityHeaders } from './standard-headers.ts'

const bodyLimitBytes = 256 * 1024

// X-Console must never be allowed: with it, the console's cookie identifies the caller. The headers of other responses are in
// standard-headers.ts.
const preflight = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: [
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'If-Match',
    'If-None-Match',
    'MCP-Protocol-Version',
    'Mcp-Method',
    'Mcp-Name',
    'Mcp-Session-Id',
    'X-Request-Id',
    'X-Store-Id',
  ],
  maxAge: 86_400,
})

const limitJson = limitBody(
  bodyLimitBytes,
  () =>
    new ServiceError(
      'payload_too_large',
      `The request body must be at most ${bodyLimitBytes} bytes. Split the request.`,
    ),
)

/** What an app does around every request, such as work after the response. */
type Around = MiddlewareHandler<AppEnv>

/** What every response has: a request id, a log line, security headers, and problem details for errors. */
export const baseApp = (around: Around, headers = securityHeaders) =>
  new Hono<AppEnv>({ strict: false }).use(requestLog(headers)).use(around).onError(onError)

/**
 * A base app that any origin may call: from another one, the Authorization header alone identifies the caller. `uploads`: paths to
 * which files are posted. They limit the body themselves.
 */
export const crossOriginApp = (around: Around, uploads: readonly string[] = []) =>
  baseApp(around, crossOriginHeaders).use((c, next) => {
    if (c.req.method === 'OPTIONS') return preflight(c, next)
    return c.req.method === 'POST' && uploads.includes(c.req.path.replace(/\/$/, '')) ? next() : limitJson(c, next)
  })

/** Mounts public routes by their paths. Answers 404 or 405 for everything else, in a browser with `notFoundPage`. */
export function withRoutes(
  app: Hono<AppEnv>,
  routes: readonly (readonly [path: string, Hono<AppEnv>])[],
  notFoundPage?: (c: Context<AppEnv>) => Promise<Response>,
) {
  for (const [path, each] of routes) app.route(path, each)
  answerNotFound(app, notFoundPage)
  return app
}

/** Before everything else, so that whatever refuses a request answers the person who sent it. */
const forPeople =
  (around: Around): Around =>
  (c, next) => {
    c.set('readers', 'people')
    return around(c, next)
  }

/** The routes of an area that require a session, then the public ones under the same path. */
export function areaApp(around: Around, area: Routes, publicRoutes?: Hono<AppEnv>): Hono<AppEnv> {
  const uploads = area.rows.filter((row) => 'handler' in row && row.handler.file === 'upload')
  const app = crossOriginApp(
    forPeople(around),
    uploads.map((row) => describe(area.base, row).path),
  )
  mount(app, area)
  return withRoutes(app, publicRoutes ? [[area.base, publicRoutes]] : [])
}
