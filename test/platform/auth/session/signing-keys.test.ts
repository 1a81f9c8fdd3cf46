import { describe, expect, test, vi } from 'vitest'
import { verifySession } from '../../../../src/platform/auth/session/session.ts'
import { sharedKeySets } from '../../../../src/platform/auth/session/shared-key-sets.ts'
import { makePair, part, start, startIssuer } from './issuer-under-test.ts'

const minute = 60_000

describe('while the provider is down', () => {
  test('J25 merchants stay signed in with the cached keys, without waiting', async () => {
    const shop = await startIssuer()
    expect(await shop.verdict(await shop.sign())).toBe('accepted user-1')
    const outages = [
      { status: 503 },
      { hang: true },
      { status: 200, body: '<html>' },
      { status: 302, headers: { location: shop.jwksUri } },
    ]
    for (const outage of outages) {
      await shop.answer(outage)
      shop.clock.ms += 11 * minute
      const before = await shop.fetches()
      const verdicts = await Promise.all(Array.from({ length: 20 }, async () => shop.verdict(await shop.sign())))
      expect(new Set(verdicts)).toEqual(new Set(['accepted user-1']))
      // While the provider hangs, the fetch goes on after the responses.
      const fetched = vi.fn<() => void>()
      const refresh = Promise.all(shop.pending).then(fetched)
      await scheduler.wait(1)
      if ('hang' in outage) expect(fetched).not.toHaveBeenCalled()
      await refresh
      expect(await shop.fetches()).toBe(before + 1)
    }
    shop.clock.ms = start + 24 * 60 * minute - 1
    expect(await shop.verdict(await shop.sign())).toBe('accepted user-1')
  })

  test('J25 a failed refresh is retried after thirty seconds', async () => {
    const shop = await startIssuer()
    await shop.verify(await shop.sign())
    await shop.answer({ status: 500 })
    for (const [seconds, fetches] of [
      [600, 2],
      [601, 2],
      [629, 2],
      [630, 3],
      [659, 3],
      [660, 4],
    ] as const) {
      shop.clock.ms = start + seconds * 1000
      expect(await shop.verdict(await shop.sign())).toBe('accepted user-1')
      await Promise.all(shop.pending)
      expect(await shop.fetches(), `after ${seconds} s`).toBe(fetches)
    }
  })

  test('J25 keys older than a day are not trusted: the result is unavailable, not rejected', async () => {
    const shop = await startIssuer()
    await shop.verify(await shop.sign())
    await shop.answer({ status: 500 })
    shop.clock.ms += 24 * 60 * minute
    expect(await shop.verdict(await shop.sign())).toBe('unavailable 5')
  })

  test.each([
    ['an error', { status: 500 }],
    ['no response', { hang: true }],
    ['a redirect', { status: 302, headers: { location: '/keys/merchants' } }],
    ['an invalid key set', { body: '{"keys":{}}' }],
    ['more than 64 KB', { body: JSON.stringify({ keys: [], filler: 'x'.repeat(70_000) }) }],
    ['another 2xx', { status: 203, body: '{"keys":[]}' }],
  ])('%s on the first fetch: unavailable, and one fetch in five seconds', async (_, answer) => {
    const shop = await startIssuer()
    await shop.answer(answer)
    for (let i = 0; i < 5; i += 1) expect(await shop.verdict(await shop.sign())).toBe('unavailable 5')
    expect(await shop.fetches()).toBe(1)
    await shop.publish(shop.pair.jwk)
    shop.clock.ms += 4_000
    expect(await shop.verdict(await shop.sign())).toBe('unavailable 1')
    shop.clock.ms += 1_000
    expect(await shop.verdict(await shop.sign())).toBe('accepted user-1')
  })

  test('a new key id is unavailable, not rejected', async () => {
    const shop = await startIssuer()
    await shop.verify(await shop.sign())
    await shop.answer({ status: 500 })
    shop.clock.ms += minute
    expect(await shop.verdict(await shop.sign({}, { kid: 'key-2' }))).toBe('unavailable 30')
    expect(await shop.verdict(await shop.sign())).toBe('accepted user-1')
  })
})

