import { createMiddleware } from 'hono/factory'
import { readBearer } from '../../auth/session/bearer.ts'
import { hashToken, isToken, kindOf } from '../../auth/tokens/format.ts'
import { ServiceError } from '../../errors/errors.ts'
import type { RequestContext, SessionEnv } from '../app-env.ts'
import { configOf } from '../../configuration/config.ts'
import { limitUnknownToken } from '../limits/limit-tokens.ts'
import { limitCaller, limitFailures } from '../limits/rate-limit.ts'
import { callerOf } from './with-session.ts'

/**
 * Reads the token of a call. Malformed tokens are refused here; the database checks the others in the call's own batch.
 */
export const withToken = createMiddleware<SessionEnv>(async (c, next) => {
  const hash = await hashToken(await tokenOf(c))
  await limitCaller(c, hash)
  await limitUnknownToken(c, hash)
  c.set('caller', { ...callerOf(configOf(c.env), c.var.trace, { kind: 'token', hash }), source: 'mcp' })
  await next()
})

async function tokenOf(c: RequestContext): Promise<string> {
  const bearer = readBearer(c.req.header('Authorization'))
  if ('token' in bearer && (isToken('mcp', bearer.token) || isToken('access', bearer.token))) return bearer.token
  await limitFailures(c)
  if ('refused' in bearer && bearer.refused === 'missing')
    throw new ServiceError('unauthenticated', 'Send a token in the Authorization header: Bearer <token>.')
  throw new ServiceError(
    'invalid_token',
    'token' in bearer && kindOf(bearer.token) === 'key'
      ? 'This is an API key, which works only on REST. Use a token for MCP: owners and admins of a store create one with POST /api/mcp/tokens.'
      : 'This is not a token for MCP. Owners and admins of a store create one with POST /api/mcp/tokens.',
  )
}
