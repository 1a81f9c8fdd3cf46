import { describe, expect, test } from 'vitest'
import { OrderWithIncluded } from '../../../src/areas/orders/included.ts'
import { listOrderActions } from '../../../src/areas/orders/actions/list-order-actions.ts'
import { listOrderEvents } from '../../../src/areas/orders/list-order-events.ts'
import { actionNames } from '../../../src/areas/orders/actions/order-actions.ts'
import { database, service } from '../../support/service.ts'
import { type Client, client, expectBody, expectProblem } from '../../support/shop.ts'
import { act, ask, orderOf } from './acting.ts'
import { range } from './listing.ts'
import { openWithOrder } from './scarf-shop.ts'

const both = 'include=actions,events'

const openOrder = () => openWithOrder({ currency: 'KWD', lines: [{ quantity: 3 }] })

const actionsOf = async (client: Client, id: string) =>
  expectBody(await client.get(`/api/orders/${id}/actions`), 200, listOrderActions.output).actions

const eventsOf = async (client: Client, id: string, query = '') =>
  expectBody(await client.get(`/api/orders/${id}/events${query}`), 200, listOrderEvents.output)

describe('an order with its actions and events', () => {
  test('has what their own lists have, by its id and by its number', async () => {
    const { owner, id, number } = await openOrder()
    await act(owner, id, 'payments', { amount: 1.005 })
    await act(owner, id, 'notes', { body: 'Rings twice' })
    const expected = {
      ...(await orderOf(owner, id)),
      actions: await actionsOf(owner, id),
      events: (await eventsOf(owner, id)).data,
      events_cursor: null,
    }
    expect(expected.events).toHaveLength(3)
    for (const path of [`${id}?${both}`, `number:${number}?${both}`, `${id}?include=events&include=actions`])
      expect((await owner.get(`/api/orders/${path}`)).body, path).toEqual(expected)
    const { actions, events, events_cursor, ...order } = expected
    expect((await owner.get(`/api/orders/${id}?include=actions`)).body).toEqual({ ...order, actions })
    expect((await owner.get(`/api/orders/${id}?include=events`)).body).toEqual({ ...order, events, events_cursor })
  })

  test('has the newest 20 events, and a cursor for the older ones', async () => {
    const { owner, id } = await openOrder()
    for (const nth of range(1, 19)) await act(owner, id, 'notes', { body: `Note ${nth}` })
    const whole = expectBody(await owner.get(`/api/orders/${id}?${both}`), 200, OrderWithIncluded)
    expect(whole).toMatchObject({ events: { length: 20 }, events_cursor: null })
    for (const nth of range(20, 22)) await act(owner, id, 'notes', { body: `Note ${nth}` })
    const page = expectBody(await owner.get(`/api/orders/${id}?${both}`), 200, OrderWithIncluded)
    const { data, meta } = await eventsOf(owner, id)
    expect(page.events).toEqual(data)
    expect(page.events_cursor).toBe(meta.next_cursor)
    const older = await eventsOf(owner, id, `?cursor=${page.events_cursor}`)
    expect(older.data.map(({ type, data }) => [type, data['body']])).toEqual([
      ['order.noted', 'Note 2'],
      ['order.noted', 'Note 1'],
      ['order.created', undefined],
    ])
  })

  test('is what every action and change answers, with the event that it has just recorded', async () => {
    const { owner, id } = await openOrder()
    const steps: readonly [string, object?][] = [
      ['hold', { reason: 'call_later' }],
      ['confirm'],
      ['prepare'],
      ['payments', { amount: 5 }],
      ['ship'],
      ['notes', { body: 'Left at the door' }],
      ['refunds', { amount: 5 }],
      ['deliver'],
      ['complete'],
      ['return'],
    ]
    for (const [name, body = {}] of steps) {
      const answer = expectBody(await owner.post(`/api/orders/${id}/${name}?${both}`, body), 200, OrderWithIncluded)
      expect(
        answer.actions?.map(({ name }) => name),
        name,
      ).toEqual(answer.allowed_actions)
      expect(answer.events, name).toEqual((await eventsOf(owner, id)).data)
      expect(answer).toEqual((await owner.get(`/api/orders/${id}?${both}`)).body)
    }
    const other = await openOrder()
    const changed = await other.owner.patch(`/api/orders/${other.id}?${both}`, { notes: 'Blue door' })
    expect(changed).toMatchObject({
      status: 200,
      body: { notes: 'Blue door', events: [{ type: 'order.updated' }, {}] },
    })
    expect(changed.headers.get('ETag')).toBe('"v2"')
    const shown = expectBody(await other.owner.get(`/api/orders/${other.id}?${both}`), 200, OrderWithIncluded)
    expect(changed.body).toEqual({ ...shown, recalculated: [], warnings: [], discount_refused: null })
    const cancelled = await other.owner.post(`/api/orders/${other.id}/cancel?${both}`, {})
    expect(cancelled).toMatchObject({ status: 200, body: { events: { length: 3 }, actions: [{ name: 'notes' }] } })
    const third = await openOrder()
    for (const name of ['confirm', 'ship']) await ask(third.owner, third.id, name)
    const refused = await third.owner.post(`/api/orders/${third.id}/refuse?${both}`, {})
    expect(refused).toMatchObject({ status: 200, body: { events: { length: 4 }, actions: [{ name: 'notes' }] } })
    expect([...steps.map(([name]) => name), 'cancel', 'refuse'].toSorted()).toEqual([...actionNames].toSorted())
  })

  test('leaves an action and a change without them as they were', async () => {
    const { owner, id } = await openOrder()
    for (const answer of [
      await owner.get(`/api/orders/${id}`),
      await ask(owner, id, 'confirm'),
      await owner.patch(`/api/orders/${id}`, { notes: 'x' }),
    ])
      for (const name of ['actions', 'events', 'events_cursor']) expect(answer.body).not.toHaveProperty(name)
  })

  test('costs one round trip, also where an action has to be read', async () => {
    const shop = await openOrder()
    const tag = `included-${shop.store.id}`
    const counted = client(shop.owner.token, service(tag))
    const path = `/api/orders/${shop.id}`
    const sends = [
      () => counted.get(`${path}?${both}`),
      () => counted.post(`${path}/confirm?${both}`, {}),
      () => counted.patch(`${path}?${both}`, { notes: 'x' }),
    ]
    for (const [nth, send] of sends.entries()) {
      expect((await send()).status).toBe(200)
      expect((await database(tag).seen()).requests).toBe(nth + 1)
    }
  })

  test('needs names that it knows, and only where it is taken', async () => {
    const { owner, id } = await openOrder()
    const path = `/api/orders/${id}`
    for (const query of ['include=customer', 'include=', 'include=actions,', 'include=actions&include=x'])
      for (const answer of [
        await owner.get(`${path}?${query}`),
        await owner.post(`${path}/confirm?${query}`, {}),
        await owner.patch(`${path}?${query}`, { notes: 'x' }),
      ])
        expect(expectProblem(answer, 422, 'invalid_input').errors, query).toMatchObject([{ pointer: '/include' }])
    for (const other of [`/api/orders?${both}`, `${path}/events?${both}`])
      expect(expectProblem(await owner.get(other), 422, 'invalid_input').errors).toMatchObject([
        { pointer: '/include' },
      ])
    expectProblem(await owner.post(`${path}/confirm`, { include: ['actions'] }), 422, 'invalid_input')
    expect(await orderOf(owner, id)).toMatchObject({ status: 'pending', version: 1 })
  })

  test('is not found in another store', async () => {
    const [mine, other] = [await openOrder(), await openOrder()]
    expectProblem(await other.owner.get(`/api/orders/${mine.id}?${both}`), 404, 'not_found')
    expectProblem(await other.owner.post(`/api/orders/${mine.id}/notes?${both}`, { body: 'x' }), 404, 'not_found')
  })

  test('has no actions for a viewer, and only theirs for staff', async () => {
    const { owner, hire, id } = await openOrder()
    await act(owner, id, 'payments', { amount: 1 })
    const read = async (who: Client) => expectBody(await who.get(`/api/orders/${id}?${both}`), 200, OrderWithIncluded)
    expect(await read(await hire('viewer'))).toMatchObject({ actions: [], events: { length: 2 } })
    const names = (await read(await hire('staff'))).actions?.map(({ name }) => name)
    expect(names).toContain('payments')
    expect(names).not.toContain('refunds')
  })
})

