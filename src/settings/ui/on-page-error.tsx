import type { Context } from 'hono'
import { SignInNeeded } from '../../auth/sign-in/sign-in-needed.ts'
import { SignInFailed } from '../../auth/sign-in/sign-in.ts'
import { toPublicError } from '../../http/on-error.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { log } from '../../http/log.ts'
import { errorAsPage } from './error-page.tsx'
import { pageWords, signInWords, wordsOf } from './error-words.ts'
import { forgetSession } from '../sessions/forget-session.ts'
import { keepForm, pageOfForm } from './kept-form.ts'
import { show } from './page.tsx'
import { PageRefused } from './page-refused.ts'
import { signInAgainPage } from '../sessions/sign-in-again-page.tsx'
import { type PageEnv, pathOf, signInPath } from '../sessions/with-web-session.ts'

/** For an address under /settings that no page has. */
export function noSuchPage(c: Context<AppEnv>): Promise<Response> {
  // It passed what the API has for other sites; a page has nothing for them.
  for (const name of ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers']) c.header(name, undefined)
  return show(c, errorAsPage({ ...pageWords.no_such_page, requestId: c.var.requestId }))
}

/** An error of a page, as a page. */
export async function onPageError(error: Error, c: Context<PageEnv>): Promise<Response> {
  if (error instanceof SignInNeeded) return error.reason === 'signed_out' ? signedOut(c) : signInAgain(c)
  return show(c, errorAsPage({ ...wordsFor(error, c), requestId: c.var.requestId, account: c.var.account }))
}

/** The session has ended elsewhere, or has run out, or is of a cookie from before sessions were kept. */
async function signedOut(c: Context<PageEnv>): Promise<Response> {
  forgetSession(c)
  if (c.req.method === 'GET') return c.redirect(signInPath(pathOf(c)))
  return show(c, errorAsPage({ ...pageWords.signed_out, requestId: c.var.requestId }))
}

async function signInAgain(c: Context<PageEnv>): Promise<Response> {
  const { account, form } = c.var
  if (form === undefined) return show(c, signInAgainPage({ account, returnTo: pathOf(c), kept: null }))
  const returnTo = pageOfForm(c.req.path, form)
  return show(c, signInAgainPage({ account, returnTo, kept: await keepForm(c, form) }))
}

function wordsFor(error: Error, c: Context<PageEnv>) {
  if (error instanceof PageRefused) return pageWords[error.problem]
  if (error instanceof SignInFailed) {
    log('warn', 'sign-in failed', { request_id: c.var.requestId, problem: error.problem, reason: error.reason })
    const { returnTo, again } = error.request
    return {
      ...signInWords[error.problem],
      action: { href: signInPath(returnTo, { again }), label: 'Try again' } as const,
    }
  }
  const known = toPublicError(error, c.var.requestId)
  c.set('errorCode', known.code)
  if (known.retryAfter !== undefined) c.header('Retry-After', String(known.retryAfter))
  return wordsOf(known)
}
