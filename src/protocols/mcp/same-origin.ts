import { createMiddleware } from 'hono/factory'
import { ServiceError } from '../../platform/errors/errors.ts'
import type { AppEnv } from '../../platform/http/app-env.ts'
import { configOf } from '../../platform/configuration/config.ts'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Whether a Host header is the service's own. If the service runs on loopback, as in development, any loopback name and port
 * is accepted. DNS rebinding still fails, because the Host header then has the attacker's name.
 */
function isOwnHost(host: string, publicUrl: string): boolean {
  if (/[^\w.:[\]-]/.test(host)) return false
  const own = new URL(publicUrl)
  const url = URL.parse(`${own.protocol}//${host}`)
  if (url === null) return false
  return url.host === own.host || (loopback.test(own.hostname) && loopback.test(url.hostname))
}

/** An Origin also has a scheme. An opaque origin is the text `null`. */
function isOwnOrigin(origin: string, publicUrl: string): boolean {
  const scheme = `${new URL(publicUrl).protocol}//`
  return origin.startsWith(scheme) && isOwnHost(origin.slice(scheme.length), publicUrl)
}

/** Refuses browser requests from other sites, including DNS rebinding. */
export const sameOrigin = createMiddleware<AppEnv>(async (c, next) => {
  const { publicUrl } = configOf(c.env)
  const origin = c.req.header('Origin')
  const host = c.req.header('Host') ?? new URL(c.req.url).host
  if (!isOwnHost(host, publicUrl) || (origin !== undefined && !isOwnOrigin(origin, publicUrl)))
    throw new ServiceError('forbidden', 'Requests from other origins, or with another Host header, are not allowed.')
  await next()
})