describe('fields and ETags', () => {
  test('fields choose among those of the order; what is included stays', async () => {
    const { owner, id } = await openOrder()
    const keysOf = async (query: string) => Object.keys(Object((await owner.get(`/api/orders/${id}?${query}`)).body))
    expect(await keysOf(`fields=id,status&${both}`)).toEqual(['id', 'status', 'actions', 'events', 'events_cursor'])
    expect(await keysOf('fields=status&include=actions')).toEqual(['status', 'actions'])
    const without = await keysOf(`fields=-items,-shipments&${both}`)
    expect(without).toContain('events')
    expect(without).not.toContain('items')
    const refused = expectProblem(await owner.get(`/api/orders/${id}?fields=events&${both}`), 422, 'invalid_input')
    expect(refused.errors).toMatchObject([{ pointer: '/fields', code: 'unknown_field' }])
  })

  test('with actions or events, the ETag is that of the content: they change without a new version', async () => {
    const { owner, hire, id } = await openOrder()
    const path = `/api/orders/${id}?include=events`
    const tagOf = async (who: Client, at: string) => (await who.get(at)).headers.get('ETag') ?? ''
    const etag = await tagOf(owner, path)
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(await owner.get(path, { 'If-None-Match': etag })).toMatchObject({ status: 304, body: '' })
    expect(await owner.get(path, { 'If-None-Match': '"v1"' })).toMatchObject({ status: 200 })
    await act(owner, id, 'notes', { body: 'Rings twice' })
    const noted = await owner.get(path, { 'If-None-Match': etag })
    expect(noted).toMatchObject({ status: 200, body: { version: 1, events: [{ type: 'order.noted' }, {}] } })
    // The order itself has not changed.
    expect(await owner.get(`/api/orders/${id}`, { 'If-None-Match': '"v1"' })).toMatchObject({ status: 304 })
    const actions = `/api/orders/${id}?include=actions`
    expect(await tagOf(await hire('viewer'), actions)).not.toBe(await tagOf(owner, actions))
  })
})

describe('an action that is sent again', () => {
  test('has the same events as the first time, although there are more by now', async () => {
    const { owner, id } = await openOrder()
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const send = (query = `?${both}`) => owner.post(`/api/orders/${id}/confirm${query}`, {}, key)
    const first = await send()
    await new Promise((resolve) => setTimeout(resolve, 5))
    await act(owner, id, 'notes', { body: 'Later' })
    const again = await send()
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    expect(first.body).toMatchObject({ events: { length: 2 } })
    // Another choice of what to include is not another request.
    const bare = await send('')
    expect(bare.headers.get('Idempotent-Replayed')).toBe('true')
    expect({ ...Object(first.body), ...Object(bare.body) }).toEqual(first.body)
  })

  test('so does a change of the order', async () => {
    const { owner, id } = await openOrder()
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const send = () => owner.patch(`/api/orders/${id}?${both}`, { notes: 'Blue door' }, key)
    const first = await send()
    await new Promise((resolve) => setTimeout(resolve, 5))
    await act(owner, id, 'notes', { body: 'Later' })
    const again = await send()
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
  })
})
