import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { formToken, readSession, sessionHash, type WebSession } from '../../auth/sign-in/web-session.ts'
import type { WebSignIn } from '../../auth/sign-in/config.ts'
import type { Caller } from '../../context.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { configOf } from '../../http/config.ts'
import { limitCaller } from '../../http/rate-limit.ts'
import { callerOf } from '../../http/with-session.ts'
import type { Account } from '../ui/layout.tsx'
import { PageRefused } from '../ui/page-refused.ts'

/** What a page has behind withWebSession, and only there. */
export type PageEnv = AppEnv & {
  Variables: {
    caller: Caller
    session: WebSession
    account: Account
    /** The form that was sent, once it has been read. */
    form?: URLSearchParams
  }
}

/**
 * Lets through who has the cookie of a session; sends anybody else to sign in first, and back. Whether the session has
 * ended since, every operation finds out in its own round trip (`SignInNeeded`).
 */
export const withWebSession = createMiddleware<PageEnv>(async (c, next) => {
  const config = configOf(c.env)
  const session = await readSession(c, signInOf(config.webSignIn))
  if (!session) {
    // What a form carries would get lost on the way, so whoever sent it is told.
    if (c.req.method !== 'GET') throw new PageRefused('signed_out')
    return c.redirect(signInPath(pathOf(c)))
  }
  const { issuer, subject, email, emailVerified } = session
  const hash = await sessionHash(session)
  // By session: a copied cookie that has ended must not use up its person's own limit.
  await limitCaller(c, `session ${hash}`)
  c.set('session', session)
  c.set('account', { label: email ?? subject, formToken: await formToken(session) })
  c.set(
    'caller',
    callerOf(config, c.var.trace, { kind: 'web', sessionHash: hash, issuer, subject, email, emailVerified }),
  )
  return next()
})

/** Where to sign in, and come back from. `again`: as one who is signed in, too. */
export const signInPath = (returnTo: string, { again = false } = {}): `/settings/sign-in?${string}` =>
  `/settings/sign-in?${new URLSearchParams({ ...(again && { again: '1' }), return_to: returnTo }).toString()}`

/** The page that was asked for, with its query. */
export function pathOf(c: Context): string {
  const { pathname, search } = new URL(c.req.url)
  return pathname + search
}

export function signInOf(signIn: WebSignIn | null): WebSignIn {
  if (!signIn) throw new PageRefused('sign_in_off')
  return signIn
}
