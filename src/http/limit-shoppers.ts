import { keep, recall } from '../edge-cache.ts'
import { addressPrefix, isIPv6 } from './address-prefix.ts'
import type { Asked } from './app-env.ts'
import { windowSeconds } from './limiters.ts'
import { clientAddress, isWithin, limit, setPolicyHeaders } from './rate-limit.ts'

/**
 * Counts an order or message for the address that sends it: 429 where that address has sent too many. A crowd around it
 * (a busy store, or a crowded IPv4 /24, which strangers share) refuses nobody by itself. Where the bot challenge is on, it
 * is proof enough in a crowd; where it is off, each address may send a few more.
 */
export async function limitShopper(c: Asked, slug: string, isChallenged: boolean): Promise<void> {
  const address = clientAddress(c)
  // The narrowest first: a single address cannot use up what its network shares.
  await limit(c, `shopper ${addressPrefix(address, 64)}`, 'SHOPPER_LIMITER')
  if (isIPv6(address)) {
    await limit(c, `shopper ${addressPrefix(address, 56)}`, 'SHOPPER_SITE_LIMITER')
    await limit(c, `shopper ${addressPrefix(address, 48)}`, 'SHOPPER_NETWORK_LIMITER')
  }
  if (!isChallenged && (await isCrowded(c, slug, address)))
    await limit(c, `crowd ${addressPrefix(address, 56)}`, 'CROWD_LIMITER')
  else if (c.env.SHOPPER_LIMITER) setPolicyHeaders(c, 'SHOPPER_LIMITER')
}

async function isCrowded(c: Asked, slug: string, address: string | undefined): Promise<boolean> {
  if (!isIPv6(address) && !(await isWithin(c, `shopper ${addressPrefix(address, 48)}`, 'SHOPPER_NETWORK_LIMITER')))
    return true
  return c.env.RATE_LIMITER !== undefined && (await recall(busyKey(slug), windowSeconds)) !== undefined
}

/**
 * Counts an order or message that a store has taken. The binding counts when it is asked, and only what was taken is to
 * count: so it is asked afterwards, and what it says is kept for the next request at this location.
 */
export async function countPlacedOrder(c: Asked, slug: string): Promise<void> {
  if (await isWithin(c, `store ${slug}`, 'RATE_LIMITER')) return
  await keep(busyKey(slug), { text: '', at: Date.now() }, windowSeconds)
}

const busyKey = (slug: string) => `busy-storefronts/=${encodeURIComponent(slug)}`
