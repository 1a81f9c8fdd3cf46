import { beforeAll, describe, expect, test } from 'vitest'
import { serverOf } from '../../support/callers/keys.ts'
import { type Client, expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { holding, isHeld } from '../../support/locks.ts'
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
    const writer = `writer ${orderId}`
    const writing = holding(
      asOwner`insert into events (store_id, type, subject_id, actor_kind)
        select ${shop.store.id}, 'order.preparing', ${orderId}, 'system' from set_config('application_name', ${writer}, true)`,
      `exists (select from stores where id = '${shop.store.id}' and name = 'Read')`,
    )
    await isHeld(writer)
    const { meta } = await readFeed(server, { after: 'latest', types: 'order.preparing' })
    await asOwner`update stores set name = 'Read' where id = ${shop.store.id}`
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
  /** Records an event in a transaction of its own, as if it had happened at this time. */
  async function record({ store }: Shop, time: string) {
    await asOwner`insert into events (store_id, type, subject_id, actor_kind, created_at)
      values (${store.id}, 'order.confirmed', ${store.id}, 'system', ${time})`
  }

  /** A store with an event of each of these days. */
  async function storeWithDays(...days: readonly string[]) {
    const store = await openShop()
    await asOwner`update events set created_at = '2026-01-01T00:00:00Z' where store_id = ${store.store.id}`
    for (const day of days) await record(store, `${day}T12:00:00Z`)
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

  describe('when transactions record earlier events after later ones', () => {
    const at = (clock: string) => `2026-03-02T${clock}:00.000Z`
    const confirmed = { types: 'order.confirmed', limit: '1' }
    const timesOf = async (reader: Client, query: Readonly<Record<string, string>>) =>
      (await readToEnd(reader, { ...confirmed, ...query })).events.map(({ created_at }) => created_at)

    test('misses no later event, and gets no earlier one on any page', async () => {
      const store = await openShop()
      for (const clock of ['12:00', '12:40', '12:20', '12:50', '12:10']) await record(store, at(clock))
      const reader = await serverOf(store)
      const from = at('12:30')
      expect(await timesOf(reader, { from })).toEqual([at('12:40'), at('12:50')])
      expect(await timesOf(reader, { from, subject_id: store.store.id })).toEqual([at('12:40'), at('12:50')])
    })

    test('gets no earlier event after the cursor of an event', async () => {
      const store = await openShop()
      for (const clock of ['12:40', '12:20', '12:50']) await record(store, at(clock))
      const reader = await serverOf(store)
      const { events } = await readToEnd(reader, { ...confirmed, from: at('12:30') })
      expect(await timesOf(reader, { after: events[0]?.cursor ?? '' })).toEqual([at('12:50')])
    })

    test('gets no earlier event once it has reached the end, even if there was none yet', async () => {
      const store = await openShop()
      const reader = await serverOf(store)
      const start = await readToEnd(reader, { ...confirmed, from: at('12:30') })
      expect(start.events).toEqual([])
      for (const clock of ['12:20', '12:40']) await record(store, at(clock))
      const { events, cursor } = await readToEnd(reader, { ...confirmed, after: start.cursor })
      expect(events).toMatchObject([{ created_at: at('12:40') }])
      for (const clock of ['12:10', '12:50']) await record(store, at(clock))
      expect(await timesOf(reader, { after: cursor })).toEqual([at('12:50')])
    })

    test('gets the events from the same date on in each of several stores, in the time zone of each', async () => {
      const [home, kuwait] = [await openShop(), await openShop()]
      await kuwait.owner.patch(`/api/stores/${kuwait.store.id}`, { timezone: 'Asia/Kuwait' })
      await kuwait.join(home.owner.subject, 'viewer')
      await record(home, at('12:00'))
      // At midnight in Kuwait, it is 21:00 in UTC.
      for (const store of [home, kuwait])
        for (const clock of ['20:30', '22:00']) await record(store, `2026-03-01T${clock}:00Z`)
      const { events } = await readToEnd(home.owner, { ...confirmed, from: '2026-03-02' })
      expect(events).toMatchObject([
        { store_id: home.store.id, created_at: at('12:00') },
        { store_id: kuwait.store.id, created_at: '2026-03-01T22:00:00.000Z' },
      ])
    })
  })

  test('cannot go on with a cursor whose time is broken', async () => {
    const { meta } = await readFeed(server, { from: '2026-03-02' })
    const [xact, id, filters, day = ''] = meta.next_cursor.split('.')
    expect(atob(day)).toBe('2026-03-02')
    for (const time of ['', 'yesterday', 'infinity', '2026-02-30', '0001-01-01', '2026-03-02T12:00', '2026-03-02.x']) {
      const after = [xact, id, filters, btoa(time).replaceAll('=', '')].join('.')
      const problem = expectProblem(await server.get(`/api/events?after=${after}`), 422, 'invalid_input')
      expect(problem.errors).toMatchObject([{ pointer: '/after', code: 'invalid_cursor' }])
      expect(problem.detail).toContain('Invalid cursor')
    }
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
