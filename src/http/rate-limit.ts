import { hmacKey } from '../auth/token-keys.ts'
import { ServiceError } from '../errors.ts'
import type { Asked } from './app-env.ts'
import { log } from './log.ts'

/** As in wrangler.toml: requests and seconds. */
const policies = {
  RATE_LIMITER: '"api";q=600;w=60',
  SHOPPER_LIMITER: '"shopper";q=20;w=60',
} as const
const windowSeconds = 60

/** Counted for the caller, wherever they call from. */
export const limitCaller = (c: Asked, caller: string) => limit(c, `caller ${caller}`)

/** Counted for the address, as nobody else is known to count. */
export const limitFailures = (c: Asked) => limit(c, `address ${addressOf(c.req.header('CF-Connecting-IP'))}`)

/** Counted for the address, and for one kind of request by itself. */
export const limitAddress = (c: Asked, what: string) =>
  limit(c, `${what} address ${addressOf(c.req.header('CF-Connecting-IP'))}`)

/**
 * What a shopper leaves in a store, counted more closely for the address, and for the store: in this order, so that no
 * address uses up more of what all of a store's shoppers share than its own part.
 */
export async function limitShopper(c: Asked, slug: string): Promise<void> {
  await limit(c, `shopper address ${addressOf(c.req.header('CF-Connecting-IP'))}`, 'SHOPPER_LIMITER')
  const own = c.env.SHOPPER_LIMITER && policies.SHOPPER_LIMITER
  await limit(c, `shopper store ${slug}`)
  if (own) c.header('RateLimit-Policy', own)
}

/** Stands for the address where it is kept for counting: without the key nobody can tell which it was. */
export const addressKey = (c: Asked, key: Uint8Array<ArrayBuffer>): Promise<string> =>
  keyedHash(`address ${addressOf(c.req.header('CF-Connecting-IP'))}`, key)

/** The address and the network around it, as `addressKey` has it; both null where the address is unknown. */
export async function originKeys(c: Asked, key: Uint8Array<ArrayBuffer>) {
  const address = c.req.header('CF-Connecting-IP')
  if (address === undefined) return { from: null, network: null }
  return { from: await addressKey(c, key), network: await keyedHash(`network ${networkOf(address)}`, key) }
}

async function keyedHash(text: string, key: Uint8Array<ArrayBuffer>): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', await hmacKey(key), new TextEncoder().encode(text))
  return new Uint8Array(mac).toHex()
}

/** Said once for each environment that lacks it. */
const saidMissing = { RATE_LIMITER: new WeakSet<object>(), SHOPPER_LIMITER: new WeakSet<object>() }

async function limit(c: Asked, key: string, binding: keyof typeof policies = 'RATE_LIMITER'): Promise<void> {
  const limiter = c.env[binding]
  if (!limiter) {
    if (!saidMissing[binding].has(c.env)) log('warn', `no ${binding} binding: requests are not limited`, {})
    saidMissing[binding].add(c.env)
    return
  }
  c.header('RateLimit-Policy', policies[binding])
  const { success } = await limiter.limit({ key })
  if (!success)
    throw new ServiceError('rate_limited', 'Too many requests in a short time. Wait as long as Retry-After says.', {
      retryAfter: windowSeconds,
    })
}

/** Whoever holds an IPv6 /64 has all of its addresses: they count as one. */
export function addressOf(address = 'unknown'): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0')].slice(0, 4).join(':')
}

/** What one customer of a network is commonly given at most: an IPv6 /48, or an IPv4 /24. */
const networkOf = (address: string): string =>
  addressOf(address)
    .split(address.includes(':') ? ':' : '.')
    .slice(0, 3)
    .join(' ')
