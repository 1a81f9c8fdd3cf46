import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newToken } from '../../../src/platform/auth/tokens/format.ts'
import { answerOf, callOf, challengeOf, tokenFor, post } from '../../support/callers/assistant.ts'
import { database, service } from '../../support/service.ts'
import { expectProblem, openShop } from '../../support/shop.ts'

// Well-formed tokens that were never issued: how many round trips they cost, and who is rate limited for them.

// Time stands still, so that nothing expires because the machine is busy.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const advanceClock = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

function countedService(tag = `tokens-${crypto.randomUUID()}`) {
  // Without rate limit bindings, as on plain workerd, so that each isolate counts for itself.
  const through = service(tag, { RATE_LIMITER: undefined })
  const call = (token: string, from = '192.0.2.1') =>
    post(callOf('get_store'), { token, through, headers: { 'CF-Connecting-IP': from } })
  return {
    call,
    guess: (from?: string) => call(newToken('mcp'), from),
    trips: async () => (await database(tag).seen()).requests,
  }
}

test('300 made-up tokens from one address cost 30 round trips', async () => {
  const { guess, trips } = countedService()
  const statuses = new Map<number, number>()
  for (let i = 0; i < 300; i++) {
    const { status } = await guess()
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(await trips()).toBe(30)
  expect(Object.fromEntries(statuses)).toEqual({ 401: 30, 429: 270 })
})

test('made-up tokens are counted for an IPv6 /64, /56 and /48, and not for neighbouring networks', async () => {
  const { guess, trips } = countedService()
  const until429 = async (from: (nth: number) => string) => {
    for (let nth = 0; nth < 300; nth++) if ((await guess(from(nth))).status === 429) return nth
    return null
  }
  expect(await until429((nth) => `2001:db8:1:1::${nth}`)).toBe(30)
  expect(await until429((nth) => `2001:db8:1:${(nth % 10) + 2}::1`)).toBe(30)
  expect(await until429((nth) => `2001:db8:1:${(nth + 1) * 100}::1`)).toBe(60)
  const tripsBefore = await trips()
  expectProblem(await guess('2001:db8:1:ffff::1'), 429, 'rate_limited')
  expect(await trips()).toBe(tripsBefore)
  expectProblem(await guess('2001:db8:2::1'), 401, 'invalid_token')
  expectProblem(await guess('192.0.2.1'), 401, 'invalid_token')
})

test('the address may try again a minute later', async () => {
  const { guess } = countedService()
  for (let i = 0; i < 30; i++) await guess()
  const refused = await guess()
  expectProblem(refused, 429, 'rate_limited')
  expect(refused.headers.get('Retry-After')).toBe('60')
  advanceClock(61)
  expectProblem(await guess(), 401, 'invalid_token')
})

test('a valid token from the same address keeps working, in this isolate and in others of the location', async () => {
  const { token } = await tokenFor(await openShop())
  const { call, guess } = countedService()
  answerOf(await call(token))
  for (let i = 0; i < 40; i++) await guess()
  expectProblem(await guess(), 429, 'rate_limited')
  for (let i = 0; i < 3; i++) answerOf(await call(token))
  const other = countedService()
  for (let i = 0; i < 40; i++) await other.guess()
  expectProblem(await other.guess(), 429, 'rate_limited')
  answerOf(await other.call(token))
})

test('valid tokens that expire or are revoked do not count against their address', async () => {
  const shop = await openShop()
  const { call, guess } = countedService()
  for (let i = 0; i < 32; i++) {
    const { id, token } = await tokenFor(shop)
    answerOf(await call(token))
    expect((await shop.owner.delete(`/api/mcp/tokens/${id}`)).status).toBe(204)
    expectProblem(await call(token), 401, 'invalid_token')
  }
  expectProblem(await guess(), 401, 'invalid_token')
})

test('a rejected token is not looked up again for ten seconds', async () => {
  const { call, trips } = countedService()
  const token = newToken('access')
  const first = await call(token)
  for (let i = 0; i < 5; i++) {
    const answer = await call(token)
    expectProblem(answer, 401, 'invalid_token')
    expect(challengeOf(answer)).toEqual(challengeOf(first))
  }
  expect(await trips()).toBe(1)
  advanceClock(11)
  expectProblem(await call(token), 401, 'invalid_token')
  expect(await trips()).toBe(2)
})

test('a valid token is looked up each time, so that revoking it takes effect at once', async () => {
  const shop = await openShop()
  const { id, token } = await tokenFor(shop)
  const { call, trips } = countedService()
  for (let i = 0; i < 3; i++) answerOf(await call(token))
  expect(await trips()).toBe(3)
  await shop.owner.delete(`/api/mcp/tokens/${id}`)
  expectProblem(await call(token), 401, 'invalid_token')
})
