import { createMiddleware } from 'hono/factory'

/**
 * For the pages on the way to an assistant's access. Assistants open them in a pop-up, whose last page is their own and must
 * reach its opener. Any other policy on the way, even on a redirect, would separate the two permanently.
 */
export const keepsOpener = createMiddleware(async (c, next) => {
  await next()
  c.res.headers.set('Cross-Origin-Opener-Policy', 'unsafe-none')
})
