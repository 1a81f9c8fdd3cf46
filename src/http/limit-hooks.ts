import type { Asked } from './app-env.ts'
import { addressPrefix } from './address-prefix.ts'
import { clientAddress, limitAddress } from './rate-limit.ts'

const suspectMs = 60_000
const trustMs = 3_600_000
const most = 10_000

type Until = Map<string, number>

/** By the Worker's environment, of which an isolate has one: it knows what it has seen itself. */
const seen = new WeakMap<object, { readonly suspects: Until; readonly trusted: Until }>()

function seenBy({ env }: Asked) {
  const known = seen.get(env) ?? { suspects: new Map(), trusted: new Map() }
  seen.set(env, known)
  return known
}

const own = (c: Asked) => addressPrefix(clientAddress(c), 64)
const pair = (c: Asked, channelId: string) => `${own(c)} ${channelId}`

/**
 * Counts a call from an address that others were refused from a while ago, and gives whether it did. What was signed well
 * from there for this channel before is not counted: Meta calls for all shops from the same addresses.
 */
export async function limitSuspect(c: Asked, channelId: string): Promise<boolean> {
  const { suspects, trusted } = seenBy(c)
  if (!holds(suspects, own(c)) || holds(trusted, pair(c, channelId))) return false
  await limitAddress(c, 'hook')
  return true
}

/** Counts a call that was refused, unless it is counted already. */
export async function limitRefused(c: Asked, channelId: string, counted: boolean): Promise<void> {
  const { suspects, trusted } = seenBy(c)
  keep(suspects, own(c), suspectMs)
  trusted.delete(pair(c, channelId))
  if (!counted) await limitAddress(c, 'hook')
}

export function trust(c: Asked, channelId: string): void {
  keep(seenBy(c).trusted, pair(c, channelId), trustMs)
}

const holds = (until: Until, key: string) => (until.get(key) ?? 0) > Date.now()

function keep(until: Until, key: string, ms: number): void {
  // Anew at the end: what was not renewed for longest goes first.
  until.delete(key)
  until.set(key, Date.now() + ms)
  const [oldest] = until.keys()
  if (until.size > most && oldest !== undefined) until.delete(oldest)
}
