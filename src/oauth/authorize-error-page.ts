import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { toPublicError } from '../http/on-error.ts'
import { errorPage } from '../settings/ui/error-page.tsx'
import { type AuthorizeRefusal, AuthorizeRefused } from './authorize-refused.ts'

type Words = { readonly title: string; readonly happened: string; readonly todo: string }

const unknownApp = {
  title: 'This app is not known here',
  todo: 'Remove the connection in your assistant and add it again with the address from Settings.',
}
const wrongAddress = {
  title: 'This app asks for something it may not',
  todo: 'Nothing was shared. Add the connection in your assistant again; if that does not help, tell the maker of the app.',
}

const words: Readonly<Record<AuthorizeRefusal, Words>> = {
  client_missing: { ...unknownApp, happened: 'The request does not say which app it comes from.' },
  client_unknown: {
    ...unknownApp,
    happened: 'The app that sent you here is not registered, or its registration ran out because it was never used.',
  },
  client_address: { ...unknownApp, happened: 'The app names itself by an address that this service does not fetch.' },
  client_document: { ...unknownApp, happened: 'The page on which the app describes itself could not be read.' },
  redirect_missing: { ...wrongAddress, happened: 'The app does not say where you should be sent back to.' },
  redirect_unknown: {
    ...wrongAddress,
    happened: 'The app wants you sent back to an address that is not one of its own.',
  },
  repeated: {
    ...wrongAddress,
    happened: 'The app sent a part of its request twice, so it is not clear which one counts.',
  },
}

/** An error that no client may be told of by a redirect (RFC 6749 section 4.1.2.1): a page, without any Location. */
export async function authorizeErrorPage(error: Error, c: Context<AppEnv>): Promise<Response> {
  const { requestId } = c.var
  if (error instanceof AuthorizeRefused) {
    c.set('errorCode', 'invalid_request')
    c.var.trace.tokenRefused = [error.reason, error.detail].filter((part) => part !== undefined).join(' ')
    const detail = error.detail === undefined ? error.reason : `${error.reason}: ${error.detail}`
    return errorPage({ ...words[error.reason], status: 400, requestId, detail })
  }
  const { code, message, retryAfter } = toPublicError(error, c.var.requestId)
  c.set('errorCode', code)
  const page = await errorPage({
    status:
      code === 'rate_limited' ? 429 : code === 'database_unavailable' ? 503 : code === 'payload_too_large' ? 413 : 500,
    title: code === 'rate_limited' ? 'Too many requests' : 'That did not work',
    happened: message,
    todo: 'Nothing was shared. Wait a moment, then start again in your assistant.',
    requestId,
  })
  if (retryAfter !== undefined) page.headers.set('Retry-After', String(retryAfter))
  return page
}
