import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { listOrderEvents } from '../../../src/areas/orders/list-order-events.ts'
import { type Client, expectBody, expectProblem, inStore, pointersOf, userId } from '../../support/shop.ts'
import { act, ask } from './acting.ts'
import { openCrew } from './crew.ts'
import { range } from './listing.ts'
import { openScarfShop, openWithOrder } from './scarf-shop.ts'

type Event = z.output<typeof listOrderEvents.output>['data'][number]

/** Newest first, as the service returns it. */
const timelineOf = async (client: Client, id: string, query = '?limit=100') =>
  expectBody(await client.get(`/api/orders/${id}/events${query}`), 200, listOrderEvents.output)

const typesOf = (events: readonly Event[]) => events.map(({ type }) => type.replace(/^order\./, ''))

const openOrder = () => openWithOrder({ currency: 'KWD', lines: [{ quantity: 2 }], order: { total_amount: 20.125 } })

test('lists all events of an order with their details, newest first', async () => {
  const { owner, id, does, scarf, line } = await openOrder()
  const variant_id = scarf.variants[0]?.id
  await owner.patch(`/api/orders/${id}`, { items: [line({ quantity: 3 })], notes: 'Secret: the door code is 4711' })
  await does('hold', { reason: 'no_answer', note: 'Rang twice' })
  await does('confirm')
  await does('prepare')
  const { shipments } = await does('ship', {
    items: [{ position: 1, quantity: 2 }],
    carrier: 'Aramex',
    tracking_number: 'AX-1',
  })
  await does('refuse', { items: [{ position: 1, quantity: 1 }], restock: false, reason: 'Torn' })
  await does('ship')
  await does('payments', { amount: 10.125, method: 'cash', reference: 'R-1' })
  await does('refunds', { amount: 1.005, reason: 'Late' })
  await does('deliver')
  await does('notes', { body: 'Prefers the evening' })
  await does('payments')
  const { data, meta } = await timelineOf(owner, id)
  expect(meta).toMatchObject({ total: 14, has_more: false, page: 1 })
  const reply = data.toReversed().map(({ type, data }) => [type.replace(/^order\./, ''), data])
  expect(reply).toEqual([
    ['created', { number: 1001, total_amount: 20.125, source: 'api' }],
    ['updated', { changed: expect.arrayContaining(['items', 'notes']), total_amount: 30 }],
    ['held', { reason: 'no_answer', note: 'Rang twice' }],
    ['confirmed', {}],
    ['preparing', {}],
    [
      'shipped',
      {
        shipment_id: shipments[0]?.id,
        items: [{ position: 1, variant_id, quantity: 2 }],
        carrier: 'Aramex',
        tracking_number: 'AX-1',
      },
    ],
    ['refused', { items: [{ position: 1, variant_id, quantity: 1 }], restock: false, reason: 'Torn' }],
    ['shipped', { shipment_id: expect.any(String), items: [{ position: 1, variant_id, quantity: 1 }] }],
    ['paid', { amount: 10.125, method: 'cash', reference: 'R-1' }],
    ['refunded', { amount: 1.005, reason: 'Late' }],
    ['delivered', {}],
    ['noted', { body: 'Prefers the evening' }],
    ['paid', { amount: 9.875 }],
    ['completed', { paid: true }],
  ])
  expect(JSON.stringify(data)).not.toContain('door code')
  const times = data.map(({ created_at }) => created_at)
  expect(times).toEqual(times.toSorted((one, other) => other.localeCompare(one)))
  expect(new Set(data.map((event) => event.id)).size).toBe(14)
})

test('names who did what: members, and assistants with the member they act for', async () => {
  const crew = await openCrew()
  const { id } = await crew.addOrder()
  for (const [name, action, body] of [
    ['staff', 'hold', { reason: 'other' }],
    ['assistant', 'confirm', {}],
    ['admin', 'payments', {}],
    ['assistant', 'words', { notes: 'Gift' }],
  ] as const)
    expect((await crew.as(name)(action, id, body)).status).toBe(200)
  const { data } = await timelineOf(crew.owner, id)
  const actors = data.toReversed().map(({ actor }) => actor)
  const { owner, staff, admin } = crew.people
  const nameOf = ({ subject }: { subject: string }) => subject.toLowerCase()
  const user = (person: { subject: string }) => ({
    kind: 'user',
    id: expect.any(String),
    name: nameOf(person),
    acts_for: null,
  })
  const actsFor = { id: await userId(crew.owner), name: nameOf(owner) }
  const assistant = { kind: 'token', id: crew.assistant.id, name: 'Assistant', acts_for: actsFor }
  expect(actors).toEqual([user(owner), user(staff), assistant, user(admin), assistant])
  expect(new Set(actors.map((actor) => actor.id)).size).toBe(4)

  await crew.owner.delete(`/api/mcp/tokens/${crew.assistant.id}`)
  expect((await timelineOf(crew.owner, id)).data[0]?.actor).toEqual(assistant)
})

