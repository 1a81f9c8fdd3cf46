import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { listDeliveries } from '../../../src/areas/webhooks/list-deliveries.ts'
import { Webhook } from '../../../src/areas/webhooks/webhook.ts'
import { crowd } from '../../support/run/effort.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { onLoopback } from '../../support/outside/outside.ts'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop, type Shop, userId } from '../../support/shop.ts'
import { webhooksOf } from '../../support/webhooks.ts'
import { queuesIn } from './queue.ts'

// Taking rights away never waits for what is queued: it only says that it was given up, and the cron tidies up.

let scratch: Scratch
let queues: ReturnType<typeof queuesIn>
beforeAll(async () => {
  scratch = await openScratch()
  queues = queuesIn(scratch)
})
afterEach(() => void vi.restoreAllMocks())

/** More than one turn of the job that tidies up. */
const events = crowd(200_000, 11_000)

const open = () =>
  openShop({ through: service(undefined, { DATABASE_URL: scratch.databaseUrl, ...onLoopback }), sql: scratch.sql })

async function hireAdmin(shop: Shop) {
  const admin = await shop.hire('admin')
  return { ...admin, id: await userId(admin) }
}

type Added = Awaited<ReturnType<ReturnType<typeof webhooksOf>['add']>>

/** Ways in which a webhook ends, each with who adds it. `end` returns the status of the response. */
const ways = {
  'the key that added it is revoked': async (shop: Shop) => {
    const server = await serverOf(shop, { through: shop.through })
    const hook = await webhooksOf(shop).add({}, server)
    const end = async () => {
      const { status } = await shop.owner.delete(`/api/keys/${server.id}`)
      expectProblem(await server.get('/api/webhooks'), 401, 'invalid_token')
      return status
    }
    return { hook, end }
  },
  'the key that added it expires': async (shop: Shop) => {
    const server = await serverOf(shop, { through: shop.through })
    const hook = await webhooksOf(shop).add({}, server)
    const end = async () => {
      await scratch.sql`update access_tokens set expires_at = now() where id = ${server.id}`
      await scratch.sql`update webhooks set access_ends_at = now() where id = ${hook.id}`
      await scratch.sql`select app.run_store_job('disable_expired_webhooks', ${shop.store.id}, 20)`
      return 200
    }
    return { hook, end }
  },
  'the admin who added it becomes staff': async (shop: Shop) => {
    const admin = await hireAdmin(shop)
    const hook = await webhooksOf(shop).add({}, admin)
    const end = async () => {
      const { status } = await shop.owner.patch(`/api/members/${admin.id}`, { role: 'staff' })
      expectProblem(await admin.get('/api/webhooks'), 403, 'forbidden')
      return status
    }
    return { hook, end }
  },
  'the admin who added it is removed': async (shop: Shop) => {
    const admin = await hireAdmin(shop)
    const hook = await webhooksOf(shop).add({}, admin)
    return { hook, end: async () => (await shop.owner.delete(`/api/members/${admin.id}`)).status }
  },
  'it is disabled': async (shop: Shop) => {
    const hook = await webhooksOf(shop).add()
    return { hook, end: async () => (await shop.owner.patch(hook.path, { enabled: false })).status }
  },
  'its receiver answers 410': async (shop: Shop) => {
    const hook = await webhooksOf(shop).add()
    await hook.side.answer({ status: 410 }, { status: 410 })
    return { hook, end: async () => (await shop.owner.post(`${hook.path}/test`, {})).status }
  },
} satisfies Record<string, (shop: Shop) => Promise<{ hook: Added; end: () => Promise<number> }>>

const read = async (shop: Shop, { path }: Added) => expectBody(await shop.owner.get(path), 200, Webhook)

const list = async (shop: Shop, { path }: Added, status: string) =>
  expectBody(await shop.owner.get(`${path}/deliveries?status=${status}&limit=3`), 200, listDeliveries.output)

