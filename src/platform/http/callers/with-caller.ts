import { createMiddleware } from 'hono/factory'
import type { SessionEnv } from '../app-env.ts'
import { ownToken, withKey } from './with-key.ts'
import { withSession } from './with-session.ts'

/** Requires a session or an API key and sets `c.var.caller`, which does not compile without this middleware. */
export const withCaller = createMiddleware<SessionEnv>((c, next) =>
  ownToken(c) === undefined ? withSession(c, next) : withKey(c, next),
)
