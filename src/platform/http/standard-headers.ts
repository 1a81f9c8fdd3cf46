import { createMiddleware } from 'hono/factory'
import type { RequestContext } from './app-env.ts'

export type HeaderValues = Readonly<Record<string, string>>

/** Every response has these, unless it sets its own: the web pages have another policy. */
export const securityHeaders: HeaderValues = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

/** The same for what any origin may call. */
export const crossOriginHeaders: HeaderValues = {
  ...securityHeaders,
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': [
    'Age',
    'Content-Disposition',
    'Deprecation',
    'ETag',
    'Idempotent-Replayed',
    'Location',
    'RateLimit-Policy',
    'Retry-After',
    'Sunset',
    'WWW-Authenticate',
    'X-Request-Id',
  ].join(','),
}

/** What the service did for this request, as headers. */
const traceHeaders = (c: RequestContext): HeaderValues => {
  const { rateLimitPolicy, replayed } = c.get('trace')
  return {
    ...(rateLimitPolicy !== undefined && { 'RateLimit-Policy': rateLimitPolicy }),
    ...(replayed && { 'Idempotent-Replayed': 'true' }),
  }
}

/** All headers of a private JSON response: one by one they cost more than the response itself. */
export const jsonHeaders = (c: RequestContext): HeaderValues => ({
  ...crossOriginHeaders,
  'Content-Type': 'application/json',
  'X-Request-Id': c.get('requestId'),
  'Cache-Control': 'no-store',
  ...traceHeaders(c),
})

/** A private JSON response. */
export const jsonReply = (c: RequestContext, body: object, status: number, more?: HeaderValues): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...jsonHeaders(c), ...more } })

/** Adds the headers that a response does not have yet. */
export function completeHeaders(c: RequestContext & { readonly res: Response }, standard: HeaderValues): void {
  const { headers } = c.res
  // Only `jsonHeaders` sets it, with all the others.
  if (headers.has('X-Request-Id')) return
  const requestId = c.get('requestId')
  // A cache in front would give everybody the id of the caller who asked first.
  const isShared = /\bpublic\b/.test(headers.get('Cache-Control') ?? '')
  headers.set('X-Request-Id', isShared && requestId === c.req.header('X-Request-Id') ? crypto.randomUUID() : requestId)
  for (const [name, value] of Object.entries({ ...standard, 'Cache-Control': 'no-store', ...traceHeaders(c) }))
    if (!headers.has(name)) headers.set(name, value)
}

/**
 * For the pages on the way to an assistant's access. Assistants open them in a pop-up, whose last page is their own and must
 * reach its opener. Any other policy on the way, even on a redirect, would separate the two permanently.
 */
export const keepsOpener = createMiddleware(async (c, next) => {
  await next()
  c.res.headers.set('Cross-Origin-Opener-Policy', 'unsafe-none')
})
