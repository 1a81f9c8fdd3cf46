import type { Context } from 'hono'
import { IdentityProvidersInvalid } from '../auth/identity-providers.ts'
import { IdentityProviderUnavailable } from '../auth/session-refused.ts'
import { WebSignInInvalid } from '../auth/web-sign-in-config.ts'
import { DatabaseFailure, Refusal } from '../db/failure.ts'
import { ServiceError } from '../errors.ts'
import type { AppEnv } from './app-env.ts'
import { ConfigInvalid } from './config.ts'
import { log } from './log.ts'
import { problemResponse } from './problem.ts'

export function onError(error: Error, c: Context<AppEnv>): Response {
  const answer = serviceErrorOf(error, c)
  c.set('errorCode', answer.code)
  return problemResponse(answer, c.var.requestId)
}

/** What the caller is told; what nobody foresaw is logged as a bug and told as nothing but that. */
export function serviceErrorOf(error: Error, { var: { requestId } }: Pick<Context<AppEnv>, 'var'>): ServiceError {
  const known = foreseen(error)
  if (known) return known
  log('error', 'bug', { request_id: requestId, ...traceOf(error) })
  return new ServiceError(
    'internal_error',
    'This is a fault of the service, and it was recorded. Tell us the request_id.',
  )
}

function foreseen(error: Error): ServiceError | undefined {
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
function traceOf(error: Error) {
  const own = [DatabaseFailure, Refusal, ConfigInvalid, IdentityProvidersInvalid, WebSignInInvalid].some(
    (type) => error instanceof type,
  )
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    error: error.name,
    ...(own && { message: error.message }),
    at: frames?.slice(0, 8).map((line) => line.trim()),
  }
}
