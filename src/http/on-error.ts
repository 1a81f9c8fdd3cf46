import type { Context } from 'hono'
import { IdentityProvidersInvalid } from '../auth/session/identity-providers.ts'
import { IdentityProviderUnavailable } from '../auth/session/session-refused.ts'
import { WebSignInInvalid } from '../auth/sign-in/config.ts'
import { DatabaseFailure, Refusal } from '../db/failure.ts'
import { Moved, ServiceError } from '../errors.ts'
import type { AppEnv } from './app-env.ts'
import { ConfigInvalid } from './config.ts'
import { log } from './log.ts'
import { problemResponse } from './problem.ts'

export function onError(error: Error, c: Context<AppEnv>): Response {
  if (error instanceof Moved) return redirectTo(error, c)
  const answer = toPublicError(error, c.var.requestId)
  c.set('errorCode', answer.code)
  return problemResponse(answer, c.var.requestId)
}

/** A browser repeats 308 with its method and body (RFC 9110 §15.4.9). */
function redirectTo({ to, cacheSeconds }: Moved, c: Context<AppEnv>): Response {
  const { pathname, search } = new URL(c.req.url)
  c.header('Location', to(pathname) + search)
  if (c.req.method === 'POST') return c.body(null, 308)
  const seconds = cacheSeconds(pathname)
  if (seconds !== null) c.header('Cache-Control', `public, max-age=${Math.min(10, seconds)}, s-maxage=${seconds}`)
  return c.body(null, 301)
}

/** What a caller may be told of an error. A bug goes to the log, and is told as a fixed text. */
export function toPublicError(error: unknown, requestId: string): ServiceError {
  const known = serviceErrorOf(error)
  if (known?.cause instanceof DatabaseFailure)
    log('warn', 'database failure', { request_id: requestId, reason: known.cause.message })
  if (known) return known
  log('error', 'bug', { request_id: requestId, ...traceOf(error) })
  return new ServiceError(
    'internal_error',
    'This is a fault of the service, and it was recorded. Tell us the request_id.',
  )
}

function serviceErrorOf(error: unknown): ServiceError | undefined {
  if (error instanceof ServiceError) return error
  if (error instanceof IdentityProviderUnavailable)
    return new ServiceError(
      'identity_provider_unavailable',
      'The keys that session tokens are checked with cannot be had at the moment. Try again in a moment.',
      { retryAfter: error.retryAfterSeconds },
    )
  return undefined
}

/** Where it came from. Messages of errors that are not ours may hold data or secrets, so they stay out of the log. */
function traceOf(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error }
  const own = [DatabaseFailure, Refusal, ConfigInvalid, IdentityProvidersInvalid, WebSignInInvalid].some(
    (type) => error instanceof type,
  )
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    error: error.name,
    ...(own && { reason: error.message }),
    at: frames?.slice(0, 8).map((line) => line.trim()),
  }
}
