import { expect, test } from 'vitest'
import { hashToken, newToken } from '../../../src/platform/auth/tokens/format.ts'
import { answerOf, callOf, tokenFor, post } from '../../support/callers/assistant.ts'
import { service } from '../../support/service.ts'
import { expectProblem, openShop } from '../../support/shop.ts'

/** The service with a limiter that rejects keys matching `full` and records all keys. */
function limited(full = /^$/) {
  const keys: string[] = []
  const limit = ({ key }: { key: string }) => {
    keys.push(key)
    return Promise.resolve({ success: !full.test(key) })
  }
  return { keys, through: service(undefined, { RATE_LIMITER: { limit } }) }
}

const headers = { 'CF-Connecting-IP': '203.0.113.7' }

test('calls are counted for the digest of the token', async () => {
  const { token } = await tokenFor(await openShop())
  const { keys, through } = limited()
  const answer = await post(callOf('get_store'), { token, headers, through })
  answerOf(answer)
  expect(keys).toEqual([`caller ${await hashToken(token)}`])
  expect(answer.headers.get('RateLimit-Policy')).toBe('"api";q=600;w=60')
})

test('a token over its limit gets 429, and no operation runs', async () => {
  const { token } = await tokenFor(await openShop())
  const { through } = limited(/^caller/)
  const answer = await post(callOf('get_store'), { token, headers, through })
  expectProblem(answer, 429, 'rate_limited')
  expect(answer.headers.get('Retry-After')).toBe('60')
})

test('failures are counted for the address: a missing, malformed or unknown token', async () => {
  for (const token of [undefined, 'mcs_mcp_made-up', newToken('mcp')]) {
    const { keys, through } = limited()
    expect((await post(callOf('get_store'), { ...(token && { token }), headers, through })).status).toBe(401)
    expect(keys.at(-1)).toBe('address 203.0.113.7/32')
    const over = limited(/^address/)
    const answer = await post(callOf('get_store'), { ...(token && { token }), headers, through: over.through })
    expectProblem(answer, 429, 'rate_limited')
  }
})
