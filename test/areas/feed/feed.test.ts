import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { beginningOf, caughtUpAt, feedStart } from '../../../src/areas/feed/feed-cursor.ts'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { client, type Client, expectProblem, inStore, openShop, type Shop } from '../../support/shop.ts'
import { readFeed, readToEnd, readWhileOthersWrite, settle } from './feed.ts'

let shop: Shop
let server: Client
let order: Awaited<ReturnType<Shop['addOrder']>>
beforeAll(async () => {
  shop = await openShop()
  server = await serverOf(shop)
  order = await shop.addOrder()
  await shop.owner.post(`/api/orders/${order.id}/confirm`, {})
  await shop.owner.post(`/api/orders/${order.id}/payments`, { amount: 10 })
})

describe("a merchant's server that follows the feed", () => {
  test('gets what happened in the store, oldest first, with who did it to what', async () => {
    const { events } = await readToEnd(server)
    expect(events.map(({ type }) => type)).toEqual([
      'store.created',
      'customer.created',
      'product.created',
      'order.created',
      'order.confirmed',
      'order.paid',
    ])
    expect(events.at(-1)).toEqual({
      id: expect.any(String),
      type: 'order.paid',
      created_at: expect.any(String),
      store_id: shop.store.id,
      actor: { kind: 'user', id: expect.any(String), name: expect.any(String), acts_for: null },
      subject: { type: 'order', id: order.id },
      data: { amount: 10 },
      cursor: expect.any(String),
    })
  })

  test('reads on from the cursor of each response, which is there at the end as well', async () => {
    const all = await readToEnd(server, { limit: '2' })
    expect(all.requests).toBe(3)
    expect(await readToEnd(server, { after: all.cursor })).toMatchObject({ events: [], requests: 1 })
    await shop.owner.post(`/api/orders/${order.id}/notes`, { body: 'Ring twice' })
    const { events, cursor } = await readToEnd(server, { after: all.cursor })
    expect(events.map(({ type }) => type)).toEqual(['order.noted'])
    expect(await readToEnd(server, { after: cursor })).toMatchObject({ events: [] })
  })

  test('can ask for types, and for one resource', async () => {
    const types = async (query: Record<string, string>) =>
      (await readToEnd(server, query)).events.map(({ type }) => type)
    expect(await types({ types: 'order.paid,product.*' })).toEqual(['product.created', 'order.paid'])
    expect(await types({ types: 'order.paid', subject_id: order.id })).toEqual(['order.paid'])
    expect(await types({ subject_id: order.customer_id })).toEqual(['customer.created'])
    expect(await types({ subject_id: order.id, types: 'product.*' })).toEqual([])
  })

  test('learns which type it misspelt', async () => {
    const problem = expectProblem(await server.get('/api/events?types=order.payed,order.*'), 422, 'invalid_input')
    expect(problem.errors).toMatchObject([
      { pointer: '/types', detail: 'Unknown event type "order.payed". Did you mean "order.paid"?' },
    ])
  })

  test('cannot use a cursor with other filters, or one that it made up', async () => {
    const { meta } = await readFeed(server, { types: 'order.*' })
    expect(await readToEnd(server, { types: 'order.*', after: meta.next_cursor })).toMatchObject({ events: [] })
    const huge = (xact: string) => `${xact}.${order.id}.${meta.next_cursor.split('.')[2]}`
    for (const [query, detail] of [
      [`after=${meta.next_cursor}`, 'other filters'],
      [`types=order.*&subject_id=${order.id}&after=${meta.next_cursor}`, 'other filters'],
      [`types=order.*&after=${huge('x')}`, 'Invalid cursor'],
      ['after=1', 'Invalid cursor'],
      [`types=order.*&after=${huge('99999999999999999999')}`, 'Invalid cursor'],
      [`types=order.*&after=${huge('18446744073709551615')}`, 'Start again without after'],
    ]) {
      const problem = expectProblem(await server.get(`/api/events?${query}`), 422, 'invalid_input')
      expect(problem.errors).toMatchObject([{ pointer: '/after', code: 'invalid_cursor' }])
      expect(problem.detail).toContain(detail)
    }
  })
})

