import type { Context } from 'hono'
import { IdentityProvidersInvalid } from '../auth/identity-providers.ts'
import { IdentityProviderUnavailable } from '../auth/session-refused.ts'
import { DatabaseFailure, Refusal } from '../db/failure.ts'
import { ServiceError } from '../errors.ts'
import type { AppEnv } from './app-env.ts'
import { ConfigInvalid } from './config.ts'
import { log } from './log.ts'
import { problemResponse } from './problem.ts'

export function onError(error: Error, c: Context<AppEnv>): Response {
  const known = serviceErrorOf(error)
  if (!known) log('error', 'bug', { request_id: c.var.requestId, ...traceOf(error) })
  const answer =
    known ??
    new ServiceError('internal_error', 'This is a fault of the service, and it was recorded. Tell us the request_id.')
  if (known?.cause instanceof DatabaseFailure)
    log('warn', 'database failure', { request_id: c.var.requestId, reason: known.cause.message })
  c.set('errorCode', answer.code)
  return problemResponse(answer, c.var.requestId)
}

function serviceErrorOf(error: Error): ServiceError | undefined {
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
  const own = [DatabaseFailure, Refusal, ConfigInvalid, IdentityProvidersInvalid].some((type) => error instanceof type)
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    error: error.name,
    ...(own && { reason: error.message }),
    at: frames?.slice(0, 8).map((line) => line.trim()),
  }
}
