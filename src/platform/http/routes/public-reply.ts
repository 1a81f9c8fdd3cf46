import type { Context } from 'hono'
import type { Cached } from '../../outside/edge-cache.ts'
import { digestOf, isKnown } from './etag.ts'

export type ReplyContext = Pick<Context, 'body' | 'header' | 'req'>

/** Seconds for which a browser may use the response, a shared cache, and either of them while it revalidates. */
type Lifetime = { readonly browser: number; readonly shared: number; readonly stale: number }

/**
 * Public JSON that caches may store, with ETag and Age. 304 if the client already has it (RFC 9110 §13.1.2,
 * RFC 9111 §5.1).
 */
export async function publicReply(c: ReplyContext, { text, at }: Cached, { browser, shared, stale }: Lifetime) {
  const etag = `"${await digestOf(new TextEncoder().encode(text))}"`
  c.header('ETag', etag)
  c.header('Cache-Control', `public, max-age=${browser}, s-maxage=${shared}, stale-while-revalidate=${stale}`)
  c.header('Age', String(Math.max(0, Math.floor((Date.now() - at) / 1000))))
  if (isKnown(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
  return c.body(text, 200, { 'Content-Type': 'application/json' })
}
