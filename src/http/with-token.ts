import { createMiddleware } from 'hono/factory'
import { readBearer } from '../auth/session/bearer.ts'
import { hashToken, isToken } from '../auth/tokens/format.ts'
import { ServiceError } from '../errors.ts'
import type { Asked, SessionEnv } from './app-env.ts'
import { configOf } from './config.ts'
import { limitUnknownToken } from './limit-tokens.ts'
import { limitCaller, limitFailures } from './rate-limit.ts'
import { callerOf } from './with-session.ts'

/**
 * Says by which token a call is made. Whether the token holds, the database says in the call's own batch; what cannot
 * be a token of ours at all is refused without asking it.
 */
export const withToken = createMiddleware<SessionEnv>(async (c, next) => {
  const hash = await hashToken(await tokenOf(c))
  await limitCaller(c, hash)
  await limitUnknownToken(c, hash)
  c.set('caller', { ...callerOf(configOf(c.env), c.var.trace, { kind: 'token', hash }), source: 'mcp' })
  await next()
})

async function tokenOf(c: Asked): Promise<string> {
  const bearer = readBearer(c.req.header('Authorization'))
  if ('token' in bearer && (isToken('mcp', bearer.token) || isToken('access', bearer.token))) return bearer.token
  await limitFailures(c)
  if ('refused' in bearer && bearer.refused === 'missing')
    throw new ServiceError('unauthenticated', 'Send the token in the header Authorization: Bearer <token>.')
  throw new ServiceError(
    'invalid_token',
    'This is no token for MCP. Owners and admins of a store make one with POST /api/mcp/tokens.',
  )
}
