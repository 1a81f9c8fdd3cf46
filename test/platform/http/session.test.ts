import { describe, expect, test } from 'vitest'
import { sessionToken } from '../../support/callers/identity.ts'
import { service } from '../../support/service.ts'
import { expectProblem, somebody } from '../../support/shop.ts'

const shop = service()
const request = (authorization?: string, path = '/api/me') =>
  shop.fetch(path, authorization === undefined ? {} : { headers: { Authorization: authorization } })

const plainChallenge = 'Bearer realm="merchant-commerce"'

describe('without a session token', () => {
  test('a merchant gets a challenge without an error', async () => {
    for (const path of ['/api/me', '/api/stores', '/api/products', '/api/customers', '/api/orders', '/api/orders/x']) {
      const answer = await request(undefined, path)
      expectProblem(answer, 401, 'unauthenticated')
      expect(answer.headers.get('WWW-Authenticate')).toBe(plainChallenge)
    }
  })

  test('a merchant gets the same challenge for another scheme', async () => {
    for (const other of ['Basic b3duZXI6ZGVtbw==', 'Token abc', 'Negotiate xyz']) {
      const answer = await request(other)
      expectProblem(answer, 401, 'unauthenticated')
      expect(answer.headers.get('WWW-Authenticate')).toBe(plainChallenge)
    }
  })

  test('a token in the query, a cookie or the body is ignored', async () => {
    const { token } = await somebody(shop)
    for (const name of ['access_token', 'token', 'authorization'])
      expectProblem(await request(undefined, `/api/me?${name}=${token}`), 401, 'unauthenticated')
    const cookie = await shop.fetch('/api/me', { headers: { Cookie: `access_token=${token}; session=${token}` } })
    expectProblem(cookie, 401, 'unauthenticated')
    const form = await shop.fetch('/api/stores', { method: 'POST', body: new URLSearchParams({ access_token: token }) })
    expectProblem(form, 401, 'unauthenticated')
  })
})

describe('with an invalid token', () => {
  const expectRejected = async (authorization: string, code = 'invalid_token') => {
    const answer = await request(authorization)
    expectProblem(answer, 401, code)
    const challenge = answer.headers.get('WWW-Authenticate')
    expect(challenge).toMatch(/^Bearer realm="merchant-commerce", error="invalid_token", error_description="[^"]+"$/)
  }

  test('a merchant gets a challenge with the error', async () => {
    const { token } = await somebody(shop)
    for (const authorization of ['Bearer', 'Bearer ', 'Bearer abc', `Bearer ${token}x`, `Bearer ${token} ${token}`])
      await expectRejected(authorization)
  })

  test('two tokens in one request are rejected, even if both are valid', async () => {
    const { token } = await somebody(shop)
    await expectRejected(`Bearer ${token}, Bearer ${token}`)
    const twice = new Headers([
      ['Authorization', `Bearer ${token}`],
      ['Authorization', `Bearer ${token}`],
    ])
    expectProblem(await shop.fetch('/api/me', { headers: twice }), 401, 'invalid_token')
  })

  test('an expired token gets its own code, so that a front end can renew it', async () => {
    await expectRejected(`Bearer ${await sessionToken({ subject: 'late', expiresInSeconds: -120 })}`, 'token_expired')
  })

  test('an MCP or OAuth token is not a session', async () => {
    for (const prefix of ['mcs_mcp_', 'mcs_at_', 'mcs_rt_', 'mcs_ac_'])
      await expectRejected(`Bearer ${prefix}${'a'.repeat(36)}`)
  })

  test('the response does not reveal what is wrong with it', async () => {
    const forged = [{ aud: 'https://elsewhere.test' }, { iss: 'https://elsewhere.test' }, { sub: '' }, { nbf: 9e9 }]
    const bodies = forged.map(async (claims) => {
      const problem = expectProblem(
        await request(`Bearer ${await sessionToken({ subject: 'x', claims })}`),
        401,
        'invalid_token',
      )
      return { ...problem, request_id: '' }
    })
    const problems = await Promise.all(bodies)
    for (const problem of problems) expect(problem).toEqual(problems[0])
  })
})

test('the scheme is case-insensitive', async () => {
  const { token } = await somebody(shop)
  for (const scheme of ['Bearer', 'bearer', 'BEARER'])
    expect(await request(`${scheme} ${token}`)).toMatchObject({ status: 200 })
})
