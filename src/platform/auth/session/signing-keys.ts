import { fetchKeySet, type FetchProblem } from './fetch-key-set.ts'
import type { IdentityProvider } from './identity-providers.ts'
import { chooseKey, importKeys, readKeySet, type KeyChoice, type SigningKey, type KeyQuery } from './key-set.ts'
import { sharedKeySets, type SharedKeySets } from './shared-key-sets.ts'

type KeyLookup = KeyChoice | { readonly outcome: 'unavailable'; readonly retryAfterSeconds: number }

/** The current request. `waitUntil` must belong to it. */
export type KeyRequest = {
  readonly now: () => Date
  readonly waitUntil: (work: Promise<unknown>) => void
}

export type SigningKeys = {
  readonly find: (provider: IdentityProvider, query: KeyQuery, request: KeyRequest) => Promise<KeyLookup>
}

export type SigningKeysOptions = {
  readonly epoch?: string
  readonly fetchTimeoutMs?: number
  readonly shared?: SharedKeySets
  readonly report?: (failure: { issuer: string; problem: FetchProblem }) => void
}

type CachedKeys = { readonly keys: readonly SigningKey[]; readonly fetchedAt: number }
type Attempt = { readonly startedAt: number; outcome: 'running' | 'succeeded' | 'failed' }
type Slot = { cached: CachedKeys | undefined; attempt: Attempt | undefined }

const softTtlMs = 10 * 60_000
const hardTtlMs = 24 * 3_600_000
const cooldownMs = 30_000
// Without any keys, every request fails, so retry sooner.
const coldCooldownMs = 5_000
const pollMs = 20

/**
 * The providers' public keys, cached in the isolate. They are fresh for 10 minutes and then refreshed in the background; if
 * the provider is down, they are used for up to 24 hours. An unknown `kid` causes at most one fetch per 30 seconds, including
 * failed ones. Create one at module scope.
 */
export function createSigningKeys(options: SigningKeysOptions = {}): SigningKeys {
  const { epoch = '0', fetchTimeoutMs = 5_000, shared = sharedKeySets(epoch), report } = options
  const slots = new Map<string, Slot>()

  function slotOf({ issuer, jwksUri }: IdentityProvider): Slot {
    const name = `${issuer} ${jwksUri}`
    const slot = slots.get(name) ?? { cached: undefined, attempt: undefined }
    slots.set(name, slot)
    return slot
  }

  function usable(slot: Slot, nowMs: number): CachedKeys | undefined {
    return slot.cached && nowMs - slot.cached.fetchedAt < hardTtlMs ? slot.cached : undefined
  }

  function cooldownLeft(slot: Slot, nowMs: number): number {
    const pause = usable(slot, nowMs) ? cooldownMs : coldCooldownMs
    return slot.attempt ? slot.attempt.startedAt + pause - nowMs : 0
  }

  async function keep(
    slot: Slot,
    provider: IdentityProvider,
    members: readonly unknown[],
    fetchedAt: number,
  ): Promise<void> {
    const keys = await importKeys(members, provider.algorithms)
    if (fetchedAt >= (slot.cached?.fetchedAt ?? 0)) slot.cached = { keys, fetchedAt }
  }

  async function fetchInto(
    slot: Slot,
    attempt: Attempt,
    provider: IdentityProvider,
    request: KeyRequest,
  ): Promise<void> {
    const { issuer, jwksUri } = provider
    const fetched = await fetchKeySet(jwksUri, fetchTimeoutMs)
    const members = 'text' in fetched ? readKeySet(fetched.text) : undefined
    if ('problem' in fetched || !members) {
      attempt.outcome = 'failed'
      report?.({ issuer, problem: 'problem' in fetched ? fetched.problem : 'not_a_key_set' })
      return
    }
    await keep(slot, provider, members, attempt.startedAt)
    attempt.outcome = 'succeeded'
    request.waitUntil(shared.write(jwksUri, { fetchedAt: attempt.startedAt, text: fetched.text }))
  }

  function startFetch(slot: Slot, provider: IdentityProvider, request: KeyRequest): Promise<void> {
    const attempt: Attempt = { startedAt: request.now().getTime(), outcome: 'running' }
    slot.attempt = attempt
    const work = fetchInto(slot, attempt, provider, request)
    request.waitUntil(work)
    return work
  }

  // In workerd, a promise dies with the request that created it. So the fetch of another request is polled, not awaited.
  async function poll(attempt: Attempt, nowMs: number): Promise<void> {
    const deadlineMs = attempt.startedAt + fetchTimeoutMs + 1_000 - nowMs
    for (let waited = 0; attempt.outcome === 'running' && waited < deadlineMs; waited += pollMs) {
      await scheduler.wait(pollMs)
    }
  }

  async function refresh(slot: Slot, provider: IdentityProvider, request: KeyRequest): Promise<void> {
    const nowMs = request.now().getTime()
    if (cooldownLeft(slot, nowMs) <= 0) await startFetch(slot, provider, request)
    else if (slot.attempt) await poll(slot.attempt, nowMs)
  }

  async function fill(slot: Slot, provider: IdentityProvider, request: KeyRequest): Promise<void> {
    const stored = await shared.read(provider.jwksUri)
    const members = stored && readKeySet(stored.text)
    if (stored && members) await keep(slot, provider, members, stored.fetchedAt)
    if (!usable(slot, request.now().getTime())) await refresh(slot, provider, request)
  }

  return {
    find: async (provider, query, request) => {
      const slot = slotOf(provider)
      const nowMs = request.now().getTime()
      if (!usable(slot, nowMs)) await fill(slot, provider, request)
      const unavailable = () => {
        const retryAfterSeconds = Math.max(1, Math.ceil(cooldownLeft(slot, nowMs) / 1000))
        return { outcome: 'unavailable', retryAfterSeconds } as const
      }
      const cached = usable(slot, nowMs)
      if (!cached) return unavailable()
      if (nowMs - cached.fetchedAt >= softTtlMs && cooldownLeft(slot, nowMs) <= 0)
        void startFetch(slot, provider, request)
      const choice = chooseKey(cached.keys, query)
      if (choice.outcome !== 'unknown') return choice
      await refresh(slot, provider, request)
      // While the provider does not respond, nobody knows whether the key exists.
      if (slot.attempt?.outcome !== 'succeeded') return unavailable()
      return chooseKey(slot.cached?.keys ?? [], query)
    },
  }
}
