import { createMiddleware } from 'hono/factory'
import { ServiceError } from '../errors.ts'
import type { AppEnv } from './app-env.ts'
import { configOf } from './config.ts'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * Whether a Host is the service's own. Where the service itself is on loopback, as in
 * development, any loopback name and port is: a site that rebinds its name to this machine still has its own name.
 */
function isOwnHost(host: string, publicUrl: string): boolean {
  if (/[^\w.:[\]-]/.test(host)) return false
  const own = new URL(publicUrl)
  const given = URL.parse(`${own.protocol}//${host}`)
  if (given === null) return false
  return given.host === own.host || (loopback.test(own.hostname) && loopback.test(given.hostname))
}

/** An Origin has the scheme as well; one that is opaque is the text `null`. */
function isOwnOrigin(origin: string, publicUrl: string): boolean {
  const scheme = `${new URL(publicUrl).protocol}//`
  return origin.startsWith(scheme) && isOwnHost(origin.slice(scheme.length), publicUrl)
}

/** Refuses what a foreign site makes a browser send, be it under its own name or under ours (DNS rebinding). */
export const sameOrigin = createMiddleware<AppEnv>(async (c, next) => {
  const { publicUrl } = configOf(c.env)
  const origin = c.req.header('Origin')
  const host = c.req.header('Host') ?? new URL(c.req.url).host
  if (!isOwnHost(host, publicUrl) || (origin !== undefined && !isOwnOrigin(origin, publicUrl)))
    throw new ServiceError('forbidden', 'This address is not called from other sites, nor under another name.')
  await next()
})
