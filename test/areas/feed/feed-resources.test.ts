import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { serverOf } from '../../support/callers/keys.ts'
import { watchLog } from '../../support/run/log.ts'
import { type Client, openShop, type Shop } from '../../support/shop.ts'
import { readFeed, readToEnd } from './feed.ts'

let shop: Shop
let server: Client
let orderId: string
beforeAll(async () => {
  shop = await openShop()
  server = await serverOf(shop)
  orderId = (await shop.addOrder()).id
  await shop.owner.post(`/api/orders/${orderId}/confirm`, {})
})
afterEach(() => void vi.restoreAllMocks())

const include = { include: 'resource' }

describe('with include=resource', () => {
  test('each event has its order, customer or product as it is now', async () => {
    const { events } = await readToEnd(server, include)
    const paths: Readonly<Record<string, string>> = { order: 'orders', customer: 'customers', product: 'products' }
    for (const { subject, resource } of events) {
      const path = paths[subject.type]
      if (path === undefined) expect(resource).toBeNull()
      else expect((await server.get(`/api/${path}/${subject.id}`)).body).toMatchObject({ ...resource, id: subject.id })
    }
    expect(events.map(({ type, resource }) => [type, resource?.['status']])).toEqual(
      expect.arrayContaining([
        ['order.created', 'confirmed'],
        ['order.confirmed', 'confirmed'],
      ]),
    )
  })

  test('the feed still costs one round trip', async () => {
    const { requests } = watchLog()
    await readFeed(server, include)
    await readFeed(server, { ...include, after: 'latest' })
    await readFeed(server, { ...include, from: '2026-01-01', subject_id: orderId })
    expect(requests().map(({ db_round_trips }) => db_round_trips)).toEqual([1, 1, 1])
  })

  test('a cursor from before continues', async () => {
    const { cursor } = await readToEnd(server, { types: 'order.*' })
    expect(await readToEnd(server, { ...include, types: 'order.*', after: cursor })).toMatchObject({ events: [] })
  })

  test('fields choose among those of the event; the resource stays', async () => {
    const { body } = await server.get('/api/events?fields=id,cursor&include=resource&limit=1')
    expect(Object.keys(Object(body).data[0]).toSorted()).toEqual(['cursor', 'id', 'resource'])
  })

  test('a key sees only the resources whose events it sees', async () => {
    const reader = await serverOf(shop, { scopes: ['events:read', 'catalog:read'] })
    const { events } = await readToEnd(reader, include)
    const shown = events.flatMap(({ type, resource }) => (resource ? [type] : []))
    expect(shown).toEqual(['product.created'])
  })

  test('a merged customer is the one that it was merged into', async () => {
    const [kept, merged] = [await shop.addCustomer({ name: 'Kept' }), await shop.addCustomer({ name: 'Merged' })]
    const body = { keep_id: kept.id, merge_ids: [merged.id] }
    expect(await shop.owner.post('/api/customers/merge', body)).toMatchObject({ status: 200 })
    const { events } = await readToEnd(server, { ...include, subject_id: merged.id })
    expect(events).toMatchObject([{ type: 'customer.created', resource: { id: kept.id, name: 'Kept' } }])
  })
})

test('without include, events have no resource', async () => {
  const { events } = await readToEnd(server)
  for (const event of events) expect(event).not.toHaveProperty('resource')
})
