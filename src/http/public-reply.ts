import type { Context } from 'hono'
import type { Cached } from '../edge-cache.ts'

export type ReplyContext = Pick<Context, 'body' | 'header' | 'req'>

/** Seconds for which a browser may use the response, a shared cache, and either of them while it revalidates. */
type Lifetime = { readonly browser: number; readonly shared: number; readonly stale: number }

/**
 * Public JSON that caches may store, with ETag and Age. 304 if the client already has it (RFC 9110 §13.1.2,
 * RFC 9111 §5.1).
 */
export async function publicReply(c: ReplyContext, { text, at }: Cached, { browser, shared, stale }: Lifetime) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const etag = `"${new Uint8Array(digest).slice(0, 16).toBase64({ alphabet: 'base64url', omitPadding: true })}"`
  c.header('ETag', etag)
  c.header('Cache-Control', `public, max-age=${browser}, s-maxage=${shared}, stale-while-revalidate=${stale}`)
  c.header('Age', String(Math.max(0, Math.floor((Date.now() - at) / 1000))))
  const known =
    c.req
      .header('If-None-Match')
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  if (known.includes(etag) || known.includes('*')) return c.body(null, 304)
  return c.body(text, 200, { 'Content-Type': 'application/json' })
}
