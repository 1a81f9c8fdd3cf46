import type { Context } from 'hono'
import type { CachedText } from '../edge-cache.ts'

export type Answering = Pick<Context, 'body' | 'header' | 'req'>

/** For how long, in seconds, a browser, a cache in front of the service, and either while it asks again, may use an answer. */
type Lifetime = { readonly browser: number; readonly shared: number; readonly stale: number }

/**
 * Public JSON, which caches may keep: with an ETag, its age, and 304 without the body for who has it already
 * (RFC 9110 §13.1.2, RFC 9111 §5.1).
 */
export async function publicReply(c: Answering, { text, at }: CachedText, { browser, shared, stale }: Lifetime) {
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
