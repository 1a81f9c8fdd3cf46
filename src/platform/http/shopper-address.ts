import type { RequestContext } from './app-env.ts'
import { configOf } from './config.ts'
import { addressPrefix } from './address-prefix.ts'
import { clientAddress } from './rate-limit.ts'

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
