import type { Context } from 'hono'
import { freshFor } from './remembered.ts'

/**
 * The same address under the store's present slug. 301 for reads; 308 for what a shopper sends, as a browser repeats that
 * one with its method and body (RFC 9110 §15.4.9). Kept for seconds only, though it is permanent: a store may take a
 * former slug back, and redirects that were kept would then lead in a circle.
 */
export function redirectTo(c: Pick<Context, 'body' | 'header' | 'req'>, slug: string): Response {
  const { pathname, search } = new URL(c.req.url)
  const [, , , , ...rest] = pathname.split('/')
  c.header('Location', ['/api/storefront', slug, ...rest].join('/') + search)
  if (c.req.method === 'POST') return c.body(null, 308)
  // An order's address is between the shopper and the store.
  if (rest[0] !== 'orders') c.header('Cache-Control', `public, max-age=10, s-maxage=${freshFor.content}`)
  return c.body(null, 301)
}
