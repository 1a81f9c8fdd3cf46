import { fetchKeySet, type FetchProblem } from './fetch-key-set.ts'
import type { IdentityProvider } from './identity-providers.ts'
import { chooseKey, importKeys, readKeySet, type KeyChoice, type SigningKey, type WantedKey } from './key-set.ts'
import { sharedKeySets, type SharedKeySets } from './shared-key-sets.ts'

type KeyLookup = KeyChoice | { readonly outcome: 'unavailable'; readonly retryAfterSeconds: number }

/** What of the current request the cache needs; `waitUntil` must be that request's own. */
export type KeyRequest = {
  readonly now: () => Date
  readonly waitUntil: (work: Promise<unknown>) => void
}

export type SigningKeys = {
  readonly find: (provider: IdentityProvider, wanted: WantedKey, request: KeyRequest) => Promise<KeyLookup>
}

export type SigningKeysOptions = {
  readonly epoch?: string
  readonly fetchTimeoutMs?: number
  readonly shared?: SharedKeySets
  readonly report?: (failure: { issuer: string; problem: FetchProblem }) => void
}

type Held = { readonly keys: readonly SigningKey[]; readonly fetchedAt: number }
type Attempt = { readonly startedAt: number; outcome: 'running' | 'succeeded' | 'failed' }
type Slot = { held: Held | undefined; attempt: Attempt | undefined }

const softTtlMs = 10 * 60_000
const hardTtlMs = 24 * 3_600_000
const cooldownMs = 30_000
// With no keys at all every request fails, so the provider is asked sooner.
const coldCooldownMs = 5_000
const pollMs = 20

/**
 * The providers' public keys, kept for the isolate's life: fresh for 10 minutes, then refreshed behind
 * the request's back, used up to 24 hours while the provider is down. An unknown `kid` causes at most
 * one fetch in 30 seconds, failed ones included. Make one at module scope.
 */
export function createSigningKeys(options: SigningKeysOptions = {}): SigningKeys {
  const { epoch = '0', fetchTimeoutMs = 5_000, shared = sharedKeySets(epoch), report } = options
  const slots = new Map<string, Slot>()

  function slotOf({ issuer, jwksUri }: IdentityProvider): Slot {
    const name = `${issuer} ${jwksUri}`
    const slot = slots.get(name) ?? { held: undefined, attempt: undefined }
    slots.set(name, slot)
    return slot
  }

  function usable(slot: Slot, nowMs: number): Held | undefined {
    return slot.held && nowMs - slot.held.fetchedAt < hardTtlMs ? slot.held : undefined
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
    if (fetchedAt >= (slot.held?.fetchedAt ?? 0)) slot.held = { keys, fetchedAt }
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

  // In workerd a promise belongs to the request that made it, and dies with it: another request's fetch
  // is watched by looking, never awaited.
  async function watch(attempt: Attempt, nowMs: number): Promise<void> {
    const deadlineMs = attempt.startedAt + fetchTimeoutMs + 1_000 - nowMs
    for (let waited = 0; attempt.outcome === 'running' && waited < deadlineMs; waited += pollMs) {
      await scheduler.wait(pollMs)
    }
  }

  async function refresh(slot: Slot, provider: IdentityProvider, request: KeyRequest): Promise<void> {
    const nowMs = request.now().getTime()
    if (cooldownLeft(slot, nowMs) <= 0) await startFetch(slot, provider, request)
    else if (slot.attempt) await watch(slot.attempt, nowMs)
  }

  async function fill(slot: Slot, provider: IdentityProvider, request: KeyRequest): Promise<void> {
    const stored = await shared.read(provider.jwksUri)
    const members = stored && readKeySet(stored.text)
    if (stored && members) await keep(slot, provider, members, stored.fetchedAt)
    if (!usable(slot, request.now().getTime())) await refresh(slot, provider, request)
  }

  return {
    find: async (provider, wanted, request) => {
      const slot = slotOf(provider)
      const nowMs = request.now().getTime()
      if (!usable(slot, nowMs)) await fill(slot, provider, request)
      const unavailable = () => {
        const retryAfterSeconds = Math.max(1, Math.ceil(cooldownLeft(slot, nowMs) / 1000))
        return { outcome: 'unavailable', retryAfterSeconds } as const
      }
      const held = usable(slot, nowMs)
      if (!held) return unavailable()
      if (nowMs - held.fetchedAt >= softTtlMs && cooldownLeft(slot, nowMs) <= 0)
        void startFetch(slot, provider, request)
      const choice = chooseKey(held.keys, wanted)
      if (choice.outcome !== 'unknown') return choice
      await refresh(slot, provider, request)
      // Whether the key exists can't be told while the provider does not answer.
      if (slot.attempt?.outcome !== 'succeeded') return unavailable()
      return chooseKey(slot.held?.keys ?? [], wanted)
    },
  }
}
