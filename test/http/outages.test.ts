import { afterEach, describe, expect, test, vi } from 'vitest'
import { sessionToken } from '../support/identity.ts'
import { watchLog } from '../support/log.ts'
import { database, service } from '../support/service.ts'
import { client, expectProblem, somebody } from '../support/shop.ts'
import { testAudience } from '../support/test-issuer.ts'

afterEach(() => void vi.restoreAllMocks())

/** A port on which nothing listens. */
const deadPort = 'http://127.0.0.1:9'

describe('while the identity provider is down and its keys are not cached', () => {
  const iss = 'https://down.identity.test'
  const shop = service(undefined, {
    IDENTITY_PROVIDERS: JSON.stringify([
      { preset: 'oidc', issuer: iss, jwks_uri: `${deadPort}/keys`, audience: [testAudience] },
    ]),
    // Web sign-in uses one of the configured providers, which this one is not.
    WEB_SIGN_IN: undefined,
    SESSION_KEYS: undefined,
  })

  test('a merchant gets 503 with Retry-After instead of being signed out', async () => {
    const merchant = client(await sessionToken({ subject: 'amal', claims: { iss } }), shop)
    const answer = await merchant.get('/api/me')
    expectProblem(answer, 503, 'identity_provider_unavailable')
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
    expect(answer.headers.get('WWW-Authenticate')).toBeNull()
    expect(JSON.stringify(answer.body)).not.toContain('127.0.0.1')
  })

  test('a request without a token still gets 401', async () => {
    expectProblem(await shop.fetch('/api/me'), 401, 'unauthenticated')
  })
})

describe('while the database is down', () => {
  test('a merchant gets 503 with Retry-After and a hint to reuse the idempotency key', async () => {
    const tag = `down-${crypto.randomUUID()}`
    await database(tag).disturb({ http_500: true })
    const answer = await (await somebody(service(tag))).post('/api/stores', { name: 'Souk', currency: 'USD' })
    const problem = expectProblem(answer, 503, 'database_unavailable')
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
    expect(problem.detail).toContain('Idempotency-Key')
    expect(JSON.stringify(problem)).not.toContain('127.0.0.1')
  })
})

describe('with an invalid variable', () => {
  const secret = 'hunter2-in-the-clear'
  const invalid = {
    DATABASE_URL: `mysql://app_rw:${secret}@db.test/commerce`,
    NEON_FETCH_ENDPOINT: `${secret} is not a URL`,
    PUBLIC_URL: `commerce.test?${secret}`,
    IDENTITY_PROVIDERS: `[{"preset":"${secret}","issuer":"http://${secret}.test"}]`,
  }
  for (const [name, value] of Object.entries(invalid))
    test(`${name}: the log names the variable but never its value`, async () => {
      const { lines } = watchLog()
      const answer = await (await somebody(service(undefined, { [name]: value }))).get('/api/me')
      expectProblem(answer, 500, 'internal_error')
      expect(JSON.stringify([answer.body, Object.fromEntries(answer.headers)])).not.toContain(secret)
      expect(JSON.stringify(answer.body)).not.toContain(name)
      expect(lines.find((line) => line.includes('"message":"bug"'))).toContain(name)
      expect(lines.join('\n')).not.toContain(secret)
    })
})
