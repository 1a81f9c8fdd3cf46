import { expect, test } from 'vitest'
import { replayWebhook } from '../../../src/areas/webhooks/replay-webhook.ts'
import { onLoopback } from '../../support/outside/outside.ts'
import { openScratch } from '../../support/scratch.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'
import { loadRows } from '../../support/sql.ts'
import { webhooksOf } from '../../support/webhooks.ts'

// A replay queues at most 10,000 events, and looks through five times as many.

test('a replay of more events than one request queues says where to go on, and skips none', async () => {
  const scratch = await openScratch()
  const through = service(undefined, { DATABASE_URL: scratch.databaseUrl, ...onLoopback })
  const shop = await openShop({ through, sql: scratch.sql })
  const hook = await webhooksOf(shop).add()
  const start = Date.parse('2026-01-01T00:00:00Z')
  // One event a second, and then the only one of another type.
  const confirmed = 50_000
  await loadRows(
    scratch.sql`insert into events (store_id, type, subject_id, actor_kind, created_at)
      select ${shop.store.id}, case n when ${confirmed} then 'order.paid' else 'order.confirmed' end, ${shop.store.id}, 'system',
             ${new Date(start).toISOString()}::timestamptz + n * interval '1 second'
        from generate_series(0, ${confirmed}::int) as n`,
    scratch.sql,
  )
  const replay = async (since: string | null, types: string[]) => {
    const answer = await shop.owner.post(`${hook.path}/replay`, { since, types })
    const { queued, next_since } = expectBody(answer, 202, replayWebhook.output)
    const [row] = await scratch.sql`select count(*)::int as count from webhook_deliveries`
    return { queued, next_since, waiting: row?.['count'] }
  }
  const after = (seconds: number) => new Date(start + seconds * 1000).toISOString()

  expect(await replay(after(0), ['order.confirmed'])).toEqual({
    queued: 10_000,
    next_since: after(9_999),
    waiting: 10_000,
  })
  // The last one is queued again, in case others have the same time.
  expect(await replay(after(9_999), ['order.confirmed'])).toEqual({
    queued: 10_000,
    next_since: after(19_998),
    waiting: 19_999,
  })
  const refused = await shop.owner.post(`${hook.path}/replay`, { since: after(0), types: ['order.paid'] })
  expect(expectProblem(refused, 409, 'deliveries_pending')).toMatchObject({ limit: 10_000 })
  // Ten thousand are not too many.
  await scratch.sql`update webhook_deliveries set status = 'delivered'
    where ctid in (select ctid from webhook_deliveries where status = 'pending' offset 10000)`
  expect(await replay(after(0), ['order.paid'])).toMatchObject({ queued: 0, next_since: after(49_999) })
  expect(await replay(after(49_999), ['order.paid'])).toMatchObject({ queued: 1, next_since: null })
})
