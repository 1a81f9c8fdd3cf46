import { afterEach, describe, expect, test, vi } from 'vitest'
import { service } from '../../support/service.ts'
import { openShop } from '../../support/shop.ts'
import {
  approve,
  authorize,
  callback,
  connect,
  expectRefusal,
  form,
  newClient,
  pkce,
  post,
  redeem,
  refresh,
  register,
} from './oauth-client.ts'

/** A stand-in for Cloudflare's rate limiter that allows `max` requests for each key and counts them. */
function limiter(max: number) {
  const counts = new Map<string, number>()
  return {
    counts,
    limit: async ({ key }: { key: string }) => {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return { success: (counts.get(key) ?? 0) <= max }
    },
  }
}

describe('A11: too many requests from one address', () => {
  test('get 429 with Retry-After: as JSON for clients, as a page for users', async () => {
    const through = service(undefined, { RATE_LIMITER: limiter(0) })
    for (const path of ['token', 'revoke', 'register']) {
      const answer = await post(`/api/oauth/${path}`, { client_id: 'x', token: 'x' }, { through })
      expectRefusal(answer, 'temporarily_unavailable', 429)
      expect(answer.headers.get('Retry-After')).toBe('60')
      expect(answer.headers.get('RateLimit-Policy')).toBeTruthy()
    }
    const page = await authorize({ client_id: 'x' }, through)
    expect(page.status).toBe(429)
    expect(page.headers.get('Retry-After')).toBe('60')
    expect(page.headers.get('Content-Type')).toMatch(/^text\/html/)
  })

  test('are counted for each endpoint and IPv6 network, ignoring headers that a caller can forge', async () => {
    const counting = limiter(100)
    const through = service(undefined, { RATE_LIMITER: counting })
    for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:3::9', '2001:db8:1:3::1'])
      await post(
        '/api/oauth/token',
        {},
        { through, headers: { 'CF-Connecting-IP': address, 'X-Forwarded-For': crypto.randomUUID() } },
      )
    await authorize({}, through)
    expect(Object.fromEntries(counting.counts)).toEqual({
      'token address 2001:db8:1:2::/64': 2,
      'token address 2001:db8:1:3::/64': 1,
      'authorize address unknown': 1,
    })
  })
})

describe('A15: secrets', () => {
  afterEach(() => vi.restoreAllMocks())

  test('and personal data are not in the log, of successful and failed requests', async () => {
    const lines: unknown[] = []
    for (const method of ['info', 'log', 'warn', 'error'] as const)
      vi.spyOn(console, method).mockImplementation((...args: unknown[]) => void lines.push(args))
    const shop = await openShop()
    const confidential = await newClient({ token_endpoint_auth_method: 'client_secret_post' })
    const state = crypto.randomUUID()
    const connection = await connect(shop, { state })
    await redeem(connection)
    await refresh(connection)
    const approved = await approve(shop, { client_id: confidential.client_id })
    await redeem(approved, { client_secret: 'wrong-secret-of-mine' })
    await redeem(approved, { client_secret: confidential.client_secret, code_verifier: 'a'.repeat(43) })
    await authorize({ client_id: 'https://secret.internal/path-of-mine', redirect_uri: callback })
    await register({ redirect_uris: ['javascript:mine'] })
    const log = lines.map(String).join('\n')
    expect(log).toContain('"route":"/api/oauth/token"')
    expect(log).toContain('"token_refused":"code replayed"')
    for (const secret of [
      connection.code,
      connection.verifier,
      connection.access_token,
      connection.refresh_token,
      connection.request,
      connection.browser,
      state,
      confidential.client_secret ?? '',
      'wrong-secret-of-mine',
      'path-of-mine',
      'javascript:mine',
      callback,
      connection.client_id,
      shop.owner.subject,
      'mcs_',
    ])
      expect(log).not.toContain(secret)
  })

  test('are not passed on in the Referer header', async () => {
    const query = {
      response_type: 'code',
      client_id: (await newClient()).client_id,
      code_challenge: (await pkce()).challenge,
      code_challenge_method: 'S256',
    }
    for (const path of [
      `/api/oauth/authorize?${form(query)}`,
      '/api/oauth/authorize',
      '/.well-known/oauth-authorization-server',
    ])
      expect((await service().fetch(path)).headers.get('Referrer-Policy')).toBe('no-referrer')
  })
})
