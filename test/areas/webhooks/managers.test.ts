import { beforeAll, describe, expect, test } from 'vitest'
import { getMe } from '../../../src/areas/stores/get-me.ts'
import { listAudit } from '../../../src/areas/events/list-audit.ts'
import { Webhook } from '../../../src/areas/webhooks/webhook.ts'
import { crowd } from '../../support/run/effort.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { type Client, expectBody, expectProblem, userId } from '../../support/shop.ts'
import { type HookedShop, openHookedShop } from '../../support/webhooks.ts'

let shop: HookedShop['shop']
let webhooks: HookedShop['webhooks']
beforeAll(async () => {
  ;({ shop, webhooks } = await openHookedShop())
})

const serve = (by: HookedShop['shop']['owner']) => serverOf(shop, { by, through: shop.through })

const add = (by: Client) => webhooks.add({ events: ['customer.created'] }, by)

const read = async ({ path }: { path: string }) => expectBody(await shop.owner.get(path), 200, Webhook)

/** How many events reach the webhook now. */
async function arrivals({ received }: { received: () => Promise<unknown[]> }) {
  const before = (await received()).length
  await shop.addCustomer()
  return (await received()).length - before
}

async function hireAdmin() {
  const admin = await shop.hire('admin')
  return { ...admin, id: await userId(admin) }
}

describe('a webhook', () => {
  test.for([
    ['becomes staff', (id: string) => shop.owner.patch(`/api/members/${id}`, { role: 'staff' })],
    ['is removed', (id: string) => shop.owner.delete(`/api/members/${id}`)],
  ] as const)('stops when the admin who added it %s, and goes on for who enables it', async ([, end]) => {
    const admin = await hireAdmin()
    const hook = await add(admin)
    expect(hook.managed_by).toEqual({ kind: 'user', id: admin.id, name: expect.any(String) })
    const others = await add(shop.owner)
    expect(await arrivals(hook)).toBe(1)
    expect((await end(admin.id)).status).toBeLessThan(300)

    expect(await read(hook)).toMatchObject({
      enabled: false,
      disabled_reason: 'access_ended',
      managed_by: { id: admin.id },
    })
    expect(await arrivals(hook)).toBe(0)
    expect(await arrivals(others)).toBe(1)
    expectProblem(await shop.owner.post(`${hook.path}/test`, {}), 409, 'webhook_disabled')
    const me = expectBody(await shop.owner.get('/api/me'), 200, getMe.output)
    expect(me.stores[0]?.failing_webhooks).toBeGreaterThanOrEqual(1)
    const audit = await shop.owner.get(`/api/audit?subject_id=${hook.id}&types=webhook.disabled`)
    expect(expectBody(audit, 200, listAudit.output).data).toMatchObject([{ data: { reason: 'access_ended' } }])

    const ownerId = await userId(shop.owner)
    const enabled = expectBody(await shop.owner.patch(hook.path, { enabled: true }), 200, Webhook)
    expect(enabled).toMatchObject({ enabled: true, disabled_reason: null, managed_by: { kind: 'user', id: ownerId } })
    expect(await arrivals(hook)).toBe(1)
  })

  test('keeps working when the owner who added it becomes an admin', async () => {
    const boss = await shop.hire('owner')
    const hook = await add(boss)
    expect((await shop.owner.patch(`/api/members/${await userId(boss)}`, { role: 'admin' })).status).toBe(200)
    expect(await arrivals(hook)).toBe(1)
  })

  test('stops when the API key that added it is revoked, or the member who created the key leaves', async () => {
    const admin = await hireAdmin()
    const [revoked, orphaned] = [await serve(admin), await serve(admin)]
    const [first, second] = [await add(revoked), await add(orphaned)]
    expect(first.managed_by).toEqual({ kind: 'key', id: revoked.id, name: 'Warehouse' })
    expect((await shop.owner.delete(`/api/keys/${revoked.id}`)).status).toBe(204)
    expect(await read(first)).toMatchObject({ disabled_reason: 'access_ended' })
    expect(await arrivals(second)).toBe(1)
    expect((await admin.delete(`/api/members/${admin.id}`)).status).toBe(204)
    expect(await read(second)).toMatchObject({ disabled_reason: 'access_ended' })
  })

  test('is managed by whoever set its url last, but not by who changed its events', async () => {
    const [admin, server] = [await hireAdmin(), await serve(shop.owner)]
    const hook = await add(shop.owner)
    const owned = await read(hook)
    const events = expectBody(await admin.patch(hook.path, { events: ['customer.*'] }), 200, Webhook)
    expect(events.managed_by).toEqual(owned.managed_by)
    const moved = expectBody(await server.patch(hook.path, { url: `${hook.url}/moved` }), 200, Webhook)
    expect(moved.managed_by).toMatchObject({ kind: 'key', id: server.id })
    expect((await shop.owner.delete(`/api/keys/${server.id}`)).status).toBe(204)
    expect(await read(hook)).toMatchObject({ disabled_reason: 'access_ended' })
  })

  test('does not outlive an admin who is removed while they add it', async () => {
    for (let round = 0; round < crowd(20, 3); round++) {
      const admin = await hireAdmin()
      const server = await serve(admin)
      const url = 'https://hooks.shop.kw/race'
      const results = await Promise.all([
        admin.post('/api/webhooks', { url, events: ['order.*'] }),
        server.post('/api/webhooks', { url, events: ['order.*'] }),
        shop.owner.delete(`/api/members/${admin.id}`),
        admin.post('/api/webhooks', { url, events: ['order.*'] }),
      ])
      expect(results[2].status).toBe(204)
      const left = await shop.sql`select from webhooks
        where store_id = ${shop.store.id} and managed_by in (${admin.id}, ${server.id}) and enabled`
      expect(left, JSON.stringify(results.map(({ status }) => status))).toHaveLength(0)
      await shop.sql`delete from webhooks w where store_id = ${shop.store.id} and url = ${url}`
    }
  })
})
