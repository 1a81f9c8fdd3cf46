import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { z } from 'zod'
import worker from '../../../src/index.ts'
import { watchLog } from '../../support/run/log.ts'
import { asApp, asJobs } from '../../support/sql.ts'

const calls = {
  'claim the replies of all stores': `select app.claim_outbox(gen_random_uuid(), 20)`,
  'claim the deliveries of all stores': `select app.claim_deliveries(gen_random_uuid(), 20)`,
  'read the webhook secrets of all stores': `select app.webhooks_sealed_with('none', 500)`,
  'read the credentials of all stores': `select app.channels_sealed_with('none', 500)`,
  'count the secrets of all stores': `select app.count_secrets('none', 'none')`,
  'see which stores have work': `select app.stores_due('cancel_deliveries', '{}', 20)`,
  'do the work of a store': `select app.run_store_job('cancel_deliveries', gen_random_uuid(), 20)`,
  'delete idempotency keys': 'select app.sweep_idempotency_keys()',
  'delete invitations': 'select app.sweep_invitations()',
  'delete tokens': 'select app.sweep_oauth()',
}

test.for(Object.entries(calls))('the request login may not %s', async ([, call]) => {
  await expect(asApp.query(call)).rejects.toThrow(/permission denied for function/)
})

test('the cron login can read no table and set no tenant context', async () => {
  await expect(asJobs`select from public.orders`).rejects.toThrow(/permission denied/)
  await expect(
    asJobs`select app.enter_member('https://issuer.test', 'mallory', null, '{owner}', null, null)`,
  ).rejects.toThrow(/permission denied for function/)
})

test('the cron login may run the sweeps', async () => {
  expect(await asJobs`select app.sweep_idempotency_keys() >= 0 as swept`).toEqual([{ swept: true }])
})

test('both logins have a statement timeout of five seconds', async () => {
  for (const sql of [asApp, asJobs]) expect(await sql`show statement_timeout`).toEqual([{ statement_timeout: '5s' }])
})

test.for(['* * * * *', '17 * * * *'])(
  'without JOBS_DATABASE_URL the cron %s fails, and the log says why',
  async (cron) => {
    const { lines } = watchLog()
    const ran = worker.scheduled(createScheduledController({ cron }), { ...env, JOBS_DATABASE_URL: undefined })
    await expect(ran).rejects.toThrow('JOBS_DATABASE_URL')
    const failed = lines.map((line): unknown => JSON.parse(line))
    expect(failed).toContainEqual({
      level: 'error',
      message: 'job failed',
      job: cron === '* * * * *' ? 'deliver' : 'sweep_oauth',
      reason: expect.stringContaining('JOBS_DATABASE_URL: must be set'),
    })
    expect(new Set(failed.map((line) => z.object({ job: z.string() }).parse(line).job)).size).toBe(failed.length)
  },
)
