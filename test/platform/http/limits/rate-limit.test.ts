import { afterEach, describe, expect, test, vi } from 'vitest'
import { testIssuer } from '../../../support/callers/identity.ts'
import { limiter } from '../../../support/outside/limiter.ts'
import { watchLog } from '../../../support/run/log.ts'
import { service } from '../../../support/service.ts'
import { expectProblem, openShop, somebody } from '../../../support/shop.ts'

afterEach(() => void vi.restoreAllMocks())

const limitedService = (max: number) => {
  const { binding, keys } = limiter(max)
  return { shop: service(undefined, { RATE_LIMITER: binding }), keys }
}

test('without the binding nothing is limited, and the log says so once', async () => {
  const { lines } = watchLog()
  const merchant = await somebody(service(undefined, { RATE_LIMITER: undefined }))
  for (let i = 0; i < 3; i++) expect((await merchant.get('/api/me')).headers.get('RateLimit-Policy')).toBeNull()
  expect(lines.filter((line) => line.includes('RATE_LIMITER'))).toHaveLength(1)
})

describe('a merchant over the rate limit', () => {
  test('gets 429 with Retry-After and the policy; other merchants are unaffected', async () => {
    const { shop } = limitedService(2)
    const busy = await somebody(shop)
    for (let i = 0; i < 2; i++) {
      const answer = await busy.get('/api/me')
      expect(answer).toMatchObject({ status: 200 })
      expect(answer.headers.get('RateLimit-Policy')).toBe('"api";q=600;w=60')
    }
    const refused = await busy.get('/api/me')
    expectProblem(refused, 429, 'rate_limited')
    expect(refused.headers.get('Retry-After')).toBe('60')
    expect(refused.headers.get('RateLimit-Policy')).toBe('"api";q=600;w=60')
    expect(refused.headers.get('RateLimit')).toBeNull()
    expect(await (await somebody(shop)).get('/api/me')).toMatchObject({ status: 200 })
  })

  test('is counted by user, whatever address or store they use', async () => {
    const { shop, keys } = limitedService(100)
    const merchant = await somebody(shop)
    await merchant.get('/api/me', { 'CF-Connecting-IP': '192.0.2.1' })
    await merchant.get('/api/products', { 'CF-Connecting-IP': '192.0.2.2', 'X-Store-Id': crypto.randomUUID() })
    expect(keys()).toEqual([`caller ${testIssuer} ${merchant.subject}`])
  })

  test('is rejected before the database is called, and writes nothing', async () => {
    const { owner } = await openShop()
    const { shop } = limitedService(0)
    const headers = { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' }
    const answer = await shop.fetch('/api/customers', { method: 'POST', headers, body: '{"name":"Amal"}' })
    expectProblem(answer, 429, 'rate_limited')
    expect(await owner.get('/api/customers')).toMatchObject({ body: { meta: { total: 0 } } })
  })
})

describe('a caller who guesses tokens', () => {
  const guess = (shop: ReturnType<typeof service>, address: string, more: Record<string, string> = {}) =>
    shop.fetch('/api/me', { headers: { Authorization: 'Bearer guess', 'CF-Connecting-IP': address, ...more } })

  test('is limited by address, whatever they send', async () => {
    const { shop, keys } = limitedService(2)
    expectProblem(await guess(shop, '192.0.2.1'), 401, 'invalid_token')
    expectProblem(await shop.fetch('/api/me', { headers: { 'CF-Connecting-IP': '192.0.2.1' } }), 401, 'unauthenticated')
    expectProblem(await guess(shop, '192.0.2.1', { 'X-Forwarded-For': '198.51.100.7' }), 429, 'rate_limited')
    expectProblem(await guess(shop, '192.0.2.2'), 401, 'invalid_token')
    expect(keys()).toEqual(['address 192.0.2.1/32', 'address 192.0.2.2/32'])
  })

  test('is counted with their IPv6 network, and not with neighbouring ones', async () => {
    const { shop, keys } = limitedService(100)
    for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff:eeee:dddd:cccc', '2001:db8:1:2:0:0:0:9'])
      await guess(shop, address)
    expect(keys()).toEqual(['address 2001:db8:1:2::/64'])
    await guess(shop, '2001:db8:1:3::1')
    await guess(shop, '2001:db8::1')
    expect(keys()).toEqual(['address 2001:db8:1:2::/64', 'address 2001:db8:1:3::/64', 'address 2001:db8:0:0::/64'])
  })

  test('does not use up the limit of a merchant at the same address', async () => {
    const { shop } = limitedService(1)
    await guess(shop, '192.0.2.1')
    expectProblem(await guess(shop, '192.0.2.1'), 429, 'rate_limited')
    expect(await (await somebody(shop)).get('/api/me', { 'CF-Connecting-IP': '192.0.2.1' })).toMatchObject({
      status: 200,
    })
  })
})
