import { describe, expect, test } from 'vitest'
import { sessionToken } from '../support/identity.ts'
import { service } from '../support/service.ts'
import { expectProblem, somebody } from '../support/shop.ts'

const shop = service()
const ask = (authorization?: string, path = '/api/me') =>
  shop.fetch(path, authorization === undefined ? {} : { headers: { Authorization: authorization } })

const bare = 'Bearer realm="merchant-commerce"'

describe('without a session token', () => {
  test('a merchant is asked for one, without being told of an error', async () => {
    for (const path of ['/api/me', '/api/stores', '/api/products', '/api/customers', '/api/orders', '/api/orders/x']) {
      const answer = await ask(undefined, path)
      expectProblem(answer, 401, 'unauthenticated')
      expect(answer.headers.get('WWW-Authenticate')).toBe(bare)
    }
  })

  test('of another scheme, it is the same', async () => {
    for (const other of ['Basic b3duZXI6ZGVtbw==', 'Token abc', 'Negotiate xyz']) {
      const answer = await ask(other)
      expectProblem(answer, 401, 'unauthenticated')
      expect(answer.headers.get('WWW-Authenticate')).toBe(bare)
    }
  })

  test('one in the address, in a cookie or in the body is not looked at', async () => {
    const { token } = await somebody(shop)
    for (const name of ['access_token', 'token', 'authorization'])
      expectProblem(await ask(undefined, `/api/me?${name}=${token}`), 401, 'unauthenticated')
    const cookie = await shop.fetch('/api/me', { headers: { Cookie: `access_token=${token}; session=${token}` } })
    expectProblem(cookie, 401, 'unauthenticated')
    const form = await shop.fetch('/api/stores', { method: 'POST', body: new URLSearchParams({ access_token: token }) })
    expectProblem(form, 401, 'unauthenticated')
  })
})

describe('with a token that does not hold', () => {
  const refused = async (authorization: string, code = 'invalid_token') => {
    const answer = await ask(authorization)
    expectProblem(answer, 401, code)
    const challenge = answer.headers.get('WWW-Authenticate')
    expect(challenge).toMatch(/^Bearer realm="merchant-commerce", error="invalid_token", error_description="[^"]+"$/)
  }

  test('a merchant is told so', async () => {
    const { token } = await somebody(shop)
    for (const authorization of ['Bearer', 'Bearer ', 'Bearer abc', `Bearer ${token}x`, `Bearer ${token} ${token}`])
      await refused(authorization)
  })

  test('two of them in one request are one too many, even if either would do', async () => {
    const { token } = await somebody(shop)
    await refused(`Bearer ${token}, Bearer ${token}`)
    const twice = new Headers([
      ['Authorization', `Bearer ${token}`],
      ['Authorization', `Bearer ${token}`],
    ])
    expectProblem(await shop.fetch('/api/me', { headers: twice }), 401, 'invalid_token')
  })

  test('one that has expired says so, so that a front end renews it', async () => {
    await refused(`Bearer ${await sessionToken({ subject: 'late', expiresInSeconds: -120 })}`, 'token_expired')
  })

  test('a token for tools is not a session', async () => {
    for (const prefix of ['mcs_mcp_', 'mcs_at_', 'mcs_rt_', 'mcs_ac_'])
      await refused(`Bearer ${prefix}${'a'.repeat(36)}`)
  })

  test('the wire does not learn what is wrong with it', async () => {
    const forged = [{ aud: 'https://elsewhere.test' }, { iss: 'https://elsewhere.test' }, { sub: '' }, { nbf: 9e9 }]
    const bodies = forged.map(async (claims) => {
      const problem = expectProblem(
        await ask(`Bearer ${await sessionToken({ subject: 'x', claims })}`),
        401,
        'invalid_token',
      )
      return { ...problem, request_id: '' }
    })
    const told = await Promise.all(bodies)
    for (const one of told) expect(one).toEqual(told[0])
  })
})

test('the scheme may be written in any case', async () => {
  const { token } = await somebody(shop)
  for (const scheme of ['Bearer', 'bearer', 'BEARER'])
    expect(await ask(`${scheme} ${token}`)).toMatchObject({ status: 200 })
})
