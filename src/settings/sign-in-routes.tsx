import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { returnPath } from '../auth/web-return-path.ts'
import { endSession, readSession, startSession } from '../auth/web-session.ts'
import { beginSignIn, finishSignIn } from '../auth/web-sign-in.ts'
import { configOf } from '../http/config.ts'
import { limitFailures } from '../http/rate-limit.ts'
import { show } from './page.tsx'
import { readForm } from './read-form.ts'
import { type PageEnv, signInOf, withWebSession } from './with-web-session.ts'

// Set by signing out: on a shared device, the provider's own session must not sign the next person in.
const askAgain = '__Host-ask-again'
const cookie = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const

/** Signing in at the identity provider, and out. */
export const signInRoutes = new Hono<PageEnv>()
  .get('/sign-in', async (c) => {
    await limitFailures(c)
    const signIn = signInOf(configOf(c.env).webSignIn)
    const returnTo = returnPath(c.req.query('return_to'))
    const ask = c.req.query('switch') === '1' || getCookie(c, askAgain) !== undefined
    if (!ask && (await readSession(c, signIn))) return c.redirect(returnTo)
    return c.redirect((await beginSignIn(c, signIn, { returnTo, ask })).href)
  })
  .get('/callback', async (c) => {
    await limitFailures(c)
    const signIn = signInOf(configOf(c.env).webSignIn)
    const { person, returnTo } = await finishSignIn(c, signIn)
    await startSession(c, signIn, person)
    deleteCookie(c, askAgain, cookie)
    return c.redirect(returnTo, 303)
  })
  .post('/sign-out', withWebSession, async (c) => {
    await readForm(c)
    endSession(c)
    setCookie(c, askAgain, '1', cookie)
    return c.redirect('/settings/signed-out', 303)
  })
  .get('/signed-out', (c) =>
    show(c, {
      title: 'Signed out',
      narrow: true,
      body: (
        <section class="card">
          <h1>You are signed out</h1>
          <p>Assistants that you have connected keep working.</p>
          <p class="actions">
            <a class="button primary" href="/settings/sign-in">
              Sign in again
            </a>
          </p>
        </section>
      ),
    }),
  )
  .get('/left', (c) =>
    show(c, {
      title: 'You have left',
      narrow: true,
      body: (
        <section class="card">
          <h1>You have left the store</h1>
          <p>To come back, ask its owner or an admin to invite you again.</p>
          <p class="actions">
            <a class="button primary" href="/settings">
              Go to Settings
            </a>
          </p>
        </section>
      ),
    }),
  )
