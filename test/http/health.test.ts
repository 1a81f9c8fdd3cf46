import { afterEach, describe, expect, test, vi } from 'vitest'
import { env } from 'cloudflare:workers'
import { z } from 'zod'
import { limiters } from '../../src/http/limiters.ts'
import { database, service } from '../support/service.ts'
import { turnstile } from '../support/turnstile.ts'

const { DATABASE_OWNER_URL } = z.object({ DATABASE_OWNER_URL: z.url() }).parse(env)

afterEach(() => void vi.useRealTimers())

const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })

test('the Worker says that it runs, database or none', async () => {
  const nothing = { DATABASE_URL: '', NEON_FETCH_ENDPOINT: '', IDENTITY_PROVIDERS: '', PUBLIC_URL: '' }
  expect(await service(undefined, nothing).fetch('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('it is ready on a migrated database as a role that the policies bind', async () => {
  expect(await service().fetch('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
})

test('it refuses to be ready as a role that could pass the policies', async () => {
  const answer = await service(undefined, { DATABASE_URL: DATABASE_OWNER_URL }).fetch('/readyz')
  expect(answer).toMatchObject({ status: 503, body: { status: 'not_ready' } })
  expect(JSON.stringify(answer.body)).not.toContain(new URL(DATABASE_OWNER_URL).password)
})

describe('the answer of /readyz', () => {
  const watched = () => {
    const tag = `ready-${crypto.randomUUID()}`
    const { fetch } = service(tag)
    return { ask: () => fetch('/readyz'), ...database(tag), trips: async () => (await database(tag).seen()).requests }
  }

  test('is kept for five seconds, however often it is asked for', async () => {
    const { ask, trips } = watched()
    for (let i = 0; i < 20; i++) expect(await ask()).toMatchObject({ status: 200, body: { status: 'ready' } })
    expect(await trips()).toBe(1)
    later(6)
    await Promise.all(Array.from({ length: 20 }, ask))
    expect(await trips()).toBe(2)
  })

  test('is kept as well while the database is down', async () => {
    const { ask, disturb } = watched()
    await disturb({ down: true })
    expect(await ask()).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
    await disturb({ down: false })
    expect(await ask()).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
    later(6)
    expect(await ask()).toMatchObject({ status: 200 })
  })
})

describe('in production', () => {
  const ready = (variables: Record<string, unknown>) => service(undefined, variables).fetch('/readyz')

  test('it is not ready without one of the rate limit bindings, and says which is missing', async () => {
    expect(await ready({ ENVIRONMENT: 'production' })).toMatchObject({ status: 200 })
    for (const name of Object.keys(limiters)) {
      const answer = await ready({ ENVIRONMENT: 'production', [name]: undefined })
      expect(answer, name).toMatchObject({ status: 503, body: { status: 'not_ready' } })
      expect(Object(answer.body).reason).toMatch(new RegExp(`\\b${name}\\b.*wrangler\\.toml`))
      expect(await ready({ ENVIRONMENT: 'development', [name]: undefined })).toMatchObject({ status: 200 })
    }
  })

  test('it is not ready with a bot challenge that everybody passes', async () => {
    const { variables } = turnstile('1x0000000000000000000000000000000AA')
    const answer = await ready({ ENVIRONMENT: 'production', ...variables })
    expect(answer).toMatchObject({ status: 503, body: { status: 'not_ready' } })
    expect(JSON.stringify(answer.body)).toMatch(/TURNSTILE_SECRET/)
    expect(JSON.stringify(answer.body)).not.toContain(variables.TURNSTILE_SECRET)
    expect(await ready({ ENVIRONMENT: 'development', ...variables })).toMatchObject({ status: 200 })
    expect(await ready({ ENVIRONMENT: 'production', ...turnstile().variables })).toMatchObject({ status: 200 })
  })
})

test('it is not ready with the site key of a bot challenge and no secret to check it with', async () => {
  const answer = await service(undefined, { TURNSTILE_SITE_KEY: '0x4key' }).fetch('/readyz')
  expect(answer).toMatchObject({ status: 503, body: { status: 'not_ready' } })
  expect(JSON.stringify(answer.body)).toContain('TURNSTILE_SECRET')
})