describe('when the provider rotates keys', () => {
  test('J26 a new key works at once, and twenty concurrent requests cost one fetch', async () => {
    const shop = await startIssuer()
    await shop.verify(await shop.sign())
    const next = await makePair('key-2')
    await shop.answer({ body: JSON.stringify({ keys: [shop.pair.jwk, next.jwk] }), delay_ms: 100 })
    shop.clock.ms += minute
    const token = await shop.sign({}, { kid: 'key-2' }, next.privateKey)
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => shop.verdict(token)))
    expect(new Set(verdicts)).toEqual(new Set(['accepted user-1']))
    expect(await shop.fetches()).toBe(2)
  })

  test('J27 a removed key is rejected after the refresh', async () => {
    const shop = await startIssuer()
    await shop.verify(await shop.sign())
    await shop.publish((await makePair('key-2')).jwk)
    shop.clock.ms += 10 * minute
    expect(await shop.verdict(await shop.sign())).toBe('accepted user-1')
    await Promise.all(shop.pending)
    expect(await shop.verdict(await shop.sign())).toBe('unknown_key')
  })

  test('J27 raising JWKS_EPOCH drops shared keys at once', async () => {
    const shop = await startIssuer()
    await shop.verify(await shop.sign(), shop.freshKeys({ shared: sharedKeySets('1') }))
    await Promise.all(shop.pending)
    await shop.publish((await makePair('key-2')).jwk)
    const sameEpoch = shop.verify(await shop.sign(), shop.freshKeys({ shared: sharedKeySets('1') }))
    expect((await sameEpoch).subject).toBe('user-1')
    const nextEpoch = shop.verify(await shop.sign(), shop.freshKeys({ shared: sharedKeySets('2') }))
    await expect(nextEpoch).rejects.toMatchObject({ reason: 'unknown_key' })
  })

  test('J28 a hundred made-up key ids a second cost one fetch in thirty seconds, whether the provider is up or down', async () => {
    for (const answer of [undefined, { status: 500 }]) {
      const shop = await startIssuer()
      await shop.verify(await shop.sign())
      if (answer) await shop.answer(answer)
      const before = await shop.fetches()
      for (let second = 30; second <= 90; second += 1) {
        shop.clock.ms = start + second * 1000
        const kids = Array.from({ length: 100 }, () => crypto.randomUUID())
        const token = await shop.sign()
        const rest = token.slice(token.indexOf('.'))
        await Promise.all(kids.map((kid) => shop.verdict(`${part({ alg: 'ES256', kid })}${rest}`)))
      }
      expect(await shop.fetches()).toBe(before + 3)
      expect(await shop.verdict(await shop.sign())).toBe('accepted user-1')
    }
  })

  test('J29 issuers with the same key id and subject cannot sign for each other', async () => {
    const acme = await startIssuer()
    const globex = await startIssuer()
    const keys = acme.freshKeys()
    const context = {
      providers: [acme.provider, globex.provider],
      keys,
      now: () => new Date(start),
      waitUntil: () => {},
    }
    expect(await verifySession(await acme.sign(), context)).toMatchObject({
      issuer: acme.issuer,
      subject: 'user-1',
    })
    expect(await verifySession(await globex.sign(), context)).toMatchObject({
      issuer: globex.issuer,
      subject: 'user-1',
    })
    const crossed = verifySession(await globex.sign({ iss: acme.issuer }), context)
    await expect(crossed).rejects.toMatchObject({ reason: 'bad_signature' })
  })
})

describe('the shared cache', () => {
  test('a cold isolate uses the shared keys without a fetch, and refreshes stale ones in the background', async () => {
    const shop = await startIssuer()
    const shared = sharedKeySets('shared')
    await shop.verify(await shop.sign(), shop.freshKeys({ shared }))
    await Promise.all(shop.pending)
    await shop.answer({ status: 500 })
    await shop.verify(await shop.sign(), shop.freshKeys({ shared }))
    expect(await shop.fetches()).toBe(1)
    shop.clock.ms += 11 * minute
    expect((await shop.verify(await shop.sign(), shop.freshKeys({ shared }))).subject).toBe('user-1')
    await Promise.all(shop.pending)
    expect(await shop.fetches()).toBe(2)
  })

  test('is optional: verification works without a cache in the runtime', async () => {
    const broken = new Proxy(caches, {
      get: () => {
        throw new Error('no cache here')
      },
    })
    const original = caches
    Object.defineProperty(globalThis, 'caches', { value: broken, configurable: true })
    try {
      const shop = await startIssuer()
      const session = await shop.verify(await shop.sign(), shop.freshKeys({ shared: sharedKeySets('off') }))
      expect(session.subject).toBe('user-1')
      await Promise.all(shop.pending)
    } finally {
      Object.defineProperty(globalThis, 'caches', { value: original, configurable: true })
    }
  })

  test('a fetch that never ends does not block later requests', async () => {
    const shop = await startIssuer()
    await shop.answer({ hang: true })
    const keys = shop.freshKeys()
    const lost = shop.verify(await shop.sign(), keys).catch(() => 'unavailable')
    await scheduler.wait(50)
    await shop.publish(shop.pair.jwk)
    shop.clock.ms += 5_000
    expect((await shop.verify(await shop.sign(), keys)).subject).toBe('user-1')
    await lost
  })

  test('a failed fetch is reported', async () => {
    const shop = await startIssuer()
    await shop.answer({ status: 302, headers: { location: '/keys/merchants' } })
    const failures: unknown[] = []
    await shop
      .verify(await shop.sign(), shop.freshKeys({ report: (failure) => void failures.push(failure) }))
      .catch(() => {})
    expect(failures).toEqual([{ issuer: shop.issuer, problem: 'redirect' }])
  })
})
