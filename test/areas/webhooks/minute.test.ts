import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import worker from '../../../src/index.ts'
import { eventsToDeliver, isLong } from '../../support/run/effort.ts'
import { inboxOf, whatsAppMessage } from '../../support/inbox.ts'
import { onLoopback, otherSide } from '../../support/outside/outside.ts'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { database, service } from '../../support/service.ts'
import { expectBody, openShop, type Shop } from '../../support/shop.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { Webhook } from '../../../src/areas/webhooks/webhook.ts'
import { webhooksOf } from '../../support/webhooks.ts'

// With a database of its own, because the job of every minute covers all stores.

let scratch: Scratch
beforeAll(async () => {
  scratch = await openScratch()
})
beforeEach(async () => {
  await scratch.sql`delete from webhook_deliveries`
})
afterEach(() => void vi.restoreAllMocks())

const open = () =>
  openShop({ through: service(undefined, { DATABASE_URL: scratch.databaseUrl, ...onLoopback }), sql: scratch.sql })

const minute = (tag?: string) =>
  worker.scheduled(createScheduledController({ cron: '* * * * *' }), {
    ...env,
    ...scratch.variables(tag),
    ...onLoopback,
  })

/** Makes everything due, and ends leases, as if time had passed. */
const later = () =>
  scratch.sql`update webhook_deliveries set due_at = now() - interval '1 second' where status = 'pending'`

/** Records events as a cron would: nobody delivers them after a response. */
const record = ({ store }: Shop, events: number, type = 'customer.updated') =>
  scratch.sql`insert into events (store_id, type, subject_id, actor_kind, data)
    select ${store.id}, ${type}, gen_random_uuid(), 'system', '{"changed": ["tags"]}' from generate_series(1, ${events})`

const Counts = z.array(z.object({ status: z.string(), deliveries: z.coerce.number() }))
const counts = async () =>
  Object.fromEntries(
    Counts.parse(await scratch.sql`select status, count(*) as deliveries from webhook_deliveries group by 1`).map(
      ({ status, deliveries }) => [status, deliveries],
    ),
  )

/** Shortens the time limit of attempts. */
function limitAttempts(ms: number) {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => timeout(limit === 15_000 ? ms : limit))
}

test('the hourly cron deletes deliveries after 30 days', async () => {
  const shop = await open()
  const hook = await webhooksOf(shop).add({ events: ['customer.*'] })
  await record(shop, 2)
  const [{ id } = { id: '' }] = await hook.deliveries()
  const kept = async (days: number) => {
    await scratch.sql`update webhook_deliveries set created_at = now() - make_interval(days => ${days}) where id = ${id}`
    await worker.scheduled(createScheduledController({ cron: '17 * * * *' }), { ...env, ...scratch.variables() })
    return (await hook.deliveries()).length
  }
  expect(await kept(29)).toBe(2)
  expect(await kept(31)).toBe(1)
})

