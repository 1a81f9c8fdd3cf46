import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import worker from '../../../src/index.ts'
import { range } from '../../areas/orders/listing.ts'
import { inboxOf } from '../../support/inbox.ts'
import { watchLog } from '../../support/run/log.ts'
import { onLoopback, otherSide } from '../../support/outside/outside.ts'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { service } from '../../support/service.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { loadRows } from '../../support/sql.ts'
import { webhooksOf } from '../../support/webhooks.ts'

let scratch: Scratch
beforeEach(async () => {
  scratch = await openScratch()
})
afterEach(() => void vi.restoreAllMocks())

const open = () =>
  openShop({ through: service(undefined, { DATABASE_URL: scratch.databaseUrl, ...onLoopback }), sql: scratch.sql })

const run = (cron: string, variables: Record<string, unknown> = scratch.variables()) =>
  worker.scheduled(createScheduledController({ cron }), { ...env, ...variables, ...onLoopback })

const minute = () => run('* * * * *')

/** Conversations whose snooze has ended. */
async function snooze({ store, owner, through }: Shop, count: number, ago: string) {
  const channel = await inboxOf({ store, owner, through }).addWebhook()
  await loadRows(
    scratch.sql`insert into conversations (store_id, id, channel_id, thread_key, snoozed_until)
      select ${store.id}, uuidv7(), ${channel.id}, n::text, now() - ${ago}::interval from generate_series(1, ${count}::int) as n`,
    scratch.sql,
  )
}

const snoozed = async ({ store }: Shop) =>
  (await scratch.sql`select from conversations where store_id = ${store.id} and snoozed_until is not null`).length

/** From now on, a change of these rows of the store fails. */
async function breakRows({ store }: Shop, table: 'conversations' | 'webhook_deliveries') {
  await scratch.sql.query(`create function break_${table}() returns trigger language plpgsql as
    $$ begin raise exception 'the address of Amal is %', new.store_id; end $$`)
  await scratch.sql.query(`create trigger broken before update on ${table} for each row
    when (new.store_id = '${store.id}') execute function break_${table}()`)
}

const Failed = z.object({ message: z.literal('job failed'), job: z.string() })
const failedJobs = (lines: readonly string[]) =>
  lines.map((line): unknown => JSON.parse(line)).filter((line) => Failed.safeParse(line).success)

test('removing a channel with very many queued replies writes none of them, sends none, and the cron fails them', async () => {
  const shop = await open()
  const inbox = inboxOf(shop)
  const side = otherSide(`replies-${crypto.randomUUID()}`)
  const channel = await inbox.addWebhook({ send_url: side.sendUrl })
  await channel.receive()
  const { id } = await inbox.only()
  const replies = 450
  await loadRows(
    scratch.sql`with made as (
        insert into messages (store_id, id, conversation_id, channel_id, kind, body, delivery_status)
        select ${shop.store.id}, uuidv7(), ${id}, ${channel.id}, 'reply', 'Tomorrow', 'queued' from generate_series(1, ${replies}::int)
        returning store_id, id)
      insert into message_outbox (store_id, message_id, conversation_id, channel_id)
      select store_id, id, ${id}, ${channel.id} from made`,
    scratch.sql,
  )
  const queued = async () => {
    const [row] =
      await scratch.sql`select count(*)::int as queued, (select count(*)::int from message_outbox) as waiting
      from messages where delivery_status = 'queued'`
    return row
  }
  expect((await shop.owner.delete(`/api/inbox/channels/${channel.id}`)).status).toBeLessThan(300)
  expect(await queued()).toEqual({ queued: replies, waiting: replies })
  for (const claim of [
    scratch.sql`select app.claim_outbox(gen_random_uuid(), 20) as found`,
    scratch.sql`select app.claim_conversation(gen_random_uuid(), ${shop.store.id}, ${id}) as found`,
  ])
    expect(await claim).toEqual([{ found: [] }])
  await minute()
  expect(await queued()).toEqual({ queued: 0, waiting: 0 })
  expect(await side.calls()).toEqual([])
})

