import { createMiddleware } from 'hono/factory'

/**
 * For the pages between an assistant and its access. Assistants open them in a pop-up, and its last page, which is theirs, has
 * to reach its opener: any other policy on the way, also on a redirect, would cut the two apart for good.
 */
export const keepsOpener = createMiddleware(async (c, next) => {
  await next()
  c.res.headers.set('Cross-Origin-Opener-Policy', 'unsafe-none')
})
