import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { limiters } from '../../../src/platform/http/limits/limiters.ts'
import { database, service } from '../../support/service.ts'
import { turnstile } from '../../support/outside/turnstile.ts'

// Time stands still, so that nothing expires because the machine is busy.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const advanceClock = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

test('/healthz is ok without a database', async () => {
  const nothing = { DATABASE_URL: '', NEON_FETCH_ENDPOINT: '', IDENTITY_PROVIDERS: '', PUBLIC_URL: '' }
  expect(await service(undefined, nothing).fetch('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

describe('the response of /readyz', () => {
  const watchedService = () => {
    const tag = `ready-${crypto.randomUUID()}`
    const { fetch } = service(tag)
    return { ask: () => fetch('/readyz'), ...database(tag), trips: async () => (await database(tag).seen()).requests }
  }

  test('is cached for five seconds', async () => {
    const { ask, trips } = watchedService()
    for (let i = 0; i < 20; i++) expect(await ask()).toMatchObject({ status: 200, body: { status: 'ready' } })
    expect(await trips()).toBe(1)
    advanceClock(6)
    await Promise.all(Array.from({ length: 20 }, ask))
    expect(await trips()).toBe(2)
  })

  test('is also cached while the database is down', async () => {
    const { ask, disturb } = watchedService()
    await disturb({ down: true })
    expect(await ask()).toMatchObject({ status: 503, body: { status: 'not_ready' } })
    await disturb({ down: false })
    expect(await ask()).toMatchObject({ status: 503, body: { status: 'not_ready' } })
    advanceClock(6)
    expect(await ask()).toMatchObject({ status: 200 })
  })
})

describe('in production', () => {
  const ready = (variables: Record<string, unknown>) => service(undefined, variables).fetch('/readyz')

  test('/readyz is not ready without one of the rate limit bindings, and names the missing one', async () => {
    expect(await ready({ ENVIRONMENT: 'production' })).toMatchObject({ status: 200 })
    for (const name of Object.keys(limiters)) {
      const answer = await ready({ ENVIRONMENT: 'production', [name]: undefined })
      expect(answer, name).toMatchObject({ status: 503, body: { status: 'not_ready' } })
      expect(Object(answer.body).reason).toMatch(new RegExp(`\\b${name}\\b.*wrangler\\.toml`))
      expect(await ready({ ENVIRONMENT: 'development', [name]: undefined })).toMatchObject({ status: 200 })
    }
  })

  test('/readyz is not ready with a Turnstile test key that everybody passes', async () => {
    const { variables } = turnstile('1x0000000000000000000000000000000AA')
    const answer = await ready({ ENVIRONMENT: 'production', ...variables })
    expect(answer).toMatchObject({ status: 503, body: { status: 'not_ready' } })
    expect(JSON.stringify(answer.body)).toMatch(/TURNSTILE_SECRET/)
    expect(JSON.stringify(answer.body)).not.toContain(variables.TURNSTILE_SECRET)
    expect(await ready({ ENVIRONMENT: 'development', ...variables })).toMatchObject({ status: 200 })
    expect(await ready({ ENVIRONMENT: 'production', ...turnstile().variables })).toMatchObject({ status: 200 })
  })
})

test('/readyz is not ready with a Turnstile site key but no secret', async () => {
  const answer = await service(undefined, { TURNSTILE_SITE_KEY: '0x4key' }).fetch('/readyz')
  expect(answer).toMatchObject({ status: 503, body: { status: 'not_ready' } })
  expect(JSON.stringify(answer.body)).toContain('TURNSTILE_SECRET')
})
