import { addressPrefix } from './address-prefix.ts'
import type { Asked } from './app-env.ts'
import { expiringMap, perEnvironment } from './expiring-map.ts'
import { clientAddress, limitAddress } from './rate-limit.ts'

const suspectMs = 60_000
const trustMs = 3_600_000

const seenBy = perEnvironment(() => ({ suspects: expiringMap<true>(), trusted: expiringMap<true>() }))

const own = (c: Asked) => addressPrefix(clientAddress(c), 64)
const pair = (c: Asked, channelId: string) => `${own(c)} ${channelId}`

/**
 * Counts a call from an address that others were refused from a while ago, and gives whether it did. What was signed well
 * from there for this channel before is not counted: Meta calls for all shops from the same addresses.
 */
export async function limitSuspect(c: Asked, channelId: string): Promise<boolean> {
  const { suspects, trusted } = seenBy(c.env)
  if (!suspects.get(own(c)) || trusted.get(pair(c, channelId))) return false
  await limitAddress(c, 'hook')
  return true
}

/** Counts a call that was refused, unless it is counted already. */
export async function limitRefused(c: Asked, channelId: string, counted: boolean): Promise<void> {
  const { suspects, trusted } = seenBy(c.env)
  suspects.set(own(c), true, suspectMs)
  trusted.delete(pair(c, channelId))
  if (!counted) await limitAddress(c, 'hook')
}

export function trust(c: Asked, channelId: string): void {
  seenBy(c.env).trusted.set(pair(c, channelId), true, trustMs)
}
