import { describe, expect, test } from 'vitest'
import { OrderWithIncluded } from '../../../src/areas/orders/included.ts'
import { listOrderActions } from '../../../src/areas/orders/actions/list-order-actions.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { database, service } from '../../support/service.ts'
import { type Client, client, expectBody, openShop } from '../../support/shop.ts'
import { orderOf } from './acting.ts'
import { openWithOrder } from './scarf-shop.ts'

const everything = 'include=actions,events,payments,customer_orders,undo'

const shown = async (who: Client, id: string, query = everything) =>
  expectBody(await who.get(`/api/orders/${id}?${query}`), 200, OrderWithIncluded)

describe('the next action of an order', () => {
  test('leads from a new order to a paid and delivered one, and is always allowed', async () => {
    const { owner, id, does } = await openWithOrder({ lines: [{ quantity: 2 }] })
    const walked: (string | null)[] = []
    for (;;) {
      const { next_action, allowed_actions } = await orderOf(owner, id)
      walked.push(next_action)
      if (next_action === null) break
      expect(allowed_actions).toContain(next_action)
      await does(next_action)
    }
    expect(walked).toEqual(['confirm', 'prepare', 'ship', 'deliver', 'payments', null])
    const list = expectBody(await owner.get(`/api/orders/${id}/actions`), 200, listOrderActions.output)
    expect(list).toMatchObject({ next_action: null })
  })

  test('takes an order off hold, ships the rest, and refunds what came back', async () => {
    const { owner, id, does } = await openWithOrder({ lines: [{ quantity: 2 }] })
    const next = async () => (await orderOf(owner, id)).next_action
    await does('hold', { reason: 'no_answer' })
    expect(await next()).toBe('confirm')
    await does('confirm')
    await does('payments')
    await does('ship', { items: [{ position: 1, quantity: 1 }] })
    expect(await next()).toBe('ship')
    await does('ship')
    await does('refuse')
    expect(await next(), 'all that was paid is too much').toBe('refunds')
    await does('refunds', { amount: 20 })
    expect(await next()).toBe(null)
  })

  test('is one that the role may take', async () => {
    const { id, does, hire } = await openWithOrder({})
    const [viewer, staff] = await Promise.all([hire('viewer'), hire('staff')])
    expect((await orderOf(staff, id)).next_action).toBe('confirm')
    expect((await orderOf(viewer, id)).next_action).toBe(null)
    await does('confirm')
    await does('payments')
    await does('ship')
    await does('refuse')
    expect((await orderOf(staff, id)).next_action, 'only managers refund').toBe(null)
  })
})

describe('what an order screen shows', () => {
  test('costs one round trip, and nothing that was not asked for', async () => {
    const { owner, id, does } = await openWithOrder({})
    await does('payments', { amount: 4 })
    const tag = `around-${crypto.randomUUID()}`
    const counted = client(owner.token, service(tag))
    await shown(counted, id)
    expect(await database(tag).seen()).toMatchObject({ requests: 1 })
    const order = await orderOf(owner, id)
    const { payments, customer_orders, undo_action, ...whole } = await shown(owner, id)
    expect(whole).toMatchObject(order)
    expect(await shown(owner, id, 'include=payments')).toEqual({ ...order, payments })
    expect(await shown(owner, id, 'include=undo,customer_orders')).toEqual({ ...order, customer_orders, undo_action })
    expect(payments).toEqual(Object((await owner.get(`/api/orders/${id}/payments`)).body).data)
    expect(payments).toMatchObject([{ kind: 'payment', amount: 4, voided_at: null }])
  })

  test('the other orders of the customer, newest first, and how many were refused', async () => {
    const shop = await openWithOrder({})
    const { owner, id, bought } = shop
    expect((await shown(owner, id)).customer_orders).toEqual({
      count: 0,
      count_is_capped: false,
      refused_count: 0,
      newest: [],
    })
    for (let nth = 0; nth < 6; nth++) {
      const order = await bought({})
      if (nth > 1) continue
      for (const action of ['confirm', 'ship', 'refuse'])
        expect((await owner.post(`/api/orders/${order.id}/${action}`, {})).status).toBe(200)
    }
    const stranger = await openShop({})
    expect((await stranger.owner.get(`/api/orders/${id}?${everything}`)).status).toBe(404)
    const { customer_orders } = await shown(owner, id)
    expect(customer_orders).toMatchObject({ count: 6, refused_count: 2, count_is_capped: false })
    expect(customer_orders?.newest.map(({ number }) => number)).toEqual([1007, 1006, 1005, 1004, 1003])
    const key = await serverOf(shop, { scopes: ['orders:read'] })
    expect((await shown(key, id)).customer_orders, 'a key that reads orders').toEqual(customer_orders)
  })

  test('the last action as long as it can be taken back, by those who may', async () => {
    const { owner, id, does, asks, hire } = await openWithOrder({})
    const undo = async (who = owner) => (await shown(who, id, 'include=undo')).undo_action
    expect(await undo()).toBe(null)
    await does('confirm')
    await does('prepare')
    expect(await undo()).toBe('prepare')
    await does('ship')
    expect(await undo()).toBe('ship')
    expect(await undo(await hire('viewer'))).toBe(null)
    expect((await asks('undo')).status).toBe(200)
    expect(await undo()).toBe('prepare')
    await does('payments')
    await does('ship')
    await does('deliver')
    await does('return')
    expect(await undo()).toBe('return')
    await does('refunds', { amount: 10 })
    expect(await undo(), 'what came back was refunded').toBe(null)
    expect((await asks('undo')).status).toBe(409)
  })

  test('what cannot be taken back by staff or by software is not offered to them', async () => {
    const shop = await openWithOrder({})
    const { owner, id, does, hire } = shop
    for (const action of ['confirm', 'ship', 'deliver']) await does(action)
    const key = await serverOf(shop, { scopes: ['orders:read', 'orders:write'] })
    const staff = await hire('staff')
    const undo = async (who: Client) => (await shown(who, id, 'include=undo')).undo_action
    expect([await undo(owner), await undo(staff), await undo(key)]).toEqual(['deliver', 'deliver', null])
    await does('complete')
    expect([await undo(owner), await undo(staff), await undo(key)]).toEqual(['complete', null, null])
  })

  test('an ETag of all of it, which changes with an order that has the same version', async () => {
    const { owner, id, bought } = await openWithOrder({})
    const read = (etag = '') => owner.get(`/api/orders/${id}?${everything}`, { 'If-None-Match': etag })
    const etag = (await read()).headers.get('etag') ?? ''
    expect((await read(etag)).status).toBe(304)
    await bought({})
    expect((await read(etag)).status).toBe(200)
  })
})
