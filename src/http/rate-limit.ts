import { hmacKey } from '../auth/tokens/keys.ts'
import { ServiceError } from '../errors.ts'
import { addressPrefix } from './address-prefix.ts'
import type { Asked } from './app-env.ts'
import { type Limiter, limiters, windowSeconds } from './limiters.ts'
import { log } from './log.ts'

/** The caller's address as Cloudflare saw it: nothing else that a request says of it counts. */
export const clientAddress = (c: Asked): string | undefined => c.req.header('CF-Connecting-IP')

/** Counted for the caller, wherever they call from. */
export const limitCaller = (c: Asked, caller: string) => limit(c, `caller ${caller}`)

/** Counted for the address, as nobody else is known to count. Whoever holds an IPv6 /64 has all of its addresses. */
export const limitFailures = (c: Asked) => limit(c, `address ${addressPrefix(clientAddress(c), 64)}`)

/** Counted for the address, and for one kind of request by itself. */
export const limitAddress = (c: Asked, what: string) =>
  limit(c, `${what} address ${addressPrefix(clientAddress(c), 64)}`)

/** Stands for the address where it is kept for counting: without the key nobody can tell which it was. */
export const addressKey = (c: Asked, key: Uint8Array<ArrayBuffer>): Promise<string> =>
  keyedHash(`address ${addressPrefix(clientAddress(c), 64)}`, key)

/** The address and the network around it, as `addressKey` has it; both null where the address is unknown. */
export async function originKeys(c: Asked, key: Uint8Array<ArrayBuffer>) {
  const address = clientAddress(c)
  if (address === undefined) return { from: null, network: null }
  return { from: await addressKey(c, key), network: await keyedHash(`network ${addressPrefix(address, 48)}`, key) }
}

async function keyedHash(text: string, key: Uint8Array<ArrayBuffer>): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', await hmacKey(key), new TextEncoder().encode(text))
  return new Uint8Array(mac).toHex()
}

/** Counts a request under the key; 429 where there are too many. */
export async function limit(c: Asked, key: string, limiter: Limiter = 'RATE_LIMITER'): Promise<void> {
  const allowed = await isWithin(c, key, limiter)
  if (c.env[limiter]) setPolicyHeaders(c, limiter)
  if (!allowed)
    throw new ServiceError('rate_limited', 'Too many requests. Try again after the seconds in Retry-After.', {
      retryAfter: windowSeconds,
    })
}

export function setPolicyHeaders(c: Asked, limiter: Limiter): void {
  const { policy, quota } = limiters[limiter]
  c.header('RateLimit-Policy', `"${policy}";q=${quota};w=${windowSeconds}`)
}

/** Counts a request under the key, and gives whether there is room for it. Cloudflare counts by location, and roughly. */
export async function isWithin(c: Asked, key: string, limiter: Limiter): Promise<boolean> {
  const binding = c.env[limiter]
  if (binding) return (await binding.limit({ key })).success
  warnIfMissing(c.env, limiter)
  return true
}

// Said once for each environment that lacks it.
const loggedMissing = new WeakMap<object, Set<Limiter>>()

function warnIfMissing(env: object, limiter: Limiter): void {
  const said = loggedMissing.get(env) ?? new Set()
  if (!said.has(limiter)) log('warn', `no ${limiter} binding: requests are not limited`, {})
  loggedMissing.set(env, said.add(limiter))
}