describe('the minute cron', () => {
  test('delivers what a cron or an import recorded, and what failed before', async () => {
    const shop = await open()
    const hook = await webhooksOf(shop).add({ events: ['customer.*', 'product.*'] })
    await hook.side.answer({ status: 500 })
    await shop.addCustomer()
    await record(shop, 5)
    const csv = ['id,name', ...Array.from({ length: 20 }, (_, row) => `c${row},Amal ${row}`)].join('\n')
    const answer = await service(undefined, { DATABASE_URL: scratch.databaseUrl, ...onLoopback }).fetch(
      '/api/customers/import',
      {
        method: 'POST',
        headers: { Authorization: `Bearer ${shop.owner.token}`, 'Content-Type': 'text/csv' },
        body: csv,
      },
    )
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200, body: { created: 20 } })
    expect(await counts()).toEqual({ pending: 26 })
    await later()
    await minute()
    expect(await counts()).toEqual({ delivered: 26 })
    const received = await hook.received()
    expect(received).toHaveLength(27)
    expect(received.filter(({ event }) => event.data['source'] === 'import')).toHaveLength(20)
  })

  test('disables a webhook once the API key that manages it has expired; nothing is sent meanwhile', async () => {
    const shop = await open()
    const server = await serverOf(shop, { through: shop.through })
    const hook = await webhooksOf(shop).add({ events: ['customer.created'] }, server)
    await scratch.sql`update access_tokens set expires_at = now() where id = ${server.id}`
    await scratch.sql`update webhooks set access_ends_at = now() where id = ${hook.id} and access_ends_at is not null`
    await shop.addCustomer()
    expect(await hook.received()).toEqual([])
    const state = async () => expectBody(await shop.owner.get(hook.path), 200, Webhook)
    expect(await state()).toMatchObject({ enabled: true, health: { pending: 1 } })
    await minute()
    expect(await state()).toMatchObject({ disabled_reason: 'access_ended', health: { pending: 0 } })
    expect(await hook.received()).toEqual([])
  })

  test('delivers replies of the inbox over the same connections', async () => {
    const shop = await open()
    const hook = await webhooksOf(shop).add({ events: ['customer.updated'] })
    const inbox = inboxOf(shop)
    const phone = await inbox.addMeta('whatsapp')
    await phone.send(whatsAppMessage(phone.account))
    const [conversation] = await inbox.conversations(`?channel_id=${phone.id}`)
    const meta = otherSide(phone.access_token)
    await meta.answer({ status: 500 })
    await inbox.reply(conversation?.id ?? '', 'Yes')
    await scratch.sql`update message_outbox set due_at = now()`
    await record(shop, 20)
    await minute()
    expect(await counts()).toEqual({ delivered: 20 })
    expect((await meta.calls()).map(({ taken }) => taken)).toEqual([false, true])
    expect(await hook.received()).toHaveLength(20)
  })

  test('delivers to other webhooks with as many database requests while one hangs and one fails as without them', async () => {
    const [bad, good] = [await open(), await open()]
    const hanging = await webhooksOf(bad).add({ events: ['product.*'] })
    const failing = await webhooksOf(bad).add({ events: ['customer.*'] })
    const healthy = [
      await webhooksOf(bad).add({ events: ['customer.*'] }),
      await webhooksOf(good).add({ events: ['customer.*'] }),
    ]
    limitAttempts(600_000)
    await failing.side.answer(...Array.from({ length: 200 }, () => ({ status: 500 })))
    const events = eventsToDeliver(1000, 100)
    const ids = healthy.map(({ id }) => id)
    const count = async (of: string[], condition: string) => {
      const [row] = await scratch.sql.query(
        `select count(*)::int as count from webhook_deliveries where webhook_id = any($1::uuid[]) and ${condition}`,
        [of],
      )
      return Number(row?.['count'])
    }

    /** How many database requests the cron makes until the healthy webhooks have everything. */
    async function requestsUntilDelivered(hangs: boolean) {
      const tag = `beside-${crypto.randomUUID()}`
      const runs: Promise<void>[] = []
      const isDelivered = async () => (await count(ids, "status = 'pending'")) === 0
      while (!(await isDelivered())) {
        const run = minute(tag)
        runs.push(run)
        // A run claims nothing after 40 seconds, and does not end while a receiver hangs.
        const over = scheduler.wait(41_000).then(() => true)
        while (!(await Promise.race([run.then(() => true), over, scheduler.wait(50)])) && !(await isDelivered()));
      }
      const { requests } = await database(tag).seen()
      // It was still hanging.
      expect((await count([hanging.id], 'lease_id is not null')) > 0).toBe(hangs)
      await scratch.sql`delete from webhook_deliveries`
      await hanging.side.release()
      await Promise.all(runs)
      return requests
    }

    await record(good, events)
    const alone = await requestsUntilDelivered(false)
    await hanging.side.answer(...Array.from({ length: 200 }, () => ({ held: true })))
    await record(bad, 60, 'product.updated')
    await record(bad, 2)
    await record(good, events)
    const beside = await requestsUntilDelivered(true)
    // At most three an event: to claim it, to read it and to record the result. Two events can share the first two.
    // The rest is for the other jobs of the cron, and for the webhooks that hang and fail.
    for (const requests of [alone, beside]) expect(requests).toBeLessThanOrEqual(3 * events + 100)
  }, 900_000)

  test('delivers to a webhook that works before it tries those that failed, however long these have waited', async () => {
    const broken = []
    for (let count = 0; count < 4; count++) {
      const shop = await open()
      const { side } = await webhooksOf(shop).add({ events: ['customer.*'] })
      await side.answer(...Array.from({ length: 40 }, () => ({ held: true })))
      await scratch.sql`update webhooks set failing_since = now() where store_id = ${shop.store.id}`
      await record(shop, 10)
      broken.push(side)
    }
    await later()
    const shop = await open()
    const hook = await webhooksOf(shop).add({ events: ['customer.*'] })
    await record(shop, 10)
    limitAttempts(120_000)
    const run = minute()
    await expect.poll(counts).toMatchObject({ delivered: 10 })
    expect(await hook.received()).toHaveLength(10)
    await scratch.sql`delete from webhook_deliveries`
    for (const side of broken) await side.release()
    await run
  })

  test.for([
    ['a webhook', 1, false, 2],
    ['a webhook whose last attempt failed', 1, true, 1],
    ['the webhooks of a store', 3, false, 4],
  ] as const)(
    'makes at most so many attempts at once for %s, however many runs there are',
    async ([, hooks, isFailing, most]) => {
      const shop = await open()
      const receivers = []
      for (let count = 0; count < hooks; count++) {
        const { side } = await webhooksOf(shop).add({ events: ['customer.*'] })
        await side.answer(...Array.from({ length: 40 }, () => ({ held: true })))
        receivers.push(side)
      }
      if (isFailing) await scratch.sql`update webhooks set failing_since = now() where store_id = ${shop.store.id}`
      await record(shop, 30)
      // An attempt that ends would change how many there may be.
      limitAttempts(120_000)
      const runs = [minute(), minute(), minute(), minute()]
      const attempts = async () => {
        const [row] =
          await scratch.sql`select count(*)::int as leased from webhook_deliveries where lease_id is not null`
        return Number(row?.['leased'])
      }
      await expect.poll(attempts, { interval: 20 }).toBe(most)
      for (let count = 0; count < 20; count++) {
        expect(await attempts()).toBe(most)
        await new Promise((resolve) => setTimeout(resolve, 40))
      }
      await scratch.sql`delete from webhook_deliveries`
      for (const side of receivers) await side.release()
      await Promise.all(runs)
    },
  )
})

