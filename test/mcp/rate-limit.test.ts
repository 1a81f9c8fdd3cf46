import { expect, test } from 'vitest'
import { hashToken, newToken } from '../../src/auth/tokens/format.ts'
import { answerOf, callOf, mint, post } from '../support/assistant.ts'
import { service } from '../support/service.ts'
import { expectProblem, openShop } from '../support/shop.ts'

/** The service with a limiter that says no to keys that `full` matches, and the keys that it was asked about. */
function limited(full = /^$/) {
  const keys: string[] = []
  const limit = ({ key }: { key: string }) => {
    keys.push(key)
    return Promise.resolve({ success: !full.test(key) })
  }
  return { keys, through: service(undefined, { RATE_LIMITER: { limit } }) }
}

const headers = { 'CF-Connecting-IP': '203.0.113.7' }

test('calls count for the token, known by its digest alone', async () => {
  const { token } = await mint(await openShop())
  const { keys, through } = limited()
  const answer = await post(callOf('get_store'), { token, headers, through })
  answerOf(answer)
  expect(keys).toEqual([`caller ${await hashToken(token)}`])
  expect(answer.headers.get('RateLimit-Policy')).toBe('"api";q=600;w=60')
})

test('a token over its limit is told to wait, and no operation runs', async () => {
  const { token } = await mint(await openShop())
  const { through } = limited(/^caller/)
  const answer = await post(callOf('get_store'), { token, headers, through })
  expectProblem(answer, 429, 'rate_limited')
  expect(answer.headers.get('Retry-After')).toBe('60')
})

test('failures count for the address: no token, one that cannot be, one that is not', async () => {
  for (const token of [undefined, 'mcs_mcp_made-up', newToken('mcp')]) {
    const { keys, through } = limited()
    expect((await post(callOf('get_store'), { ...(token && { token }), headers, through })).status).toBe(401)
    expect(keys.at(-1)).toBe('address 203.0.113.7/32')
    const over = limited(/^address/)
    const answer = await post(callOf('get_store'), { ...(token && { token }), headers, through: over.through })
    expectProblem(answer, 429, 'rate_limited')
  }
})
