import { tokenScopes } from '../auth/tokens/scopes.ts'
import type { ServiceError } from '../errors.ts'
import { problemResponse } from '../http/problem.ts'

/**
 * 401 or 403 by which a client gets a token, or a better one: RFC 6750 §3 with the resource_metadata of RFC 9728 §5.1.
 * Without a token all scopes are named, as what a client is not granted at first it never sees the tools of.
 */
export function challenge(error: ServiceError, requestId: string, resourceMetadata: string): Response {
  const { code, extra } = error
  const missing = code === 'insufficient_scope' && Array.isArray(extra['scopes']) ? extra['scopes'] : undefined
  const parameters = [
    ...(code === 'unauthenticated' ? [] : [`error="${code}"`]),
    `scope="${(missing ?? tokenScopes).join(' ')}"`,
    `resource_metadata="${resourceMetadata}"`,
  ]
  const response = problemResponse(error, requestId)
  response.headers.set('WWW-Authenticate', `Bearer ${parameters.join(', ')}`)
  return response
}
