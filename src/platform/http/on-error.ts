import type { Context } from 'hono'
import { IdentityProvidersInvalid } from '../auth/session/identity-providers.ts'
import { IdentityProviderUnavailable } from '../auth/session/session-refused.ts'
import { SignInNeeded } from '../auth/sign-in/sign-in-needed.ts'
import { WebSignInInvalid } from '../auth/sign-in/config.ts'
import { DatabaseFailure, Refusal } from '../db/failure.ts'
import { Moved, ServiceError } from '../errors/errors.ts'
import type { AppEnv } from './app-env.ts'
import { ConfigInvalid } from '../configuration/config.ts'
import { log } from '../configuration/log.ts'
import { answerProblem } from './problem.ts'
import { ClientDisconnected } from './bodies/read-body.ts'

export async function onError(error: Error, c: Context<AppEnv>): Promise<Response> {
  if (error instanceof Moved) return redirectTo(error, c)
  return answerProblem(c, toPublicError(error, c.var.requestId))
}

/** 308 makes a browser repeat the request with its method and body (RFC 9110 §15.4.9). */
function redirectTo({ to, cacheSeconds }: Moved, c: Context<AppEnv>): Response {
  const { pathname, search } = new URL(c.req.url)
  c.header('Location', to(pathname) + search)
  if (c.req.method === 'POST') return c.body(null, 308)
  const seconds = cacheSeconds(pathname)
  if (seconds !== null) c.header('Cache-Control', `public, max-age=${Math.min(10, seconds)}, s-maxage=${seconds}`)
  return c.body(null, 301)
}

/** What a caller may learn about an error. A bug is logged, and the caller gets a fixed text. */
export function toPublicError(error: unknown, requestId: string): ServiceError {
  const known = serviceErrorOf(error)
  if (known) return known
  if (error instanceof DatabaseFailure && error.isAnswerTooLarge)
    return new ServiceError(
      'answer_too_large',
      'The answer would be larger than 10 MB. Ask for fewer with a smaller limit.',
    )
  if (error instanceof DatabaseFailure && error.isConstraintViolation) {
    // Functions should refuse before a constraint does, so somebody should look at this.
    log('error', 'constraint violation', {
      request_id: requestId,
      constraint: error.constraint,
      sql_state: error.sqlState,
    })
    return new ServiceError(
      'conflict',
      'This conflicts with existing data, which another request may have just changed. Reload and try again.',
    )
  }
  if (!(error instanceof ClientDisconnected)) log('error', 'bug', { request_id: requestId, ...traceOf(error) })
  return new ServiceError(
    'internal_error',
    'Something went wrong in the service. The error was logged. Report it with the request_id.',
  )
}

function serviceErrorOf(error: unknown): ServiceError | undefined {
  if (error instanceof ServiceError) return error
  if (error instanceof SignInNeeded) return signInNeeded(error)
  if (error instanceof IdentityProviderUnavailable)
    return new ServiceError(
      'identity_provider_unavailable',
      'Signing keys are temporarily unavailable. Try again in a moment.',
      { retryAfter: error.retryAfterSeconds },
    )
  return undefined
}

/** For the console. The pages lead to sign-in themselves. */
const signInNeeded = ({ reason }: SignInNeeded): ServiceError =>
  reason === 'signed_out'
    ? new ServiceError('unauthenticated', 'You are signed out. Sign in again.')
    : new ServiceError(
        'recent_sign_in_required',
        'This needs a sign-in in the last 15 minutes. Sign in again at sign_in_url, then repeat the request.',
        { extra: { sign_in_url: '/settings/sign-in?again=1' } },
      )

/** Where the error came from. Messages of other libraries' errors may contain data or secrets, so they are not logged. */
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
