import type { Context } from 'hono'
import { SignInFailed } from '../auth/web-sign-in.ts'
import { tellable } from '../http/on-error.ts'
import type { AppEnv } from '../http/app-env.ts'
import { log } from '../http/log.ts'
import { errorAsPage } from './error-page.tsx'
import { pageWords, signInWords, wordsOf } from './error-words.ts'
import { show } from './page.tsx'
import { PageRefused } from './page-refused.ts'
import type { PageEnv } from './with-web-session.ts'

/** For an address under /settings that no page has. */
export function noSuchPage(c: Context<AppEnv>): Promise<Response> {
  // It passed what the API has for other sites; a page has nothing for them.
  for (const name of ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers']) c.header(name, undefined)
  return show(c, errorAsPage({ ...pageWords.no_such_page, requestId: c.var.requestId }))
}

/** An error of a page, as a page. */
export async function onPageError(error: Error, c: Context<PageEnv>): Promise<Response> {
  return show(c, errorAsPage({ ...wordsFor(error, c), requestId: c.var.requestId, account: c.var.account }))
}

function wordsFor(error: Error, c: Context<PageEnv>) {
  if (error instanceof PageRefused) return pageWords[error.problem]
  if (error instanceof SignInFailed) {
    log('warn', 'sign-in failed', { request_id: c.var.requestId, problem: error.problem, reason: error.reason })
    const again = new URLSearchParams({ return_to: error.returnTo }).toString()
    return {
      ...signInWords[error.problem],
      action: { href: `/settings/sign-in?${again}`, label: 'Try again' } as const,
    }
  }
  const known = tellable(error, c.var.requestId)
  c.set('errorCode', known.code)
  if (known.retryAfter !== undefined) c.header('Retry-After', String(known.retryAfter))
  return wordsOf(known)
}
