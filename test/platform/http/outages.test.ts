import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { sessionToken } from '../../support/callers/identity.ts'
import { watchLog } from '../../support/run/log.ts'
import { database, service } from '../../support/service.ts'
import { client, expectProblem, inStore, openShop, somebody } from '../../support/shop.ts'
import { testAudience } from '../../support/callers/test-issuer.ts'

const { DATABASE_URL } = z.object({ DATABASE_URL: z.url() }).parse(env)

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

describe('the log says why the database did not answer, at each try, and whose request it was', () => {
  const failures = (lines: readonly string[]) =>
    lines.map((line) => Failure.safeParse(JSON.parse(line)).data).filter(Boolean)
  const Failure = z.looseObject({ message: z.literal('database failure') })

  test('for a person in a store', async () => {
    const tag = `why-${crypto.randomUUID()}`
    const { store, owner } = await openShop()
    await database(tag).disturb({ http_500: true })
    const { lines } = watchLog()
    const headers = { ...inStore(store), 'X-Request-Id': 'r-1' }
    expectProblem(await client(owner.token, service(tag)).get('/api/products', headers), 503, 'database_unavailable')
    const attempt = { reason: 'failed', ms: expect.any(Number) }
    expect(failures(lines)).toEqual([
      {
        level: 'warn',
        message: 'database failure',
        request_id: 'r-1',
        reason: 'database failure: transient no SQLSTATE',
        attempts: [attempt, attempt, attempt, attempt],
        caller_kind: 'session',
        store: store.id,
      },
    ])
  })

  test('also where a second try succeeded', async () => {
    const tag = `again-${crypto.randomUUID()}`
    const { store } = await openShop()
    await database(tag).disturb({ http_500: true, times: 1 })
    const { lines } = watchLog()
    // Not published yet.
    expect((await service(tag).fetch(`/api/storefront/${store.slug}`)).status).toBe(404)
    expect(failures(lines)).toMatchObject([
      { level: 'warn', attempts: [{ ms: expect.any(Number) }], caller_kind: 'visitor', store: store.slug },
    ])
  })

  test('for a login that was retired, at once and as an error', async () => {
    const { owner } = await openShop()
    const { lines } = watchLog()
    const through = service(undefined, { DATABASE_URL: DATABASE_URL.replace(/\/\/[^@]+@/, '//retired:hunter2@') })
    expectProblem(await client(owner.token, through).get('/api/products'), 503, 'database_unavailable')
    expect(failures(lines)).toMatchObject([{ level: 'error', attempts: [{ reason: 'login refused' }] }])
    expect(lines.join()).not.toContain('hunter2')
  })
})

describe('while the database hangs', () => {
  test('/readyz says so without waiting for it', async () => {
    const tag = `probed-${crypto.randomUUID()}`
    await database(tag).disturb({ delay_ms: 12_000 })
    const answer = await service(tag).fetch('/readyz')
    expect(answer.status).toBe(503)
    expect(answer.body).toMatchObject({
      reasons: ['The database did not answer within two seconds (DATABASE_URL).'],
    })
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
