import { beforeAll, describe, expect, test } from 'vitest'
import { serverOf } from '../../support/callers/keys.ts'
import { type Client, expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { readFeed, readToEnd, settle } from './feed.ts'

let shop: Shop
let server: Client
let orderId: string
beforeAll(async () => {
  shop = await openShop()
  server = await serverOf(shop)
  orderId = (await shop.addOrder()).id
  await shop.owner.post(`/api/orders/${orderId}/confirm`, {})
})

const typesFrom = async (query: Readonly<Record<string, string>>) =>
  (await readToEnd(server, query)).events.map(({ type }) => type)

describe('a program that starts now', () => {
  test('gets no events of the past, and all that happen afterwards', async () => {
    await settle()
    const start = await readFeed(server, { after: 'latest' })
    expect(start).toMatchObject({ data: [], meta: { has_more: false } })
    await shop.owner.post(`/api/orders/${orderId}/notes`, { body: 'Ring twice' })
    expect(await typesFrom({ after: start.meta.next_cursor })).toEqual(['order.noted'])
  })

  test('misses nothing that a transaction records while it starts', async () => {
    await settle()
    const writing = asOwner.transaction([
      asOwner`insert into events (store_id, type, subject_id, actor_kind)
        values (${shop.store.id}, 'order.preparing', ${orderId}, 'system')`,
      asOwner`select pg_sleep(0.3)`,
    ])
    await asOwner`select pg_sleep(0.1)`
    const { meta } = await readFeed(server, { after: 'latest', types: 'order.preparing' })
    await writing
    expect(await typesFrom({ after: meta.next_cursor, types: 'order.preparing' })).toEqual(['order.preparing'])
  })

  test('can do so in a store where nothing has happened that it may see', async () => {
    const other = await openShop()
    const reader = await serverOf(other, { scopes: ['events:read', 'orders:read'] })
    const { meta } = await readFeed(reader, { after: 'latest', types: 'order.*' })
    const { id } = await other.addOrder()
    const { events } = await readToEnd(reader, { after: meta.next_cursor, types: 'order.*' })
    expect(events.map(({ subject }) => subject.id)).toEqual([id])
  })
})

describe('a program that starts at a time', () => {
  /** A store with an event of each of these days, each recorded by a transaction of its own. */
  async function storeWithDays(...days: readonly string[]) {
    const store = await openShop()
    await asOwner`update events set created_at = '2026-01-01T00:00:00Z' where store_id = ${store.store.id}`
    for (const day of days)
      await asOwner`insert into events (store_id, type, subject_id, actor_kind, created_at)
        values (${store.store.id}, 'order.confirmed', ${crypto.randomUUID()}, 'system', ${`${day}T12:00:00Z`})`
    return serverOf(store)
  }

  const daysOf = async (reader: Client, query: Readonly<Record<string, string>>) =>
    (await readToEnd(reader, { types: 'order.confirmed', ...query })).events.map(({ created_at }) =>
      created_at.slice(0, 10),
    )

  test('gets the events of that time and later', async () => {
    const reader = await storeWithDays('2026-03-01', '2026-03-02', '2026-03-03')
    expect(await daysOf(reader, { from: '2026-03-02T12:00:00Z' })).toEqual(['2026-03-02', '2026-03-03'])
    expect(await daysOf(reader, { from: '2026-03-02T12:00:01Z' })).toEqual(['2026-03-03'])
    expect(await daysOf(reader, { from: '2020-01-01' })).toEqual(['2026-03-01', '2026-03-02', '2026-03-03'])
  })

  test('may give a date, which is a day of the store', async () => {
    const reader = await storeWithDays('2026-03-01', '2026-03-02', '2026-03-03')
    expect(await daysOf(reader, { from: '2026-03-02' })).toEqual(['2026-03-02', '2026-03-03'])
  })

  test('goes on with the cursor of the response', async () => {
    const reader = await storeWithDays('2026-03-01', '2026-03-02', '2026-03-03')
    await settle()
    const query = { types: 'order.confirmed', limit: '1' }
    const first = await readFeed(reader, { ...query, from: '2026-03-02' })
    expect(first).toMatchObject({ data: [{ created_at: '2026-03-02T12:00:00.000Z' }], meta: { has_more: true } })
    const next = await readFeed(reader, { ...query, after: first.meta.next_cursor })
    expect(next).toMatchObject({ data: [{ created_at: '2026-03-03T12:00:00.000Z' }], meta: { has_more: false } })
  })

  test('misses no event of a transaction that began before and recorded it afterwards', async () => {
    const store = await openShop()
    const at = (minute: string) => `2026-03-02T12:${minute}:00Z`
    // In the order of their transactions.
    for (const minute of ['00', '40', '20', '50'])
      await asOwner`insert into events (store_id, type, subject_id, actor_kind, created_at)
        values (${store.store.id}, 'order.confirmed', ${crypto.randomUUID()}, 'system', ${at(minute)})`
    const reader = await serverOf(store)
    const { events } = await readToEnd(reader, { types: 'order.confirmed', from: at('30'), limit: '1' })
    expect(events.map(({ created_at }) => created_at)).toEqual(
      expect.arrayContaining(['40', '50'].map((minute) => at(minute).replace('Z', '.000Z'))),
    )
  })

  test('does not get earlier events once it has reached the end', async () => {
    await settle()
    const from = new Date(Date.now() + 1000).toISOString()
    const { meta } = await readFeed(server, { from })
    expect(await typesFrom({ after: meta.next_cursor })).toEqual([])
  })

  test('cannot give a cursor as well', async () => {
    const { meta } = await readFeed(server)
    for (const after of ['latest', meta.next_cursor]) {
      const problem = expectProblem(
        await server.get(`/api/events?from=2026-03-01&after=${after}`),
        422,
        'invalid_input',
      )
      expect(problem.errors).toMatchObject([{ pointer: '/from', code: 'conflicting_fields' }])
    }
  })
})

test('each event has a cursor, with which the feed continues after it', async () => {
  const { events } = await readToEnd(server)
  for (const [nth, { cursor }] of events.entries()) {
    const rest = await readToEnd(server, { after: cursor })
    expect(rest.events.map(({ id }) => id)).toEqual(events.slice(nth + 1).map(({ id }) => id))
  }
})
