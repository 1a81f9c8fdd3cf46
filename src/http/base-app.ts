import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { ServiceError } from '../errors.ts'
import type { AppEnv } from './app-env.ts'
import { mount } from './mount.ts'
import { answerNotFound } from './not-found.ts'
import { onError } from './on-error.ts'
import { requestLog } from './request-log.ts'
import type { Routes } from './routes.ts'

const bodyLimitBytes = 256 * 1024

// Cookies are never read here.
const crossOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
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
  exposeHeaders: [
    'Age',
    'Content-Disposition',
    'Deprecation',
    'ETag',
    'Idempotent-Replayed',
    'Location',
    'RateLimit-Policy',
    'Retry-After',
    'Sunset',
    'WWW-Authenticate',
    'X-Request-Id',
  ],
  maxAge: 86_400,
})

const secure = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  crossOriginResourcePolicy: 'cross-origin',
  referrerPolicy: 'no-referrer',
  strictTransportSecurity: 'max-age=63072000; includeSubDomains',
  xFrameOptions: 'DENY',
  // Only for obsolete browsers, or for documents with scripts.
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  // The web pages set their own policy.
  overwrite: false,
})

const limitBody = bodyLimit({
  maxSize: bodyLimitBytes,
  onError: () => {
    throw new ServiceError(
      'payload_too_large',
      `The request body must be at most ${bodyLimitBytes} bytes. Split the request.`,
    )
  },
})

/** What every response has: a request id, a log line, security headers, and problem details for errors. */
export const baseApp = () => new Hono<AppEnv>({ strict: false }).use(requestLog, secure).onError(onError)

/** A base app that any origin may call: the Authorization header alone identifies the caller. */
export const crossOriginApp = () => baseApp().use(crossOrigin, limitBody)

/** Mounts public routes by their paths. Answers 404 or 405 for everything else. */
export function withRoutes(app: Hono<AppEnv>, routes: readonly (readonly [path: string, Hono<AppEnv>])[]) {
  for (const [path, each] of routes) app.route(path, each)
  answerNotFound(app)
  return app
}

/** The routes of an area that require a session, then the public ones under the same path. */
export function areaApp(area: Routes, publicRoutes?: Hono<AppEnv>): Hono<AppEnv> {
  const app = crossOriginApp()
  mount(app, area)
  return withRoutes(app, publicRoutes ? [[area.base, publicRoutes]] : [])
}
