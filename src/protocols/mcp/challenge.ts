import { tokenScopes } from '../../platform/auth/tokens/scopes.ts'
import type { ServiceError } from '../../platform/errors/errors.ts'
import { problemResponse } from '../../platform/http/problem.ts'

/**
 * 401 or 403 with a challenge (RFC 6750 §3) and resource_metadata (RFC 9728 §5.1), so that the client gets a token or more
 * scopes. Without a token, it names all scopes, because a client does not see the tools of scopes that it lacks.
 */
export function challenge(
  error: ServiceError,
  requestId: string,
  env: Readonly<Record<string, unknown>>,
  resourceMetadata: string,
): Response {
  const { code, extra } = error
  const missing = code === 'insufficient_scope' && Array.isArray(extra['scopes']) ? extra['scopes'] : undefined
  const parameters = [
    ...(code === 'unauthenticated' ? [] : [`error="${code}"`]),
    `scope="${(missing ?? tokenScopes).join(' ')}"`,
    `resource_metadata="${resourceMetadata}"`,
  ]
  const response = problemResponse(error, requestId, env)
  response.headers.set('WWW-Authenticate', `Bearer ${parameters.join(', ')}`)
  return response
}
