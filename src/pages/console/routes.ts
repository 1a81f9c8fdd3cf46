import { Hono, type MiddlewareHandler } from 'hono'
import built from '../../../dist/console/page.json'
import { configOf } from '../../platform/configuration/config.ts'
import type { AppEnv } from '../../platform/http/app-env.ts'
import { baseApp } from '../../platform/http/base-app.ts'
import { readSession } from '../../platform/auth/sign-in/web-session.ts'
import { notFoundProblem } from '../../platform/http/not-found.ts'
import type { Language } from '../../platform/values/language.ts'
import { directions, type LanguageEnv, withLanguage } from '../settings/words/language.ts'

/**
 * The page of the console, which is one script for all addresses under /console. Its files are static assets; the page is not,
 * because it has a nonce, for the styles that the script adds.
 */
const consoleRoutes = new Hono<LanguageEnv>()
  // A file of another version. No redirect for its language.
  .get('/assets/*', notFoundProblem)
  .use(withLanguage)
  .get('*', async (c) => {
    const { webSignIn } = configOf(c.env)
    if (!webSignIn) return (await import('../settings/app.ts')).refusedPage(c, 'sign_in_off')
    const { language } = c.var
    const nonce = crypto.getRandomValues(new Uint8Array(16)).toBase64()
    const page = built.html
      .replace('__LANGUAGE__', language)
      .replace('__DIRECTION__', directions[language])
      .replace('__NONCE__', nonce)
      .replace('__PRELOAD__', preloadsOf(language, c.req.path))
      // Whether a session has ended since, the console learns with its first request.
      .replace('__SIGNED_IN__', (await readSession(c, webSignIn)) ? 'yes' : 'no')
    return c.body(page, 200, { ...headers, 'Content-Language': language, 'Content-Security-Policy': policyWith(nonce) })
  })
  .all('*', notFoundProblem)

/** What the page needs soon after its first script: otherwise one request would wait for the other. */
function preloadsOf(language: Language, path: string): string {
  const { preloads } = built
  const isHome = /^\/console(\/(?!orders)[^/]+)?\/?$/.test(path)
  return [...preloads[language], ...(isHome ? preloads.home : [])]
    .map((file) => `<link rel="modulepreload" crossorigin href="/console/${file}">`)
    .join('')
}

export const consoleApp = (around: MiddlewareHandler<AppEnv>) => baseApp(around).route('/console', consoleRoutes)

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  Vary: 'Accept-Language, Cookie',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

// No service worker: one that somebody smuggled in would outlive its removal and see every request.
const policyWith = (nonce: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: https:; font-src 'self'; connect-src 'self'; worker-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
