import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { Trace } from '../operation/context.ts'
import type { AppEnv } from './app-env.ts'
import { log, logFailures } from '../configuration/log.ts'
import { ClientDisconnected } from './bodies/read-body.ts'
import { completeHeaders, type HeaderValues } from './standard-headers.ts'

const validRequestId = /^[A-Za-z0-9._-]{1,128}$/

/**
 * Sets the request id, completes the response's headers, and logs one line per request: the route's pattern, never the path
 * or query.
 */
export const requestLog = (headers: HeaderValues) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const started = Date.now()
    const given = c.req.header('X-Request-Id')
    const requestId = given !== undefined && validRequestId.test(given) ? given : crypto.randomUUID()
    const trace: Trace = { roundTrips: 0, databaseMs: 0, replayed: false }
    c.set('requestId', requestId)
    c.set('trace', trace)
    await next()
    if (c.error instanceof ClientDisconnected) {
      // Nobody reads this response. nginx logs the same status.
      c.res = new Response(null, { status: 499 })
      c.set('errorCode', 'client_disconnected')
    }
    completeHeaders(c, headers)
    logFailures(trace, requestId)
    const { status } = c.res
    log(status >= 500 ? 'error' : 'info', 'request', {
      request_id: requestId,
      method: c.req.method,
      // The first match that is not middleware. Middleware matches all methods.
      route: matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path ?? '/*',
      status,
      code: c.get('errorCode'),
      token_refused: trace.tokenRefused,
      challenge_refused: trace.challengeRefused,
      ms: Date.now() - started,
      db_round_trips: trace.roundTrips,
      db_ms: trace.databaseMs,
      replayed: trace.replayed || undefined,
    })
  })