describe('a webhook with a very long queue', () => {
  test.for(Object.entries(ways))('gives it up at once when %s, and the cron marks it later', async ([, open_]) => {
    const shop = await open()
    const { hook, end } = await open_(shop)
    const oldest = await queues.queue(hook, events)

    expect(await end()).toBeLessThan(300)
    // Not one row for each delivery: at most those of attempts.
    expect(await queues.rewritten(hook)).toBeLessThanOrEqual(20)

    // It reads as if all of them had been marked.
    expect(await read(shop, hook)).toMatchObject({ enabled: false, health: { pending: 0, missed_since: oldest } })
    expect(await list(shop, hook, 'pending')).toMatchObject({ data: [], meta: { total: 0 } })
    const failed = await list(shop, hook, 'failed')
    expect(failed.data).toHaveLength(3)
    expect(failed.data[0]).toMatchObject({ status: 'failed', error: 'webhook_disabled', next_attempt_at: null })
    expect(failed.meta.total).toBe(10_001)

    const arrived = (await hook.received()).length
    await shop.owner.patch(hook.path, { enabled: true })
    for (let run = 0; (await queues.stored(hook)) > 0 && run < 100; run++) await queues.cron()
    expect(await queues.stored(hook)).toBe(0)
    expect(await hook.received()).toHaveLength(arrived)
    expect(await read(shop, hook)).toMatchObject({ enabled: true, health: { pending: 0, missed_since: oldest } })
    expect(await list(shop, hook, 'failed')).toMatchObject({
      data: failed.data.map(({ id }) => ({ id, status: 'failed', error: 'webhook_disabled' })),
    })
  })

  test('and is gone at once when it is deleted', async () => {
    const shop = await open()
    const hook = await webhooksOf(shop).add()
    await queues.queue(hook, events)
    expect((await shop.owner.delete(hook.path)).status).toBe(204)
    expect(await queues.rewritten(hook)).toBe(0)
    expectProblem(await shop.owner.get(hook.path), 404, 'not_found')
    for (let run = 0; (await queues.kept(hook)) > 0 && run < 100; run++) await queues.cron()
    expect(await queues.kept(hook)).toBe(0)
    expect(await hook.received()).toEqual([])
  })

  test('leaves nothing behind, not even what was queued while it was being deleted', async () => {
    const shop = await open()
    const hook = await webhooksOf(shop).add()
    await shop.owner.delete(hook.path)
    await queues.cron()
    await queues.queue(hook, 3)
    await scratch.sql`update webhooks set deleted_at = now() - interval '9 days' where id = ${hook.id}`
    for (const cron of ['17 * * * *', '* * * * *', '17 * * * *'] as const) await queues.cron(cron)
    expect(await queues.kept(hook)).toBe(0)
    expect(await scratch.sql`select from webhooks where id = ${hook.id}`).toEqual([])
  })

  test('writes nothing when what is waiting is replayed once more', async () => {
    const shop = await open()
    const hook = await webhooksOf(shop).add()
    const oldest = await queues.queue(hook, 500)
    const { body } = await shop.owner.post(`${hook.path}/replay`, { since: oldest })
    expect(body).toEqual({ queued: 500, next_since: null })
    // Only those of the attempts that begin at once.
    expect(await queues.rewritten(hook)).toBeLessThan(100)
  })

  test('does not keep the webhooks of another store waiting, in the same run of the cron', async () => {
    const [greedy, other] = [await open(), await open()]
    const hook = await webhooksOf(greedy).add()
    await queues.queue(hook, events)
    await greedy.owner.patch(hook.path, { enabled: false })
    const theirs = await webhooksOf(other).add({ events: ['order.*'] })
    await queues.queue(theirs, 5)
    await queues.cron()
    expect(await theirs.received()).toHaveLength(5)
  })
})

