import type { Context } from 'hono'
import { toPublicError } from '../../platform/http/on-error.ts'
import { problemKinds } from '../../platform/http/problem.ts'
import { errorPage } from '../../pages/settings/page/error-page.tsx'
import type { LanguageEnv } from '../../pages/settings/words/language.ts'
import { show } from '../../pages/settings/page/page.tsx'
import { inEnglish } from '../../pages/settings/page/error-text.ts'
import { AuthorizeRefused } from '../../areas/connections/authorize-refused.ts'

/** A page for errors that must not be sent to the client by redirect (RFC 6749 section 4.1.2.1). */
export async function authorizeErrorPage(error: Error, c: Context<LanguageEnv>): Promise<Response> {
  const { language, requestId, trace } = c.var
  if (error instanceof AuthorizeRefused) {
    const { reason } = error
    c.set('errorCode', 'invalid_request')
    trace.tokenRefused = [reason, error.detail].filter((part) => part !== undefined).join(' ')
    const detail = error.detail === undefined ? reason : `${reason}: ${error.detail}`
    return show(
      c,
      errorPage({ text: ({ errors }) => errors.authorize.refused[reason], status: 400, requestId, detail }),
    )
  }
  const { code, message, retryAfter } = toPublicError(error, requestId)
  c.set('errorCode', code)
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  return show(
    c,
    errorPage({
      status:
        code === 'rate_limited'
          ? 429
          : code === 'database_unavailable'
            ? 503
            : code === 'payload_too_large' || code === 'request_timeout'
              ? problemKinds[code].status
              : 500,
      text: ({ errors: { authorize, operation } }) => ({
        title: (code === 'rate_limited' ? operation.rate_limited : operation.internal_error).title,
        happened: language === 'en' ? message : inEnglish(message),
        todo: authorize.startAgain,
      }),
      requestId,
    }),
  )
}
