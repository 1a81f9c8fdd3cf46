import { hmacKey } from '../../auth/tokens/keys.ts'
import { ServiceError } from '../../errors/errors.ts'
import { addressPrefix } from './address-prefix.ts'
import type { RequestContext } from '../app-env.ts'
import { type Limiter, limiters, windowSeconds } from './limiters.ts'
import { log } from '../../configuration/log.ts'

/** The caller's address as Cloudflare sees it. Other headers could be forged. */
export const clientAddress = (c: RequestContext): string | undefined => c.req.header('CF-Connecting-IP')

/** Counts a request of an authenticated caller, from any address. */
export const limitCaller = (c: RequestContext, caller: string) => limit(c, `caller ${caller}`)

/** Counts a failed authentication, by address. An IPv6 /64 counts as one address, because one host can use all of it. */
export const limitFailures = (c: RequestContext) => limit(c, `address ${addressPrefix(clientAddress(c), 64)}`)

/** Counts one kind of request, by address. */
export const limitAddress = (c: RequestContext, what: string) =>
  limit(c, `${what} address ${addressPrefix(clientAddress(c), 64)}`)

/** A keyed hash of the address, to store for counting. Without the key, it does not reveal the address. */
export const addressKey = (c: RequestContext, key: Uint8Array<ArrayBuffer>): Promise<string> =>
  keyedHash(`address ${addressPrefix(clientAddress(c), 64)}`, key)

/** Keyed hashes of the address and of the network around it; both null if the address is unknown. */
export async function originKeys(c: RequestContext, key: Uint8Array<ArrayBuffer>) {
  const address = clientAddress(c)
  if (address === undefined) return { from: null, network: null }
  return { from: await addressKey(c, key), network: await keyedHash(`network ${addressPrefix(address, 48)}`, key) }
}

async function keyedHash(text: string, key: Uint8Array<ArrayBuffer>): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', await hmacKey(key), new TextEncoder().encode(text))
  return new Uint8Array(mac).toHex()
}

/** Counts a request under the key; 429 if there are too many. */
export async function limit(c: RequestContext, key: string, limiter: Limiter = 'RATE_LIMITER'): Promise<void> {
  const allowed = await isWithin(c, key, limiter)
  if (c.env[limiter]) setPolicyHeaders(c, limiter)
  if (!allowed)
    throw new ServiceError('rate_limited', 'Too many requests. Try again after the number of seconds in Retry-After.', {
      retryAfter: windowSeconds,
    })
}

export function setPolicyHeaders(c: RequestContext, limiter: Limiter): void {
  const { policy, quota } = limiters[limiter]
  c.get('trace').rateLimitPolicy = `"${policy}";q=${quota};w=${windowSeconds}`
}

/** Counts a request under the key, and returns whether it is within the limit. Cloudflare counts approximately, by location. */
export async function isWithin(c: RequestContext, key: string, limiter: Limiter): Promise<boolean> {
  const binding = c.env[limiter]
  if (binding) return (await binding.limit({ key })).success
  warnIfMissing(c.env, limiter)
  return true
}

// Logged once per environment.
const loggedMissing = new WeakMap<object, Set<Limiter>>()

function warnIfMissing(env: object, limiter: Limiter): void {
  const logged = loggedMissing.get(env) ?? new Set()
  if (!logged.has(limiter)) log('warn', `no ${limiter} binding: requests are not limited`, {})
  loggedMissing.set(env, logged.add(limiter))
}
