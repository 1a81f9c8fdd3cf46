import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import worker from '../../src/index.ts'
import { watchLog } from '../support/log.ts'
import { asApp, asJobs } from '../support/sql.ts'

const calls = {
  'take every store’s replies': `select app.claim_outbox(gen_random_uuid(), null, null, 20)`,
  'read every store’s credentials': `select app.channels_sealed_otherwise('none', 500)`,
  'wake every store’s conversations': 'select app.wake_conversations()',
  'delete idempotency keys': 'select app.sweep_idempotency_keys()',
  'delete invitations': 'select app.sweep_invitations()',
  'delete tokens': 'select app.sweep_oauth()',
}

test.for(Object.entries(calls))('what answers requests may not %s', async ([, call]) => {
  await expect(asApp.query(call)).rejects.toThrow(/permission denied for function/)
})

test('what runs the crons reads no table and sets no tenant context', async () => {
  await expect(asJobs`select from public.orders`).rejects.toThrow(/permission denied/)
  await expect(asJobs`select app.enter_member('https://issuer.test', 'mallory', null, '{owner}')`).rejects.toThrow(
    /permission denied for function/,
  )
})

test('what runs the crons may do so', async () => {
  expect(await asJobs`select app.sweep_idempotency_keys() >= 0 as swept`).toEqual([{ swept: true }])
})

test('a login gives up a statement that takes more than five seconds', async () => {
  for (const sql of [asApp, asJobs]) expect(await sql`show statement_timeout`).toEqual([{ statement_timeout: '5s' }])
})

test.for(['* * * * *', '17 * * * *'])(
  'without JOBS_DATABASE_URL the cron %s fails, and the log says why',
  async (cron) => {
    const { lines } = watchLog()
    const ran = worker.scheduled(createScheduledController({ cron }), { ...env, JOBS_DATABASE_URL: undefined })
    await expect(ran).rejects.toThrow('JOBS_DATABASE_URL')
    expect(lines.join('\n')).toContain('JOBS_DATABASE_URL is not set')
  },
)
