import type { Asked } from './app-env.ts'
import { configOf } from './config.ts'
import { addressPrefix } from './address-prefix.ts'
import { clientAddress } from './rate-limit.ts'

/**
 * Stands for the network that a shopper orders from: its IPv4 address or IPv6 /56, hashed with a key that the database
 * does not have. Null where the platform does not say the address.
 */
export async function shopperAddress(c: Asked): Promise<string | null> {
  const address = clientAddress(c)
  if (address === undefined) return null
  const text = new TextEncoder()
  // A secret that every deployment has; counts start anew when it changes.
  const secret = await crypto.subtle.digest('SHA-256', text.encode(`shopper address ${configOf(c.env).databaseUrl}`))
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(addressPrefix(address, 56)))).toHex()
}
