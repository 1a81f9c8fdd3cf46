import type { Context } from 'hono'
import { SignInNeeded } from '../../../platform/auth/sign-in/sign-in-needed.ts'
import { SignInFailed } from '../../../platform/auth/sign-in/sign-in-failed.ts'
import { ServiceError } from '../../../platform/errors/errors.ts'
import { toPublicError } from '../../../platform/http/on-error.ts'
import { log } from '../../../platform/configuration/log.ts'
import { errorPage } from './error-page.tsx'
import { operationErrorText, pageRefusedText, signInFailedText } from './error-text.ts'
import type { LanguageEnv } from '../words/language.ts'
import { forgetSession } from './forget-session.ts'
import { saveForm, pageWithForm } from './saved-form.ts'
import { show } from './page.tsx'
import { PageRefused } from './page-refused.ts'
import { refusedPage } from './refused-page.tsx'
import { signInAgainPage } from './sign-in-again-page.tsx'
import { type PageEnv, pathOf, signInPath } from './with-web-session.ts'

/** For unknown paths under /settings. */
export const noSuchPage = (c: Context<LanguageEnv>): Promise<Response> => refusedPage(c, 'no_such_page')

/** Shows an error as a page. */
export async function onPageError(error: Error, c: Context<PageEnv>): Promise<Response> {
  if (error instanceof SignInNeeded) return error.reason === 'signed_out' ? signedOut(c) : signInAgain(c)
  return show(c, errorPage({ ...textFor(error, c), requestId: c.var.requestId, account: c.var.account }))
}

/** For pages that everybody but viewers can change. */
export const onReadOnlyError = (error: Error, c: Context<PageEnv>): Promise<Response> =>
  onPageError(error instanceof ServiceError && error.code === 'forbidden' ? new PageRefused('read_only') : error, c)

/** The session was ended elsewhere, has expired, or was never stored. */
async function signedOut(c: Context<PageEnv>): Promise<Response> {
  forgetSession(c)
  if (c.req.method === 'GET') return c.redirect(signInPath(pathOf(c)))
  return show(c, errorPage({ ...pageRefusedText('signed_out'), requestId: c.var.requestId }))
}

async function signInAgain(c: Context<PageEnv>): Promise<Response> {
  const { account, form } = c.var
  if (form === undefined) return show(c, signInAgainPage({ account, returnTo: pathOf(c), kept: null }))
  const returnTo = pageWithForm(c.req.path, form)
  return show(c, signInAgainPage({ account, returnTo, kept: await saveForm(c, form) }))
}

function textFor(error: Error, c: Context<PageEnv>) {
  if (error instanceof PageRefused) return pageRefusedText(error.problem)
  if (error instanceof SignInFailed) {
    log('warn', 'sign-in failed', { request_id: c.var.requestId, problem: error.problem, reason: error.reason })
    const { returnTo, again } = error.request
    return {
      ...signInFailedText(error.problem),
      action: { href: signInPath(returnTo, { again }), label: 'tryAgain' } as const,
    }
  }
  const known = toPublicError(error, c.var.requestId)
  c.set('errorCode', known.code)
  if (known.retryAfter !== undefined) c.header('Retry-After', String(known.retryAfter))
  return operationErrorText(known, c.var.language)
}