describe('the crons', () => {
  test('go on after a store that fails, and the log names the job, the store and the cause', async () => {
    const [bad, good] = [await open(), await open()]
    await snooze(bad, 1, '2 hours')
    await snooze(good, 1, '1 hour')
    const hook = await webhooksOf(good).add({ events: ['conversation.*'] })
    await breakRows(bad, 'conversations')
    const { lines } = watchLog()
    await expect(minute()).rejects.toThrow('reopen_conversations: database failure: deterministic P0001')
    expect([await snoozed(bad), await snoozed(good)]).toEqual([1, 0])
    expect(await hook.types()).toEqual(['conversation.woken'])
    expect(failedJobs(lines)).toEqual([
      {
        level: 'error',
        message: 'job failed',
        job: 'reopen_conversations',
        reason: 'database failure: deterministic P0001',
        sql_state: 'P0001',
        stores: [bad.store.id],
        done: 1,
      },
    ])
    expect(lines.join('\n')).not.toContain('Amal')
  })

  test('deliver the events of a store although those of another one cannot be read', async () => {
    const [bad, good] = [await open(), await open()]
    const hooks = []
    for (const shop of [bad, good]) {
      const customer = await shop.addCustomer()
      hooks.push(await webhooksOf(shop).add({ events: ['customer.*'] }))
      await scratch.sql`insert into events (store_id, type, subject_id, actor_kind, data)
        values (${shop.store.id}, 'customer.updated', ${customer.id}, 'system', '{"changed": ["tags"]}')`
    }
    await scratch.sql`update events set created_at = 'infinity' where store_id = ${bad.store.id} and type = 'customer.updated'`
    const { lines } = watchLog()
    await minute()
    expect(await Promise.all(hooks.map(async (hook) => (await hook.received()).length))).toEqual([0, 1])
    expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual({
      level: 'error',
      message: 'delivery postponed',
      name: 'webhook',
      error: 'RangeError',
      store_id: bad.store.id,
    })
  })

  test('report every job that fails, not only the first', async () => {
    const shop = await open()
    const hook = await webhooksOf(shop).add()
    await snooze(shop, 1, '1 hour')
    await scratch.sql`insert into webhook_deliveries (store_id, webhook_id, id, event_type) values (${shop.store.id}, ${hook.id}, uuidv7(), 'x')`
    await shop.owner.patch(hook.path, { enabled: false })
    for (const table of ['conversations', 'webhook_deliveries'] as const) await breakRows(shop, table)
    const { lines } = watchLog()
    const error: unknown = await minute().catch((thrown: unknown) => thrown)
    const jobs = ['cancel_deliveries', 'reopen_conversations']
    expect(failedJobs(lines)).toMatchObject(jobs.map((job) => ({ job, stores: [shop.store.id] })))
    expect(error).toBeInstanceOf(AggregateError)
    expect(error).toMatchObject({ errors: jobs.map((job) => ({ message: expect.stringContaining(job) })) })
  })

  test.for(['* * * * *', '17 * * * *'])('name every job when the login of %s has a wrong password', async (cron) => {
    const { DATABASE_URL, JOBS_DATABASE_URL } = scratch.variables()
    const wrong = new URL(JOBS_DATABASE_URL)
    wrong.password = 'wrong-password'
    const { lines } = watchLog()
    await expect(run(cron, { DATABASE_URL, JOBS_DATABASE_URL: wrong.href })).rejects.toThrow(AggregateError)
    const failed = failedJobs(lines)
    expect(failed.length).toBeGreaterThanOrEqual(8)
    for (const line of failed) expect(line).toMatchObject({ reason: expect.stringMatching(/^database failure: /) })
    expect(lines.join('\n')).not.toContain('wrong-password')
  })

  test('give a store its turn in the next minute although stores that have waited longer hang', async () => {
    const [good, ...hanging] = [await open(), await open(), await open()]
    await snooze(good, 1, '1 hour')
    for (const shop of hanging) await snooze(shop, 1, '2 hours')
    await scratch.sql.query(
      `create function hang() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$`,
    )
    await scratch.sql.query(`create trigger hanging before update on conversations for each row
      when (new.store_id <> '${good.store.id}') execute function hang()`)
    for (const _minute of range(1, 2)) await expect(minute()).rejects.toThrow('reopen_conversations')
    expect(await snoozed(good)).toBe(0)
  })

  test('do less at once in a store where so much failed', async () => {
    const shop = await open()
    await snooze(shop, 400, '1 hour')
    await scratch.sql.query(`create function refuse_many() returns trigger language plpgsql as
      $$ begin if (select count(*) from changed) > 300 then raise 'too many'; end if; return null; end $$`)
    await scratch.sql.query(`create trigger refusing after update on conversations
      referencing new table as changed for each statement execute function refuse_many()`)
    for (const left of [400, 400, 0]) {
      await minute().catch(() => {})
      expect(await snoozed(shop)).toBe(left)
    }
  })

  test('give every store a turn before a store with very much to do has its second one', async () => {
    const [greedy, ...others] = [await open(), await open(), await open()]
    await snooze(greedy, 2_500, '1 day')
    for (const other of others) await snooze(other, 1, '1 hour')
    await minute()
    const turns = await scratch.sql`select store_id, count(*)::int as events from events
      where type = 'conversation.woken' group by store_id, xact order by xact`
    expect(turns).toEqual([
      { store_id: greedy.store.id, events: 1_000 },
      ...others
        .map(({ store }) => ({ store_id: store.id, events: 1 }))
        .toSorted((a, b) => (a.store_id < b.store_id ? -1 : 1)),
      { store_id: greedy.store.id, events: 1_000 },
      { store_id: greedy.store.id, events: 500 },
    ])
  })
})
