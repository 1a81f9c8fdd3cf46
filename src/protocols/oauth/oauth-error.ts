import type { Context } from 'hono'
import type { ErrorCode } from '../../platform/errors/errors.ts'
import type { AppEnv } from '../../platform/http/app-env.ts'
import { toPublicError } from '../../platform/http/on-error.ts'

/** The codes of RFC 6749 sections 4.1.2.1 and 5.2, RFC 7591 section 3.2.2 and RFC 8707 section 2 that this server uses. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'temporarily_unavailable'
  | 'server_error'

/** An error of the OAuth protocol. The description is for the client's developer: ASCII, no quotes, no data. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly code: OAuthErrorCode

  constructor(code: OAuthErrorCode, description: string) {
    super(description)
    this.code = code
  }
}

type OAuthResponse = { readonly status: 400 | 429 | 500 | 503; readonly error: OAuthErrorCode }

/** Errors of the service, as OAuth errors. All others are bugs. */
const oauthResponses: Partial<Record<ErrorCode, OAuthResponse>> = {
  request_timeout: { status: 400, error: 'invalid_request' },
  rate_limited: { status: 429, error: 'temporarily_unavailable' },
  database_unavailable: { status: 503, error: 'temporarily_unavailable' },
}

/** RFC 6749 section 5.2: always JSON. 401 with a challenge if the client used the Authorization header. */
export function errorResponse(error: Error, c: Context<AppEnv>): Response {
  if (error instanceof OAuthError) {
    c.set('errorCode', error.code)
    const body = { error: error.code, error_description: error.message }
    if (error.code !== 'invalid_client' || c.req.header('Authorization') === undefined) return c.json(body, 400)
    return c.json(body, 401, { 'WWW-Authenticate': 'Basic realm="merchant-commerce"' })
  }
  const { code, message, retryAfter } = toPublicError(error, c.var.requestId)
  c.set('errorCode', code)
  const { status, error: name } = oauthResponses[code] ?? { status: 500, error: 'server_error' }
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  return c.json({ error: name, error_description: message, request_id: c.var.requestId }, status)
}
