import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { z } from 'zod'
import worker from '../../../src/index.ts'
import { onLoopback } from '../../support/outside/outside.ts'
import type { Scratch } from '../../support/scratch.ts'
import { loadRows } from '../../support/sql.ts'

type Queued = { readonly id: string; readonly store_id: string }

const Rows = z.array(z.object({ count: z.int() }))

/** The deliveries of webhooks in a database of its own, because the crons cover all stores. */
export function queuesIn(scratch: Scratch) {
  const { sql } = scratch
  const count = async (rows: Promise<unknown>) => Rows.parse(await rows)[0]?.count ?? 0

  /** The transaction in which the deliveries of a webhook were queued. */
  const queuedIn = new Map<string, string>()

  /** Queues so many events of the last days for a webhook, as replays do, the oldest one first. Returns when that was. */
  async function queue({ id, store_id }: Queued, events: number): Promise<string> {
    await loadRows(
      sql`with made as (
          insert into events (store_id, id, type, subject_id, actor_kind, created_at)
          select ${store_id}, uuidv7(n * interval '1 second' - interval '3 days'), 'order.confirmed', ${id}, 'system',
                 now() + n * interval '1 second' - interval '3 days'
            from generate_series(0, ${events}::int - 1) as n returning store_id, id, type)
        insert into webhook_deliveries (store_id, webhook_id, id, event_type, queue)
        select m.store_id, w.id, m.id, m.type, w.queue from made m, webhooks w where w.id = ${id}`,
      sql,
    )
    await sql`analyze webhook_deliveries, events`
    const [row] = await sql`select max(xmin::text::bigint) as at from webhook_deliveries where webhook_id = ${id}`
    queuedIn.set(id, String(row?.['at']))
    const [oldest] =
      await sql`select min(created_at) as at from events where store_id = ${store_id} and subject_id = ${id}`
    return z.coerce.date().parse(oldest?.['at']).toISOString()
  }

  return {
    queue,
    /** How many of its deliveries were written since they were queued. */
    rewritten: ({ id }: Queued) =>
      count(sql`select count(*)::int from webhook_deliveries where webhook_id = ${id} and xmin::text::bigint > ${queuedIn.get(id)}
        and event_type = 'order.confirmed'`),
    /** How many are stored. */
    kept: ({ id }: Queued) => count(sql`select count(*)::int from webhook_deliveries where webhook_id = ${id}`),
    /** How many are stored as pending. */
    stored: ({ id }: Queued) =>
      count(sql`select count(*)::int from webhook_deliveries where webhook_id = ${id} and status = 'pending'`),
    cron: (cron: '* * * * *' | '17 * * * *' = '* * * * *') =>
      worker.scheduled(createScheduledController({ cron }), { ...env, ...scratch.variables(), ...onLoopback }),
  }
}
