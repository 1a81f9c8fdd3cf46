import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './app-env.ts'
import type { Deprecated } from './routes.ts'

/** Announces that a route will be removed (RFC 9745, RFC 8594), also in responses that refuse the request. */
export const deprecated = ({ since, sunset }: Deprecated) => {
  const headers = { Deprecation: `@${Date.parse(since) / 1000}`, Sunset: new Date(sunset).toUTCString() }
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  })
}
