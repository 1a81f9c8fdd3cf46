import { ServiceError } from '../../errors/errors.ts'
import { readCache, writeCache } from '../../outside/edge-cache.ts'
import { addressPrefix, isIPv6 } from './address-prefix.ts'
import type { RequestContext } from '../app-env.ts'
import { configOf } from '../../configuration/config.ts'
import { windowSeconds } from './limiters.ts'
import { clientAddress, isWithin, limit, limitAddress, setPolicyHeaders } from './rate-limit.ts'

/**
 * Limits the orders and messages of an address: 429 if it has sent too many. Strangers share a store and an IPv4 /24, so
 * nobody is refused only because one of these is over its limit. Each address may then still send a few, or any number
 * within its own limit if it passes a bot challenge.
 */
export async function limitShopper(c: RequestContext, slug: string, isChallenged: boolean): Promise<void> {
  const address = clientAddress(c)
  await limitNetworks(c, 'shopper')
  if (!isChallenged && (await isCrowded(c, slug, address)))
    await limit(c, `crowd ${addressPrefix(address, 56)}`, 'CROWD_LIMITER')
}

/** Limits the quotes of an address. Those with a discount code are limited like orders, against guessing codes. */
export async function limitQuote(c: RequestContext, hasCode: boolean): Promise<void> {
  await limitAddress(c, 'storefront quote')
  if (hasCode) await limitNetworks(c, 'code')
}

/** Limits the quotes of an address that were refused for too little stock, against finding out how much is left. */
export async function limitStockProbe(c: RequestContext, error: unknown): Promise<void> {
  if (error instanceof ServiceError && error.code === 'insufficient_stock') await limitNetworks(c, 'stock')
}

/** Counts a request for its address and, for IPv6, for the /56 and /48 around it: 429 if one of them has sent too many. */
async function limitNetworks(c: RequestContext, what: string): Promise<void> {
  const address = clientAddress(c)
  // Narrowest first, so that a single address cannot use up the limit of its network.
  await limit(c, `${what} ${addressPrefix(address, 64)}`, 'SHOPPER_LIMITER')
  if (isIPv6(address)) {
    await limit(c, `${what} ${addressPrefix(address, 56)}`, 'SHOPPER_SITE_LIMITER')
    await limit(c, `${what} ${addressPrefix(address, 48)}`, 'SHOPPER_NETWORK_LIMITER')
  }
  if (c.env.SHOPPER_LIMITER) setPolicyHeaders(c, 'SHOPPER_LIMITER')
}

async function isCrowded(c: RequestContext, slug: string, address: string | undefined): Promise<boolean> {
  if (!isIPv6(address) && !(await isWithin(c, `shopper ${addressPrefix(address, 48)}`, 'SHOPPER_NETWORK_LIMITER')))
    return true
  return c.env.RATE_LIMITER !== undefined && (await readCache(busyKey(slug), windowSeconds)) !== undefined
}

/**
 * Counts an order or message that a store accepted. Asking the binding also counts, and only accepted ones should. So it is
 * asked afterwards, and its answer is cached for the next request at this location.
 */
export async function countPlacedOrder(c: RequestContext, slug: string): Promise<void> {
  if (await isWithin(c, `store ${slug}`, 'RATE_LIMITER')) return
  await writeCache(busyKey(slug), { text: '', at: Date.now() }, windowSeconds)
}

const busyKey = (slug: string) => `busy-storefronts/=${encodeURIComponent(slug)}`

/**
 * Identifies the network of a shopper: the IPv4 address or IPv6 /56, hashed with a key that the database does not have. Null
 * if the platform does not provide the address.
 */
export async function shopperAddress(c: RequestContext): Promise<string | null> {
  const address = clientAddress(c)
  if (address === undefined) return null
  const encoder = new TextEncoder()
  // Derived from a secret that every deployment has. When it changes, counting starts over.
  const secret = await crypto.subtle.digest('SHA-256', encoder.encode(`shopper address ${configOf(c.env).databaseUrl}`))
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(addressPrefix(address, 56)))).toHex()
}