test('has no event for rejected or repeated actions', async () => {
  const { owner, hire, id, does } = await openOrder()
  const staff = await hire('staff')
  await does('confirm')
  await does('confirm')
  await does('payments')
  await does('payments')
  for (const [client, action, status] of [
    [owner, 'deliver', 409],
    [owner, 'cancel', 409],
    [staff, 'refunds', 403],
    [staff, 'complete', 403],
  ] as const)
    expect((await ask(client, id, action, action === 'refunds' ? { amount: 1 } : {})).status).toBe(status)
  expect(typesOf((await timelineOf(owner, id)).data)).toEqual(['paid', 'confirmed', 'created'])
})

test('has the events of one order only', async () => {
  const { owner, bought, id, does } = await openOrder()
  const other = await bought()
  await does('confirm')
  await act(owner, other.id, 'cancel', { reason: 'A double' })
  const { data } = await timelineOf(owner, other.id)
  expect(data.map((event) => [event.type, event.data])).toEqual([
    ['order.cancelled', { reason: 'A double' }],
    ['order.created', { number: 1002, total_amount: 10, source: 'api' }],
  ])
  expect(typesOf((await timelineOf(owner, id)).data)).toEqual(['confirmed', 'created'])
})

describe('a long timeline', () => {
  test('can be read by page, or by cursor while events are added', async () => {
    const { owner, id, does } = await openOrder()
    for (const n of range(1, 24)) await does('notes', { body: `Note ${n}` })
    const bodies = (events: readonly Event[]) => events.map(({ data }) => data['body'] ?? 'created')
    const expected = [...range(24, 1).map((which) => `Note ${which}`), 'created']

    const first = await timelineOf(owner, id, '')
    expect(first.meta).toMatchObject({ total: 25, total_pages: 2, has_more: true, limit: 20 })
    expect(bodies(first.data)).toEqual(expected.slice(0, 20))
    expect(bodies((await timelineOf(owner, id, '?limit=10&page=3')).data)).toEqual(expected.slice(20))

    const seen: unknown[] = []
    let query = '?limit=7'
    for (let page = 0; page < 10 && query !== ''; page++) {
      const { data, meta } = await timelineOf(owner, id, query)
      seen.push(...bodies(data))
      await does('notes', { body: 'In between' })
      query = meta.next_cursor === null ? '' : `?limit=7&cursor=${meta.next_cursor}`
    }
    expect(seen).toEqual(expected)
  })

  test('rejects a cursor of another order, and invalid page numbers', async () => {
    const { owner, bought, id, does } = await openOrder()
    for (const n of range(1, 3)) await does('notes', { body: `Note ${n}` })
    const other = await bought()
    const { meta } = await timelineOf(owner, id, '?limit=2')
    for (const [path, pointer] of [
      [`${other.id}/events?cursor=${meta.next_cursor}`, '/cursor'],
      [`${id}/events?page=0`, '/page'],
      [`${id}/events?limit=101`, '/limit'],
      [`${id}/events?type=order.paid`, '/type'],
    ] as const)
      expect(pointersOf(expectProblem(await owner.get(`/api/orders/${path}`), 422, 'invalid_input'))).toEqual([pointer])
  })
})

test('is the same for everyone who can read the order, and belongs to its store', async () => {
  const { hire, owner, id, scarf, customer } = await openOrder()
  const other = await openScarfShop()
  const readers = await Promise.all((['admin', 'staff', 'viewer'] as const).map((role) => hire(role)))
  for (const reader of readers) expect(await timelineOf(reader, id)).toEqual(await timelineOf(owner, id))
  for (const no of ['x', scarf.id, customer.id])
    expectProblem(await owner.get(`/api/orders/${no}/events`), 404, 'not_found')

  // A member of both stores can read both orders; with X-Store-Id, only that store's.
  const both = await hire('viewer')
  await other.join(both.subject, 'owner')
  expect((await timelineOf(both, id)).data).toHaveLength(1)
  expectProblem(await both.get(`/api/orders/${id}/events`, inStore(other.store)), 404, 'not_found')
})

test('takes notes of 1 to 5,000 characters from members who can change orders', async () => {
  const { owner, hire, id } = await openOrder()
  for (const body of ['', '  ', 'x'.repeat(5001), 5, null])
    expect(pointersOf(expectProblem(await ask(owner, id, 'notes', { body }), 422, 'invalid_input'))).toEqual(['/body'])
  expectProblem(await ask(await hire('viewer'), id, 'notes', { body: 'x' }), 403, 'forbidden')
  const noted = await act(await hire('staff'), id, 'notes', { body: ` ${'ن'.repeat(5000)} ` })
  // A note does not change the order's version.
  expect(noted.version).toBe(1)
  expect((await timelineOf(owner, id)).data[0]?.data).toEqual({ body: 'ن'.repeat(5000) })
})
