import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { toPublicError } from '../http/on-error.ts'
import { errorPage } from '../settings/ui/error-page.tsx'
import { type AuthorizeRefusal, AuthorizeRefused } from './authorize-refused.ts'

type Words = { readonly title: string; readonly happened: string; readonly todo: string }

const unknownApp = {
  title: 'Unknown app',
  todo: 'Remove the connection in your assistant, then add it again with the URL from Settings.',
}
const badRequest = {
  title: 'Invalid request from this app',
  todo: 'Nothing was shared. Add the connection in your assistant again. If that does not help, contact the developer of the app.',
}

const words: Readonly<Record<AuthorizeRefusal, Words>> = {
  client_missing: { ...unknownApp, happened: 'The request does not name the app.' },
  client_unknown: {
    ...unknownApp,
    happened: 'The app that sent you here is not registered, or its registration expired because it was never used.',
  },
  client_address: { ...unknownApp, happened: 'The app identifies itself with a URL that this service does not fetch.' },
  client_document: { ...unknownApp, happened: 'The document that describes the app could not be read.' },
  redirect_missing: { ...badRequest, happened: 'The app does not say where to send you back.' },
  redirect_unknown: {
    ...badRequest,
    happened: 'The app wants to send you back to an address that it has not registered.',
  },
  repeated: {
    ...badRequest,
    happened: 'The app sent part of its request twice.',
  },
}

/** A page for errors that must not be sent to the client by redirect (RFC 6749 section 4.1.2.1). */
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
    title: code === 'rate_limited' ? 'Too many requests' : 'Something went wrong',
    happened: message,
    todo: 'Nothing was shared. Wait a moment, then start again in your assistant.',
    requestId,
  })
  if (retryAfter !== undefined) page.headers.set('Retry-After', String(retryAfter))
  return page
}
