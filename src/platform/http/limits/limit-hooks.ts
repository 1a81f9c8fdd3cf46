import { addressPrefix } from './address-prefix.ts'
import type { RequestContext } from '../app-env.ts'
import { expiringMap, perEnvironment } from './expiring-map.ts'
import { clientAddress, limitAddress } from './rate-limit.ts'

const suspectMs = 60_000
const trustMs = 3_600_000

const stateOf = perEnvironment(() => ({ suspects: expiringMap<true>(), trusted: expiringMap<true>() }))

const senderOf = (c: RequestContext) => addressPrefix(clientAddress(c), 64)
const trustKey = (c: RequestContext, channelId: string) => `${senderOf(c)} ${channelId}`

/**
 * Counts a call from an address that recently sent refused calls, and returns whether it did. If the address has sent valid
 * signatures for this channel, the call is not counted: Meta uses the same addresses for all stores.
 */
export async function limitSuspect(c: RequestContext, channelId: string): Promise<boolean> {
  const { suspects, trusted } = stateOf(c.env)
  if (!suspects.get(senderOf(c)) || trusted.get(trustKey(c, channelId))) return false
  await limitAddress(c, 'hook')
  return true
}

/** Counts a refused call, unless `limitSuspect` has already counted it. */
export async function limitRefused(c: RequestContext, channelId: string, isCounted: boolean): Promise<void> {
  const { suspects, trusted } = stateOf(c.env)
  suspects.set(senderOf(c), true, suspectMs)
  trusted.delete(trustKey(c, channelId))
  if (!isCounted) await limitAddress(c, 'hook')
}

export function trust(c: RequestContext, channelId: string): void {
  stateOf(c.env).trusted.set(trustKey(c, channelId), true, trustMs)
}
