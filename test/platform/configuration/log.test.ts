import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { watchLog } from '../../support/run/log.ts'
import { service } from '../../support/service.ts'
import { expectProblem, inStore, openShop, somebody } from '../../support/shop.ts'

afterEach(() => void vi.restoreAllMocks())

const { DATABASE_URL } = z.object({ DATABASE_URL: z.url() }).parse(env)

test('the log has one line per request, with route, outcome and cost', async () => {
  const { owner, addProduct } = await openShop()
  const { id } = await addProduct()
  const { lines, requests } = watchLog()

  await owner.get(`/api/products/${id}`, { 'X-Request-Id': 'one' })
  await owner.get(`/api/products/${crypto.randomUUID()}`, { 'X-Request-Id': 'two' })
  await owner.post('/api/products', { title: 1 }, { 'X-Request-Id': 'three' })
  await service().fetch('/api/me', { headers: { 'X-Request-Id': 'four', Authorization: 'Bearer x' } })
  await service().fetch('/wp-login.php', { headers: { 'X-Request-Id': 'five' } })

  expect(requests()).toHaveLength(lines.length)
  expect(requests()).toMatchObject([
    { request_id: 'one', method: 'GET', route: '/api/products/:product_id', status: 200, db_round_trips: 1 },
    {
      request_id: 'two',
      method: 'GET',
      route: '/api/products/:product_id',
      status: 404,
      code: 'not_found',
      db_round_trips: 1,
    },
    {
      request_id: 'three',
      method: 'POST',
      route: '/api/products',
      status: 422,
      code: 'invalid_input',
      db_round_trips: 0,
    },
    { request_id: 'four', status: 401, code: 'invalid_token', token_refused: 'malformed', db_round_trips: 0 },
    { request_id: 'five', status: 404, code: 'not_found', db_round_trips: 0 },
  ])
})

test('the log shows replays and their round trips', async () => {
  const { owner } = await openShop()
  const { requests } = watchLog()
  for (let i = 0; i < 2; i++) await owner.post('/api/customers', { name: 'Amal' }, { 'Idempotency-Key': 'k' })
  expect(requests()).toMatchObject([
    { status: 201, db_round_trips: 1 },
    { status: 201, replayed: true, db_round_trips: 2 },
  ])
})

describe('a client that disconnects while it sends a body is not an error of the service', () => {
  const hangUp = async (path: string, type: string, headers: Record<string, string>) => {
    const { owner } = await openShop()
    const { lines, requests } = watchLog()
    const answer = await service().open(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': type, ...headers },
      body: new ReadableStream({
        start: (body) => body.enqueue(new TextEncoder().encode('{"name":"silk scarf",')),
        pull: (body) => body.error(new Error('Network connection lost.')),
      }),
    })
    expect(answer.status).toBe(499)
    expect(requests()).toMatchObject([{ level: 'info', status: 499, code: 'client_disconnected' }])
    expect(lines).toHaveLength(1)
  }
  const form = 'application/x-www-form-urlencoded'
  const bodies = [
    ['/api/stores', 'application/json'],
    ['/api/stores', 'text/plain'],
    ['/api/storefront/some-shop/quote', 'application/json'],
    ['/api/customers/import', 'text/csv'],
    ['/api/media', 'image/png'],
    ['/api/oauth/token', form],
    ['/api/oauth/authorize', form],
    ['/api/oauth/register', 'application/json'],
  ] as const

  test.for(bodies)('of known length: %s, %s', ([path, type]) => hangUp(path, type, { 'Content-Length': '5000' }))

  test.for(bodies)('of unknown length: %s, %s', ([path, type]) => hangUp(path, type, {}))
})

describe('personal data and secrets are not in the log', () => {
  const personalData = [
    'amal@kuwait.test',
    '51234567',
    'Amal Al-Sabah',
    'Salmiya block 4',
    'silk scarf',
    'SKU-SECRET-1',
  ]

  test('of successful and rejected requests', async () => {
    const { owner, store } = await openShop()
    const { lines } = watchLog()
    const amal = { name: 'Amal Al-Sabah', phone: '+96551234567', email: 'amal@kuwait.test', address: 'Salmiya block 4' }
    await owner.post('/api/customers', amal, { 'Idempotency-Key': 'a-key-of-theirs' })
    await owner.post('/api/customers', amal)
    await owner.post('/api/customers', { ...amal, email: 'amal@kuwait.test ', phoen: '+96551234567' })
    await owner.post('/api/products', { title: 'silk scarf', price: 1.005, variants: [{ sku: 'SKU-SECRET-1' }] })
    for (const area of ['customers', 'products', 'orders']) {
      await owner.get(`/api/${area}?search=silk%20scarf`, inStore(store))
      await owner.get(`/api/${area}?serach=amal@kuwait.test`)
      await owner.get(`/api/${area}/amal@kuwait.test`)
    }
    await service().fetch(`/amal@kuwait.test?token=${owner.token}`, {
      headers: { Authorization: `Bearer ${owner.token}x` },
    })
    expect(lines.length).toBeGreaterThanOrEqual(14)
    const log = lines.join('\n')
    for (const text of [...personalData, 'a-key-of-theirs', owner.subject, owner.token.slice(-20), 'eyJ', 'Bearer'])
      expect(log).not.toContain(text)
  })

  const misconfigurations = {
    password: (url: URL) => (url.password = 'not-the-password'),
    database: (url: URL) => (url.pathname = '/no_such_database'),
    user: (url: URL) => (url.username = 'no_such_user'),
    // This database exists but has no tables of the service.
    'but existing database': (url: URL) => (url.pathname = '/postgres'),
  }
  for (const [name, misconfigure] of Object.entries(misconfigurations))
    test(`if the service is configured with the wrong ${name}`, async () => {
      const url = new URL(DATABASE_URL)
      const wrongValue = misconfigure(url)
      const { lines, requests } = watchLog()
      const merchant = await somebody(service(undefined, { DATABASE_URL: url.href }))
      const answer = await merchant.post('/api/stores', { name: 'silk scarf', currency: 'USD' })
      expect([500, 503]).toContain(answer.status)
      expect(requests()).toMatchObject([{ level: 'error', status: answer.status }])
      const seen = JSON.stringify([lines, answer])
      for (const text of [wrongValue.replace('/', ''), 'postgres', url.host, 'silk scarf', merchant.subject, 'eyJ'])
        expect(seen).not.toContain(text)
    })

  test('of an internal error', async () => {
    const url = new URL(DATABASE_URL)
    url.pathname = '/postgres'
    const { lines, requests } = watchLog()
    const merchant = await somebody(service(undefined, { DATABASE_URL: url.href }))
    const problem = expectProblem(await merchant.get('/api/products?search=silk%20scarf'), 500, 'internal_error')
    expect(problem).toMatchObject({ errors: [], detail: expect.stringMatching(/^Something went wrong in the service/) })
    expect(requests()).toMatchObject([{ level: 'error', status: 500, code: 'internal_error' }])
    const bug = z
      .strictObject({
        level: z.literal('error'),
        message: z.literal('bug'),
        request_id: z.literal(problem.request_id),
        error: z.string(),
        reason: z.string(),
        at: z.array(z.string().startsWith('at ')),
      })
      .parse(JSON.parse(lines[0] ?? ''))
    expect(bug.reason).toMatch(/^database failure: deterministic [0-9A-Z]{5}/)
    for (const text of ['silk', 'select', 'app_rw', url.password]) expect(lines.join('\n')).not.toContain(text)
  })
})
