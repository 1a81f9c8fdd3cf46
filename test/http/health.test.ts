import { expect, test } from 'vitest'
import { env } from 'cloudflare:workers'
import { z } from 'zod'
import { service } from '../support/service.ts'

const { DATABASE_OWNER_URL } = z.object({ DATABASE_OWNER_URL: z.url() }).parse(env)

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
