import { createMiddleware } from 'hono/factory'
import { signedOut } from '../../auth/sign-in/sign-in-needed.ts'
import { readSession, sessionHash } from '../../auth/sign-in/web-session.ts'
import { configOf } from '../../configuration/config.ts'
import type { SessionEnv } from '../app-env.ts'
import { limitFailures } from '../limits/rate-limit.ts'
import { withChecked } from './with-checked.ts'

/** Requires the session cookie of the web pages and sets `c.var.caller`. */
export const withCookie = createMiddleware<SessionEnv>(async (c, next) => {
  const { webSignIn } = configOf(c.env)
  const session = webSignIn && (await readSession(c, webSignIn))
  if (!session) {
    await limitFailures(c)
    throw signedOut()
  }
  const { issuer, subject, email, name, emailVerified } = session
  const hash = await sessionHash(session)
  const credential = { kind: 'web', sessionHash: hash, issuer, subject, email, name, emailVerified } as const
  await withChecked(c, next, { credential, hash, refused: signedOut() })
})
