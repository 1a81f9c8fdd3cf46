import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { formToken, readSession, sessionHash, type WebSession } from '../../../platform/auth/sign-in/web-session.ts'
import type { WebSignIn } from '../../../platform/auth/sign-in/config.ts'
import type { Caller } from '../../../platform/operation/context.ts'
import { configOf } from '../../../platform/configuration/config.ts'
import { limitCaller } from '../../../platform/http/limits/rate-limit.ts'
import { callerOf } from '../../../platform/http/callers/with-session.ts'
import type { LanguageEnv } from '../words/language.ts'
import type { Account } from './layout.tsx'
import { PageRefused } from './page-refused.ts'

/** The variables of routes behind withWebSession. */
export type PageEnv = LanguageEnv & {
  Variables: {
    caller: Caller
    session: WebSession
    account: Account
    /** The submitted form, after readForm. */
    form?: URLSearchParams
  }
}

/**
 * Requires a session cookie; otherwise redirects to sign-in and back. Whether the session has ended since is checked by
 * every operation, in its own round trip (`SignInNeeded`).
 */
export const withWebSession = createMiddleware<PageEnv>(async (c, next) => {
  const config = configOf(c.env)
  const session = await readSession(c, signInOf(config.webSignIn))
  if (!session) {
    // A redirect would lose the form's fields, so show an error instead.
    if (c.req.method !== 'GET') throw new PageRefused('signed_out')
    return c.redirect(signInPath(pathOf(c)))
  }
  const { issuer, subject, email, name, emailVerified } = session
  const hash = await sessionHash(session)
  // Per session, with what the console sends (with-checked.ts), so that a stolen cookie cannot use up the person's own limit
  // after the session has ended.
  await limitCaller(c, `web ${hash}`)
  c.set('session', session)
  c.set('account', { label: email ?? subject, formToken: await formToken(session) })
  c.set(
    'caller',
    callerOf(config, c.var.trace, { kind: 'web', sessionHash: hash, issuer, subject, email, name, emailVerified }),
  )
  return next()
})

/** The sign-in page, which returns to `returnTo`. `again` asks for credentials even if signed in. */
export const signInPath = (returnTo: string, { again = false } = {}): `/settings/sign-in?${string}` =>
  `/settings/sign-in?${new URLSearchParams({ ...(again && { again: '1' }), return_to: returnTo }).toString()}`

/** The path and query of the request. */
export function pathOf(c: Context): string {
  const { pathname, search } = new URL(c.req.url)
  return pathname + search
}

export function signInOf(signIn: WebSignIn | null): WebSignIn {
  if (!signIn) throw new PageRefused('sign_in_off')
  return signIn
}
