import { readCache, writeCache } from '../../outside/edge-cache.ts'
import { ServiceError } from '../../errors/errors.ts'
import { addressPrefix } from './address-prefix.ts'
import type { RequestContext } from '../app-env.ts'
import { expiringMap, perEnvironment } from './expiring-map.ts'
import { windowSeconds } from './limiters.ts'
import { clientAddress, limitFailures } from './rate-limit.ts'

// Limits well-formed tokens for MCP and API keys that do not exist. Only the database can recognize them, which costs a
// transaction each, so they are limited by address before the database is asked.
//
// Vendors of assistants call from a few addresses for all of their users. Made-up tokens must not lock those users out: a
// token that was valid before, in this isolate or at this Cloudflare location, is never refused because of its address, and
// does not count against it when it expires. The database still checks on each call whether a token is valid.

/** How many unknown tokens per minute an isolate looks up for one network, by prefix length. */
const maxUnknown = [
  [64, 30],
  [56, 60],
  [48, 120],
] as const

const refusedMs = 10_000
const knownSeconds = 86_400

const stateOf = perEnvironment(() => ({
  unknown: expiringMap<number>(),
  refused: expiringMap<true>(),
  known: expiringMap<true>(),
}))

/** For IPv4, only the address itself, because strangers share its /24. */
function networksOf(c: RequestContext): Map<string, number> {
  const address = clientAddress(c)
  const networks = maxUnknown.map(([bits, max]) => [addressPrefix(address, bits), max] as const)
  return new Map(networks.filter(([prefix]) => !prefix.endsWith('/24')).toReversed())
}

const refusedToken = (): Error =>
  new ServiceError('invalid_token', 'The token is unknown, expired or revoked. Get a new one.')

/** Refuses a token that was just refused, with `error`, and an unknown token if its network has sent too many. */
export async function limitUnknownToken(c: RequestContext, hash: string, error = refusedToken()): Promise<void> {
  const { unknown, refused } = stateOf(c.env)
  if (refused.get(hash)) {
    await limitFailures(c)
    throw error
  }
  const isOverLimit = [...networksOf(c)].some(([prefix, max]) => (unknown.get(prefix) ?? 0) >= max)
  if (isOverLimit && !(await isKnown(c, hash)))
    throw new ServiceError(
      'rate_limited',
      'Your network sent too many unknown tokens. Try again after the number of seconds in Retry-After.',
      { retryAfter: windowSeconds },
    )
}

/** Counts a token that the database refused. */
export async function countRefusedToken(c: RequestContext, hash: string): Promise<void> {
  const { unknown, refused } = stateOf(c.env)
  refused.set(hash, true, refusedMs)
  if (await isKnown(c, hash)) return
  for (const [prefix] of networksOf(c)) {
    const count = unknown.get(prefix)
    if (count === undefined) unknown.set(prefix, 1, windowSeconds * 1000)
    else unknown.update(prefix, count + 1)
  }
  await limitFailures(c)
}

/** Remembers a valid token, both when it is issued and when it is used. */
export function rememberToken(c: RequestContext, hash: string): void {
  const { known } = stateOf(c.env)
  if (known.get(hash)) return
  known.set(hash, true, knownSeconds * 1000)
  c.executionCtx.waitUntil(writeCache(keyOf(hash), { text: '', at: Date.now() }, knownSeconds))
}

const isKnown = async (c: RequestContext, hash: string): Promise<boolean> =>
  stateOf(c.env).known.get(hash) === true || (await readCache(keyOf(hash), knownSeconds)) !== undefined

const keyOf = (hash: string) => `known-tokens/=${hash}`
