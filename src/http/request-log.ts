import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { Trace } from '../context.ts'
import type { AppEnv } from './app-env.ts'
import { log } from './log.ts'

const validRequestId = /^[A-Za-z0-9._-]{1,128}$/

/** Sets the request id, and logs one line per request: the route's pattern, never the path or query. */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const started = Date.now()
  const given = c.req.header('X-Request-Id')
  const requestId = given !== undefined && validRequestId.test(given) ? given : crypto.randomUUID()
  const trace: Trace = { roundTrips: 0, databaseMs: 0, replayed: false }
  c.set('requestId', requestId)
  c.set('trace', trace)
  await next()
  // A cache in front would give everybody the id of the caller who asked first.
  const isShared = /\bpublic\b/.test(c.res.headers.get('Cache-Control') ?? '')
  c.header('X-Request-Id', isShared && requestId === given ? crypto.randomUUID() : requestId)
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
  if (trace.replayed) c.header('Idempotent-Replayed', 'true')
  const { status } = c.res
  log(status >= 500 ? 'error' : 'info', 'request', {
    request_id: requestId,
    method: c.req.method,
    // The first match that is not middleware. Middleware matches all methods.
    route: matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path ?? '/*',
    status,
    code: c.var.errorCode,
    token_refused: trace.tokenRefused,
    challenge_refused: trace.challengeRefused,
    ms: Date.now() - started,
    db_round_trips: trace.roundTrips,
    db_ms: trace.databaseMs,
    replayed: trace.replayed || undefined,
  })
})
