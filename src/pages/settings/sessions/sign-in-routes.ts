import { type Context, Hono } from 'hono'
import { clearSignInAgain, mustSignInAgain } from '../../../platform/auth/sign-in/forget-session.ts'
import { returnPath } from '../../../platform/auth/sign-in/return-path.ts'
import {
  newSession,
  readSession,
  sessionHash,
  setSession,
  type WebSession,
} from '../../../platform/auth/sign-in/web-session.ts'
import { beginSignIn, finishSignIn } from '../../../platform/auth/sign-in/sign-in.ts'
import { networkOf } from '../../../platform/http/limits/address-prefix.ts'
import { clientAddress } from '../../../platform/http/limits/rate-limit.ts'
import { configOf } from '../../../platform/configuration/config.ts'
import { keepsOpener } from '../../../platform/http/standard-headers.ts'
import { deviceName } from '../page/device-name.ts'
import { limitFailures } from '../../../platform/http/limits/rate-limit.ts'
import { visitorOf } from '../../../platform/http/callers/visitor.ts'
import { isSignedIn } from '../../../areas/sessions/is-signed-in.ts'
import { endSession } from '../../../areas/sessions/end-sessions.ts'
import { startSession } from '../../../areas/sessions/start-session.ts'
import { forgetSession } from '../page/forget-session.ts'
import { discardOthersForm } from '../page/saved-form.ts'
import { show } from '../page/page.tsx'
import { PageRefused } from '../page/page-refused.ts'
import { readForm } from '../page/read-form.ts'
import { leftPage, signedOutPage } from './signed-out-page.tsx'
import { pathOf, type PageEnv, signInOf, withWebSession } from '../page/with-web-session.ts'

/** Signing in at the identity provider, and signing out. */
export const signInRoutes = new Hono<PageEnv>()
  .use('/sign-in', keepsOpener)
  .use('/callback', keepsOpener)
  .get('/sign-in', async (c) => {
    await limitFailures(c)
    const { publicUrl, webSignIn } = configOf(c.env)
    const signIn = signInOf(webSignIn)
    // On the local stack, localhost and 127.0.0.1 are one service, but two hosts for cookies.
    if (signIn.insecure && new URL(c.req.url).hostname === 'localhost' && new URL(publicUrl).hostname !== 'localhost')
      return c.redirect(publicUrl + pathOf(c))
    const returnTo = returnPath(c.req.query('return_to'))
    const ask = c.req.query('switch') === '1' || mustSignInAgain(c)
    const again = c.req.query('again') === '1'
    const session = ask || again ? null : await readSession(c, signIn)
    if (session && (await hasNotEnded(c, session))) return c.redirect(returnTo)
    // Whoever uses this browser after the end of a session has to say who they are.
    const request = { returnTo, ask: ask || session !== null, again }
    return c.redirect((await beginSignIn(c, signIn, request, c.var.language)).href)
  })
  .get('/callback', async (c) => {
    await limitFailures(c)
    const signIn = signInOf(configOf(c.env).webSignIn)
    const { person, authTime, returnTo, again } = await finishSignIn(c, signIn)
    const [before, session] = [await readSession(c, signIn), newSession(person)]
    await startSession(visitorOf(c), {
      session_hash: await sessionHash(session),
      issuer: person.issuer,
      subject: person.subject,
      auth_time: authTime,
      user_agent: deviceName(c.req.header('User-Agent')),
      address_prefix: networkOf(clientAddress(c)),
      replaced_hash: before && (await sessionHash(before)),
      idle_seconds: signIn.idleSeconds,
      max_seconds: signIn.maxSeconds,
    })
    await setSession(c, signIn, session)
    clearSignInAgain(c)
    const discarded = await discardOthersForm(c, person)
    if (discarded && again) throw new PageRefused('other_person')
    return c.redirect(returnTo, 303)
  })
  .post('/sign-out', withWebSession, async (c) => {
    await readForm(c)
    await endSession(visitorOf(c), { session_hash: await sessionHash(c.var.session) })
    forgetSession(c)
    return c.redirect('/settings/signed-out', 303)
  })
  .get('/signed-out', (c) => show(c, signedOutPage({ everywhere: c.req.query('everywhere') === '1' })))
  .get('/left', (c) => show(c, leftPage))

const hasNotEnded = async (c: Context<PageEnv>, session: WebSession): Promise<boolean> =>
  isSignedIn(visitorOf(c), {
    session_hash: await sessionHash(session),
    issuer: session.issuer,
    subject: session.subject,
  })
