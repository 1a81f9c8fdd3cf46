import { createMiddleware } from 'hono/factory'
import { formToken, readSession, type WebSession } from '../auth/web-session.ts'
import type { WebSignIn } from '../auth/web-sign-in-config.ts'
import type { Caller } from '../context.ts'
import type { AppEnv } from '../http/app-env.ts'
import { configOf } from '../http/config.ts'
import { limitCaller } from '../http/rate-limit.ts'
import { callerOf } from '../http/with-session.ts'
import type { Account } from './layout.tsx'
import { PageRefused } from './page-refused.ts'

/** What a page has behind withWebSession, and only there. */
export type PageEnv = AppEnv & { Variables: { caller: Caller; session: WebSession; account: Account } }

/** Lets through who is signed in in this browser; sends anybody else to sign in first, and back. */
export const withWebSession = createMiddleware<PageEnv>(async (c, next) => {
  const config = configOf(c.env)
  const session = await readSession(c, signInOf(config.webSignIn))
  if (!session) {
    // What a form carries would get lost on the way, so whoever sent it is told.
    if (c.req.method !== 'GET') throw new PageRefused('signed_out')
    const { pathname, search } = new URL(c.req.url)
    return c.redirect(`/settings/sign-in?${new URLSearchParams({ return_to: pathname + search }).toString()}`)
  }
  await limitCaller(c, `${session.issuer} ${session.subject}`)
  const { issuer, subject, email, emailVerified } = session
  c.set('session', session)
  c.set('account', { label: email ?? subject, formToken: await formToken(session) })
  c.set('caller', callerOf(config, c.var.trace, { kind: 'session', issuer, subject, email, emailVerified }))
  return next()
})

export function signInOf(signIn: WebSignIn | null): WebSignIn {
  if (!signIn) throw new PageRefused('sign_in_off')
  return signIn
}