test('a person follows all of their stores at once', async () => {
  const second = await openShop()
  await second.join(shop.owner.subject, 'viewer')
  const { events } = await readToEnd(shop.owner, { types: 'store.created' })
  expect(events.map(({ store_id }) => store_id)).toEqual([shop.store.id, second.store.id])
  // By now, everything has settled.
  const inSecond = await shop.owner.get('/api/events', inStore(second.store))
  expect(inSecond.body).toMatchObject({ data: [{ type: 'store.created', store_id: second.store.id }] })
})

describe('when many write at the same time', () => {
  let scratch: Scratch
  let busy: Shop
  beforeAll(async () => {
    scratch = await openScratch()
    busy = await openShop({ through: scratch.service(), sql: scratch.sql })
  })

  const Ids = z.array(z.array(z.object({ id: z.string() })))

  /** Records two events and commits after a pause, so that later transactions become visible first. */
  async function write(subject: string, pauseMs: number) {
    const record = scratch.sql`insert into events (store_id, type, subject_id, actor_kind)
      values (${busy.store.id}, 'order.confirmed', ${subject}, 'system') returning id`
    const [first, , second] = await scratch.sql.transaction([
      record,
      scratch.sql`select pg_sleep(${pauseMs / 1000})`,
      scratch.sql`insert into events (store_id, type, subject_id, actor_kind)
        values (${busy.store.id}, 'order.completed', ${subject}, 'system') returning id`,
    ])
    return Ids.parse([first, second]).flatMap((rows) => rows.map(({ id }) => id))
  }

  test('a reader gets every event once and skips none', async () => {
    const writers = 8
    const rounds = 6
    const written: string[] = []
    let writing = writers
    const done = Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let round = 0; round < rounds; round++)
          written.push(...(await write(crypto.randomUUID(), ((writer * 7 + round * 5) % 8) * 8)))
        writing -= 1
      }),
    )
    const seen: string[] = []
    const reader = client(busy.owner.token, scratch.service())
    let after: string | undefined
    for (let isLast = false; !isLast;) {
      isLast = writing === 0
      if (isLast) await settle()
      const { events, cursor } = await readWhileOthersWrite(reader, {
        types: 'order.*',
        ...(after !== undefined && { after }),
      })
      seen.push(...events.map(({ id }) => id))
      after = cursor
    }
    await done
    expect(written).toHaveLength(writers * rounds * 2)
    expect(seen.toSorted()).toEqual(written.toSorted())
  })

  test('a reader also gets what is recorded under the id of a transaction that a crash of the database undid', async () => {
    const reader = client(busy.owner.token, scratch.service())
    const { cursor } = await readToEnd(reader)
    // The id before the oldest that is still running. The reader's last event has a lower one.
    const recorded = await scratch.sql`insert into events (store_id, type, subject_id, actor_kind, xact)
      select ${busy.store.id}, 'order.confirmed', ${crypto.randomUUID()}, 'system',
        (pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1)::text::xid8
      returning id`
    const { events } = await readToEnd(reader, { after: cursor })
    expect(events.map(({ id }) => ({ id }))).toEqual(recorded)
  })
})

test('a reader who has everything goes on at their last event, or a thousand transactions before the newest', () => {
  const last = { xact: '5000', id: crypto.randomUUID() }
  expect(caughtUpAt(last, '5001')).toEqual(last)
  expect(caughtUpAt(last, '6000')).toEqual(last)
  expect(caughtUpAt(last, '9000')).toEqual(beginningOf('8000'))
  expect(caughtUpAt(feedStart, '700')).toEqual(feedStart)
})
