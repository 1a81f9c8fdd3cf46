import { afterEach, describe, expect, test, vi } from 'vitest'
import { service } from '../support/service.ts'
import { openShop } from '../support/shop.ts'
import {
  allow,
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
} from './assistant.ts'

/** Stands for Cloudflare's: lets so many through of each key, and remembers the keys. */
function limiter(most: number) {
  const counts = new Map<string, number>()
  return {
    counts,
    limit: async ({ key }: { key: string }) => {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return { success: (counts.get(key) ?? 0) <= most }
    },
  }
}

describe('A11: too much of one address', () => {
  test('is told to wait: in JSON where a client asks, on a page where a person does', async () => {
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

  test('is counted for each kind of request, for an IPv6 network as one, and never by what a caller says', async () => {
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

describe('A15: what is secret is not in the log', () => {
  afterEach(() => vi.restoreAllMocks())

  test('nor is what is personal, of a whole connection and of what goes wrong with it', async () => {
    const lines: unknown[] = []
    for (const method of ['info', 'log', 'warn', 'error'] as const)
      vi.spyOn(console, method).mockImplementation((...said: unknown[]) => void lines.push(said))
    const shop = await openShop()
    const secret = await newClient({ token_endpoint_auth_method: 'client_secret_post' })
    const state = crypto.randomUUID()
    const held = await connect(shop, { state })
    await redeem(held)
    await refresh(held)
    const allowed = await allow(shop, { client_id: secret.client_id })
    await redeem(allowed, { client_secret: 'wrong-secret-of-mine' })
    await redeem(allowed, { client_secret: secret.client_secret, code_verifier: 'a'.repeat(43) })
    await authorize({ client_id: 'https://secret.internal/path-of-mine', redirect_uri: callback })
    await register({ redirect_uris: ['javascript:mine'] })
    const log = lines.map(String).join('\n')
    expect(log).toContain('"route":"/api/oauth/token"')
    expect(log).toContain('"token_refused":"code replayed"')
    for (const kept of [
      held.code,
      held.verifier,
      held.access_token,
      held.refresh_token,
      held.request,
      held.browser,
      state,
      secret.client_secret ?? '',
      'wrong-secret-of-mine',
      'path-of-mine',
      'javascript:mine',
      callback,
      held.client_id,
      shop.owner.subject,
      'mcs_',
    ])
      expect(log).not.toContain(kept)
  })

  test('and no page or redirect tells it to the next one', async () => {
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
