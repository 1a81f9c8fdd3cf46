import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { database, service } from '../../support/service.ts'

const { DATABASE_OWNER_URL, DATABASE_URL, JOBS_DATABASE_URL } = z
  .object({ DATABASE_OWNER_URL: z.url(), DATABASE_URL: z.url(), JOBS_DATABASE_URL: z.url() })
  .parse(env)

const tagged = () => {
  const tag = `ready-${crypto.randomUUID()}`
  return { tag, through: service(tag) }
}

test('/readyz is ready on the migrated database with a login of app_rw, after one query', async () => {
  const { tag, through } = tagged()
  expect(await through.fetch('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
  expect(await database(tag).seen()).toMatchObject({ requests: 1, statements: 1 })
})

test('/readyz is not ready with a role that bypasses row-level security', async () => {
  const answer = await service(undefined, { DATABASE_URL: DATABASE_OWNER_URL }).fetch('/readyz')
  expect(answer).toMatchObject({ status: 503, body: { status: 'not_ready' } })
  expect(JSON.stringify(answer.body)).toContain('row-level security')
  expect(JSON.stringify(answer.body)).not.toContain(new URL(DATABASE_OWNER_URL).password)
})

test('/readyz is not ready with a role that is not a member of app_rw', async () => {
  const answer = await service(undefined, { DATABASE_URL: JOBS_DATABASE_URL }).fetch('/readyz')
  expect(answer).toMatchObject({ status: 503, body: { status: 'not_ready' } })
  expect(JSON.stringify(answer.body)).toContain('not a member of app_rw')
})

test('/readyz is not ready in production without JOBS_DATABASE_URL', async () => {
  const missing = { JOBS_DATABASE_URL: undefined }
  const production = await service(undefined, { ...missing, ENVIRONMENT: 'production' }).fetch('/readyz')
  expect(production).toMatchObject({ status: 503, body: { status: 'not_ready' } })
  expect(JSON.stringify(production.body)).toContain('JOBS_DATABASE_URL')
  expect(await service(undefined, missing).fetch('/readyz')).toMatchObject({ status: 200 })
})

test('/readyz is not ready on a database that was never migrated', async () => {
  const empty = new URL(DATABASE_URL)
  empty.pathname = 'postgres'
  const answer = await service(undefined, { DATABASE_URL: empty.href }).fetch('/readyz')
  expect(answer).toMatchObject({ status: 503, body: { status: 'not_ready' } })
  expect(JSON.stringify(answer.body)).toContain('migration')
})

test('/readyz is not ready while the database is down, and sets Retry-After', async () => {
  const { tag, through } = tagged()
  await database(tag).disturb({ down: true })
  const answer = await through.fetch('/readyz')
  expect(answer).toMatchObject({ status: 503, body: { status: 'not_ready' } })
  expect(answer.headers.get('Retry-After')).toBe('2')
})

test('/healthz is ok without a database', async () => {
  const { tag, through } = tagged()
  await database(tag).disturb({ down: true })
  expect(await through.fetch('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect((await database(tag).seen()).requests).toBe(0)
})

test('/readyz is not ready with a wrong password of the crons’ login, and does not show it', async () => {
  const wrong = Object.assign(new URL(JOBS_DATABASE_URL), { password: 'mistyped' }).href
  const answer = await service(undefined, { JOBS_DATABASE_URL: wrong }).fetch('/readyz')
  expect(answer).toMatchObject({ status: 503, body: { status: 'not_ready' } })
  expect(JSON.stringify(answer.body)).toMatch(/refused the login.*\(JOBS_DATABASE_URL\)/)
  expect(JSON.stringify(answer.body)).not.toContain('mistyped')
})

test('/readyz names a setting that is missing', async () => {
  const answer = await service(undefined, { DATABASE_URL: undefined }).fetch('/readyz')
  expect(answer).toMatchObject({ status: 503, body: { status: 'not_ready' } })
  expect(JSON.stringify(answer.body)).toContain('DATABASE_URL')
})