test('revoking a key does not wait for its webhook, which is then sent nothing, and is disabled later', async () => {
  const shop = await open()
  const server = await serverOf(shop, { through: shop.through })
  const hook = await webhooksOf(shop).add({}, server)
  // So is another, which receives that the key was revoked.
  const other = await webhooksOf(shop).add({ events: ['*'] })
  const used = scratch.sql.transaction([
    scratch.sql`select from webhooks where id in (${hook.id}, ${other.id}) for no key update`,
    scratch.sql.query(`do $$ begin
      for turn in 1..1000 loop
        if exists (select from access_tokens where id = '${server.id}' and revoked_at is not null) then return; end if;
        perform pg_sleep(0.02);
      end loop;
      raise 'the key was not revoked while its webhook was in use';
    end $$`),
  ])
  const [{ status }] = await Promise.all([shop.owner.delete(`/api/keys/${server.id}`), used])
  expect(status).toBe(204)
  expectProblem(await server.get('/api/webhooks'), 401, 'invalid_token')

  await shop.addOrder()
  await queues.cron()
  await queues.cron()
  expect(await hook.received()).toEqual([])
  expect(await read(shop, hook)).toMatchObject({ enabled: false, disabled_reason: 'access_ended' })
})

test('a webhook goes on when its manager is an admin again before the cron has disabled it', async () => {
  const shop = await open()
  const admin = await hireAdmin(shop)
  const hook = await webhooksOf(shop).add({}, admin)
  // As app.note_unmanaged leaves it, if the webhook was in use when the admin became staff.
  await scratch.sql`update webhooks set access_ends_at = now() where id = ${hook.id}`
  await queues.cron()
  await queues.queue(hook, 2)
  await queues.cron()
  expect(await hook.received()).toHaveLength(2)
  expect(await read(shop, hook)).toMatchObject({ enabled: true })
})

describe('what a webhook gave up', () => {
  /** Disabled with two events pending, and enabled again before the cron ran. */
  async function enabledAgain() {
    const shop = await open()
    const hook = await webhooksOf(shop).add()
    const oldest = await queues.queue(hook, 2)
    await shop.owner.patch(hook.path, { enabled: false })
    await shop.owner.patch(hook.path, { enabled: true })
    return { shop, hook, oldest }
  }

  test('is not sent although it is enabled at once, but what happens from then on is', async () => {
    const { shop, hook } = await enabledAgain()
    await shop.addOrder()
    await queues.cron()
    expect(await hook.types()).toEqual(['order.created'])
    expect((await hook.deliveries()).map(({ status }) => status)).toEqual(['delivered', 'failed', 'failed'])
  })

  test('can be sent again, one by one or by a replay, before the cron ran', async () => {
    const { shop, hook, oldest } = await enabledAgain()
    const [{ id } = { id: '' }] = await hook.deliveries('?status=failed')
    expect((await shop.owner.post(`${hook.path}/deliveries/${id}/redeliver`, {})).status).toBe(202)
    expect(await hook.received()).toHaveLength(1)
    expect((await shop.owner.post(`${hook.path}/replay`, { since: oldest })).body).toEqual({
      queued: 2,
      next_since: null,
    })
    expect(await hook.received()).toHaveLength(3)
    await queues.cron()
    expect((await hook.deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
  })

  test('is not retried when an attempt that was under way fails, and counts as delivered if it arrives', async () => {
    for (const [answer, status, error] of [
      [{ status: 410, held: true }, 'failed', 'webhook_disabled'],
      [{ held: true }, 'delivered', null],
    ] as const) {
      const shop = await open()
      const hook = await webhooksOf(shop).add()
      await hook.side.answer(answer)
      await queues.queue(hook, 1)
      const run = queues.cron()
      await expect.poll(async () => (await hook.side.calls()).length).toBe(1)
      await shop.owner.patch(hook.path, { enabled: false })
      expect((await hook.only()).status).toBe('failed')
      await shop.owner.patch(hook.path, { enabled: true })
      await hook.side.release()
      await run
      expect(await hook.only()).toMatchObject({ status, error })
      await queues.cron()
      expect(await hook.only()).toMatchObject({ status, error })
      expect(await hook.received()).toHaveLength(1)
      expect(await read(shop, hook)).toMatchObject({ enabled: true })
    }
  })
})