/** Of twenty calls, seven fail, of which a few hang, and one arrives although its answer is lost. */
const badAnswer = (nth: number) => {
  const kind = (nth * 7) % 20
  if (kind === 7) return { lost: true }
  return kind < 7 ? { status: 500, held: kind === 6 && nth % 300 < 20 } : {}
}

test.runIf(isLong)(
  'an event reaches a bad receiver at least once, whatever it does and although the Worker is killed',
  async () => {
    const shop = await open()
    const hook = await webhooksOf(shop).add({ events: ['customer.*'] })
    const events = eventsToDeliver(1000, 120)
    await record(shop, events)
    limitAttempts(3_000)
    // A round tries every event at most twice: the receiver is bad in the first few rounds, which are fewer than ten attempts.
    const bad = Array.from({ length: events * 1.5 }, (_, nth) => badAnswer(nth))
    await hook.side.answer(...bad)
    const calls = async () => (await hook.side.calls()).length
    const tag = `storm-${crypto.randomUUID()}`
    let interrupted = 0
    for (let killed = 0; killed < 3; killed++) {
      const before = await calls()
      // A killed Worker leaves leases behind, and results that nobody recorded.
      const run = minute(tag).catch(() => {})
      await expect.poll(calls).toBeGreaterThan(before + 10)
      await database(tag).disturb({ down: true })
      await run
      await database(tag).reset()
      const [left] =
        await scratch.sql`select count(*)::int as leased from webhook_deliveries where lease_id is not null`
      interrupted += Number(left?.['leased'])
      await later()
    }
    for (let round = 0; (await counts())['pending'] !== undefined && round < 100; round++) {
      await minute()
      await later()
    }
    const taken = (await hook.received())
      .filter((call) => call.taken)
      .map(({ headers }) => String(headers['webhook-id']))
    const times = Map.groupBy(taken, (id) => id)
    const twice = taken.length - times.size
    const lost = bad.filter((answer) => 'lost' in answer).length
    console.log(JSON.stringify({ events, attempts: await calls(), arrived: times.size, twice, lost, interrupted }))
    expect(await counts()).toEqual({ delivered: events })
    expect(times.size).toBe(events)
    // Only an event whose result is unknown is sent again. The rest is room for answers that a busy machine delays.
    expect(twice).toBeGreaterThan(0)
    expect(twice).toBeLessThanOrEqual(lost + interrupted + events * 0.1)
  },
  900_000,
)
