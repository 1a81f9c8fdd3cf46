import { createMiddleware } from 'hono/factory'
import { hashToken, isToken, kindOf } from '../../auth/tokens/format.ts'
import { ServiceError } from '../../errors/errors.ts'
import type { RequestContext, SessionEnv } from '../app-env.ts'
import { limitFailures } from '../limits/rate-limit.ts'
import { ownToken } from './own-token.ts'
import { withChecked } from './with-checked.ts'
import { withSession } from './with-session.ts'

/** Requires an API key and sets `c.var.caller`. */
const withKey = createMiddleware<SessionEnv>(async (c, next) => {
  const hash = await hashToken(await keyOf(c, ownToken(c) ?? ''))
  await withChecked(c, next, { credential: { kind: 'key', hash }, hash })
})

async function keyOf(c: RequestContext, token: string): Promise<string> {
  if (isToken('key', token)) return token
  await limitFailures(c)
  throw new ServiceError(
    'invalid_token',
    kindOf(token) === 'key'
      ? 'The API key is malformed. Check that it was copied completely.'
      : 'This token works only at /api/mcp and /api/oauth. Use a session token, or an API key, which owners and admins create with POST /api/keys.',
  )
}

/**
 * Whether the console sent it. No form and no other site can: browsers set Sec-Fetch-Site themselves, and other origins may
 * not send X-Console (the preflight in base-app.ts does not allow it). An Authorization header decides alone.
 */
const isFromConsole = ({ req }: RequestContext): boolean =>
  req.header('Authorization') === undefined &&
  req.header('X-Console') === '1' &&
  req.header('Sec-Fetch-Site') === 'same-origin'

/**
 * Requires a session, an API key, or from the console the session cookie, and sets `c.var.caller`, which does not compile
 * without this middleware.
 */
export const withCaller = createMiddleware<SessionEnv>(async (c, next) => {
  // Loaded when needed, as programs send no cookies.
  if (isFromConsole(c)) return (await import('./with-cookie.ts')).withCookie(c, next)
  return ownToken(c) === undefined ? withSession(c, next) : withKey(c, next)
})
