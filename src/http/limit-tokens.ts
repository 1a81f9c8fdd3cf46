import { keep, recall } from '../edge-cache.ts'
import { ServiceError } from '../errors.ts'
import { addressPrefix } from './address-prefix.ts'
import type { Asked } from './app-env.ts'
import { expiringMap, perEnvironment } from './expiring-map.ts'
import { windowSeconds } from './limiters.ts'
import { clientAddress, limitFailures } from './rate-limit.ts'

// Tokens of MCP in the right form that nobody was given. Only the database can tell them, so each costs a transaction:
// they are limited by the address that they come from, before the database is asked.
//
// An assistant's provider calls for all of its users from a few addresses. Others' made-up tokens must not lock those
// users out, so a token that has been good, here or at this Cloudflare location, is never refused for its address, and
// does not count against it when it ends. That is no permission: the database decides on each call whether a token holds.

/** How many unknown tokens an isolate looks up in a minute for one network. */
const maxUnknown = [
  [64, 30],
  [56, 60],
  [48, 120],
] as const

const refusedMs = 10_000
const knownSeconds = 86_400

const seenBy = perEnvironment(() => ({
  unknown: expiringMap<number>(),
  refused: expiringMap<true>(),
  known: expiringMap<true>(),
}))

/** An IPv4 address counts by itself alone: its /24 is strangers'. */
function networksOf(c: Asked): Map<string, number> {
  const address = clientAddress(c)
  const networks = maxUnknown.map(([bits, max]) => [addressPrefix(address, bits), max] as const)
  return new Map(networks.filter(([prefix]) => !prefix.endsWith('/24')).toReversed())
}

/** Refuses a token that was refused a moment ago, and an unknown one where too many unknown ones came from its network. */
export async function limitUnknownToken(c: Asked, hash: string): Promise<void> {
  const { unknown, refused } = seenBy(c.env)
  if (refused.get(hash)) {
    await limitFailures(c)
    throw new ServiceError('invalid_token', 'The token is unknown, expired or revoked. Get a new one.')
  }
  const full = [...networksOf(c)].some(([prefix, max]) => (unknown.get(prefix) ?? 0) >= max)
  if (full && !(await isKnown(c, hash)))
    throw new ServiceError(
      'rate_limited',
      'Too many unknown tokens came from your network. Try again after the seconds in Retry-After.',
      { retryAfter: windowSeconds },
    )
}

/** Counts a token that the database has refused. */
export async function countRefusedToken(c: Asked, hash: string): Promise<void> {
  const { unknown, refused } = seenBy(c.env)
  refused.set(hash, true, refusedMs)
  if (await isKnown(c, hash)) return
  for (const [prefix] of networksOf(c)) {
    const count = unknown.get(prefix)
    if (count === undefined) unknown.set(prefix, 1, windowSeconds * 1000)
    else unknown.update(prefix, count + 1)
  }
  await limitFailures(c)
}

/** Remembers that a token was good: as it is used, and as it is made, so that its first use finds it known. */
export function rememberToken(c: Asked, hash: string): void {
  const { known } = seenBy(c.env)
  if (known.get(hash)) return
  known.set(hash, true, knownSeconds * 1000)
  c.executionCtx.waitUntil(keep(keyOf(hash), { text: '', at: Date.now() }, knownSeconds))
}

const isKnown = async (c: Asked, hash: string): Promise<boolean> =>
  seenBy(c.env).known.get(hash) === true || (await recall(keyOf(hash), knownSeconds)) !== undefined

const keyOf = (hash: string) => `known-tokens/=${hash}`
