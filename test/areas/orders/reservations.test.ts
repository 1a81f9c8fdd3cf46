import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { changeOrders } from '../../../src/areas/orders/actions/change-orders.ts'
import worker from '../../../src/index.ts'
import { Order } from '../../../src/areas/orders/order.ts'
import { PlacedOrder } from '../../../src/areas/storefront/public/public-order.ts'
import { openWindow } from '../storefront/shop-window.ts'
import { eventsOf } from '../../support/events.ts'
import { expectBody, expectProblem } from '../../support/shop.ts'
import { openScratch } from '../../support/scratch.ts'
import { asOwner } from '../../support/sql.ts'
import { exported, sent } from '../../platform/transfer/files.ts'
import { contradictionsOf } from './contradictions.ts'

// A shopper's order keeps its stock for the store's reservation_hours; then the cron releases it.

async function withOrders({ onHand = 10, ...place }: { onHand?: number } & Parameters<typeof openWindow>[0] = {}) {
  const window = await openWindow(place)
  const { owner, store } = window
  const scarf = await window.addProduct({ title: 'Scarf', variants: [{ on_hand: onHand }] })
  const order = async (quantity: number, phone = '+96550000001') => {
    const items = [{ product_slug: 'scarf', quantity }]
    return expectBody(await window.send('/orders', { customer: { name: 'Amal', phone }, items }), 201, PlacedOrder).id
  }
  const seen = async (id: string) => expectBody(await owner.get(`/api/orders/${id}`), 200, Order)
  const act = (id: string, action: string, body: object = {}) => owner.post(`/api/orders/${id}/${action}`, body)
  const stock = async () => Object((await owner.get(`/api/products/${scarf.id}`)).body).variants[0]
  /** As if the reservation had expired. */
  const expire = (...ids: string[]) =>
    window.sql`update orders set reserved_until = now() - interval '1 second' where store_id = ${store.id} and id = any(${ids})
      and reserved_until is not null`
  const sell = (quantity: number) => window.addOrder({ items: [{ product_id: scarf.id, quantity, unit_price: 10 }] })
  const sound = async () => expect(await contradictionsOf(store.id, window.sql)).toEqual({})
  return { ...window, scarf, order, seen, act, stock, expire, sell, sound }
}

const release = (orders = 500) => asOwner`select app.run_store_job('release_reservations', s, ${orders})
  from unnest(app.stores_due('release_reservations', '{}', 1000)) as s`

const released = async (shop: Awaited<ReturnType<typeof withOrders>>, quantity: number) => {
  const id = await shop.order(quantity)
  await shop.expire(id)
  await release()
  return id
}

describe('the reservation of a shopper’s order', () => {
  test("lasts as long as the store's setting, and only the merchant sees it", async () => {
    const shop = await withOrders()
    const hoursOf = async (id: string) => {
      const { created_at, reserved_until } = await shop.seen(id)
      return (Date.parse(reserved_until ?? '') - Date.parse(created_at)) / 3_600_000
    }
    const [first] = [await shop.order(1)]
    expect(await shop.seen(first)).toMatchObject({ reservation: 'held' })
    expect(await hoursOf(first)).toBe(24)
    await shop.owner.patch(`/api/stores/${shop.store.id}`, { reservation_hours: 168 })
    expect(await hoursOf(await shop.order(2))).toBe(168)
    expect(await hoursOf(first)).toBe(24)
    expect(JSON.stringify((await shop.visit(`/orders/${first}`)).body)).not.toMatch(/reserv|released|held/)
    expect(await shop.sell(1)).toMatchObject({ reservation: 'held', reserved_until: null })
  })

  test('is released by the cron, which records it and leaves the order pending', async () => {
    // The cron delivers events of all stores, also those that tests of other files expect to wait.
    const { sql, service, variables } = await openScratch()
    const shop = await withOrders({ through: service(), sql })
    const [due, later] = [await shop.order(2), await shop.order(3)]
    await shop.expire(due)
    await worker.scheduled(createScheduledController({ cron: '* * * * *' }), { ...env, ...variables() })
    expect(await shop.seen(due)).toMatchObject({
      status: 'pending',
      hold_reason: null,
      reservation: 'released',
      reserved_until: null,
      version: 2,
    })
    expect(await shop.seen(later)).toMatchObject({ reservation: 'held', version: 1 })
    expect(await shop.stock()).toMatchObject({ on_hand: 10, reserved: 3 })
    expect((await eventsOf(due, sql)).at(-1)).toMatchObject({
      type: 'order.reservation_released',
      actor_kind: 'system',
    })
    expect(await shop.visit(`/orders/${due}`)).toMatchObject({ status: 200, body: { status: 'pending' } })
    await shop.sound()
  })

  test('is released once, even if the cron runs several times in parallel', async () => {
    const shop = await withOrders({ onHand: 100 })
    const ids = await Promise.all(Array.from({ length: 30 }, (_, i) => shop.order(1 + (i % 3), `+9655000200${i % 10}`)))
    await shop.expire(...ids)
    await Promise.all(Array.from({ length: 6 }, () => release(7)))
    await release()
    await release()
    expect(await shop.stock()).toMatchObject({ reserved: 0 })
    for (const id of ids)
      expect((await eventsOf(id)).filter(({ type }) => type === 'order.reservation_released')).toHaveLength(1)
    await shop.sound()
  })

  test("is released in other stores even if one store's counts are wrong", async () => {
    const [broken, sound] = await Promise.all([withOrders(), withOrders()])
    const ids = [await broken.order(2), await sound.order(2)] as const
    await asOwner`update inventory set unconfirmed = unconfirmed - 1 where store_id = ${broken.store.id}`
    await broken.expire(ids[0])
    await sound.expire(ids[1])
    await release()
    expect(await sound.seen(ids[1])).toMatchObject({ reservation: 'released' })
    await sound.sound()
    expect((await broken.act(ids[0], 'confirm')).status).toBe(200)
  })
})

describe('an order whose stock was released', () => {
  test('reserves the stock again when it is confirmed', async () => {
    const shop = await withOrders()
    const id = await released(shop, 4)
    expect(await shop.act(id, 'confirm')).toMatchObject({
      status: 200,
      body: { status: 'confirmed', reservation: 'held', reserved_until: null },
    })
    expect(await shop.stock()).toMatchObject({ on_hand: 10, reserved: 4 })
    expect(await shop.act(id, 'confirm')).toMatchObject({ status: 200 })
    expect(await shop.act(id, 'ship')).toMatchObject({ status: 200, body: { reservation: null } })
    expect(await shop.stock()).toMatchObject({ on_hand: 6, reserved: 0 })
    await release()
    await shop.sound()
  })

  test('cannot be confirmed if its stock was sold, and stays unchanged', async () => {
    const shop = await withOrders()
    const id = await released(shop, 4)
    const other = await shop.sell(7)
    const before = await shop.seen(id)
    const problem = expectProblem(await shop.act(id, 'confirm'), 409, 'insufficient_stock')
    expect(problem).toMatchObject({ available: 3, requested: 4 })
    expect(problem.errors).toMatchObject([{ pointer: '/items/0/quantity', available: 3, requested: 4 }])
    expect(await shop.seen(id)).toEqual(before)
    expect(await shop.stock()).toMatchObject({ reserved: 7 })
    const bulk = await shop.owner.post('/api/orders/bulk', { action: 'confirm', order_ids: [id, other.id] })
    expect(expectBody(bulk, 200, changeOrders.output).data).toMatchObject([
      { ok: false, order: { status: 'pending', reservation: 'released' }, error: { code: 'insufficient_stock' } },
      { ok: true, order: { status: 'confirmed', reservation: 'held' } },
    ])
    // A smaller quantity is available.
    const items = [{ product_id: shop.scarf.id, quantity: 3, unit_price: 10 }]
    expect(await shop.owner.patch(`/api/orders/${id}`, { items })).toMatchObject({ body: { reservation: 'released' } })
    expect(await shop.stock()).toMatchObject({ reserved: 7 })
    expect(await shop.act(id, 'confirm')).toMatchObject({ status: 200 })
    expect(await shop.stock()).toMatchObject({ reserved: 10 })
    await shop.sound()
  })

  test('releases nothing a second time when it is cancelled', async () => {
    const shop = await withOrders()
    const [one, two] = [await released(shop, 4), await released(shop, 2)]
    await shop.order(3)
    expect(await shop.act(one, 'cancel')).toMatchObject({ status: 200, body: { reservation: null } })
    const bulk = await shop.owner.post('/api/orders/bulk', { action: 'cancel', order_ids: [two] })
    expect(bulk).toMatchObject({ status: 200, body: { succeeded: 1 } })
    expect(await shop.stock()).toMatchObject({ on_hand: 10, reserved: 3 })
    await shop.sound()
  })

  test('can be held, noted, paid and merged like any other, without reserving stock', async () => {
    const shop = await withOrders()
    const id = await released(shop, 4)
    for (const [action, body] of [
      ['hold', { reason: 'no_answer' }],
      ['notes', { body: 'Rang twice' }],
      ['payments', { amount: 1 }],
    ] as const)
      expect((await shop.act(id, action, body)).status).toBe(200)
    const { customer_id } = await shop.seen(id)
    const other = await shop.addCustomer({ name: 'Amal again' })
    const merged = await shop.owner.post('/api/customers/merge', { keep_id: other.id, merge_ids: [customer_id] })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    expect(await shop.seen(id)).toMatchObject({ hold_reason: 'no_answer', reservation: 'released' })
    expect(await shop.stock()).toMatchObject({ reserved: 0 })
    expect(await shop.act(id, 'confirm')).toMatchObject({ status: 200, body: { hold_reason: null } })
    expect(await shop.stock()).toMatchObject({ reserved: 4 })
  })

  test('is exported and imported as released', async () => {
    const shop = await withOrders()
    const [out, held] = [await released(shop, 4), await shop.order(3, '+96550000002')]
    const file = await exported(shop.owner, 'orders')
    const here = await withOrders()
    const products = await exported(shop.owner, 'products')
    expect(await sent(here.owner, 'products', products, { query: '?match=sku,slug' })).toMatchObject({ failed: 0 })
    expect(await sent(here.owner, 'orders', file)).toMatchObject({ created: 2, failed: 0 })
    const rows = Object((await here.owner.get('/api/orders')).body).data
    const reservations = Object.fromEntries(rows.map((row: Order) => [row.external_id, row.reservation]))
    expect(reservations).toEqual({ [out]: 'released', [held]: 'held' })
    await here.sound()
  })
})

type Order = { external_id: string; reservation: string | null }

test('editing, confirming or cancelling an order early keeps the shopper limits right', async () => {
  const shop = await withOrders({ onHand: 40 })
  const [edited, confirmed, cancelled] = [await shop.order(4), await shop.order(5), await shop.order(6)]
  const items = [{ product_id: shop.scarf.id, quantity: 9, unit_price: 10 }]
  expect(await shop.owner.patch(`/api/orders/${edited}`, { items })).toMatchObject({ status: 200 })
  expect(await shop.act(confirmed, 'confirm')).toMatchObject({ status: 200, body: { reserved_until: null } })
  expect(await shop.act(cancelled, 'cancel')).toMatchObject({ status: 200, body: { reserved_until: null } })
  expect(await shop.stock()).toMatchObject({ reserved: 14 })
  await shop.sound()
})

test('parallel shoppers, merchants and crons keep the books consistent', async () => {
  const shop = await withOrders({ onHand: 60 })
  const cap = await shop.addProduct({ title: 'Cap', variants: [{ on_hand: 25 }] })
  const blocked = await shop.addCustomer({ phone: '+96550003000' })
  await shop.owner.patch(`/api/customers/${blocked.id}`, { blocked: true })
  const quarter = async (who: number) => {
    for (let i = 0; i < 8; i++) {
      const items = [
        { product_slug: 'scarf', quantity: 1 + ((who + i) % 3) },
        { product_slug: 'cap', quantity: 1 + (i % 2) },
      ]
      const customer = { name: 'S', phone: `+9655000300${(who + i) % 6}` }
      const made = await shop.send('/orders', { customer, items: who % 2 ? items : items.toReversed() })
      expect([201, 409]).toContain(made.status)
      if (made.status !== 201) continue
      const { id } = PlacedOrder.parse(made.body)
      const doing = [
        () => shop.expire(id),
        () => shop.act(id, 'confirm'),
        () => shop.act(id, 'cancel'),
        () => shop.act(id, 'hold', { reason: 'no_answer' }),
        () => shop.owner.patch(`/api/orders/${id}`, { items: [{ product_id: cap.id, quantity: 2, unit_price: 10 }] }),
        () => release(),
      ]
      const acts = Array.from({ length: 4 }, (_, n) => doing[(who * 5 + i * 3 + n * (1 + (i % 5))) % doing.length]?.())
      const answers = await Promise.all([shop.expire(id), ...acts, release()])
      for (const answer of answers)
        if (answer && 'status' in answer) expect([200, 409], JSON.stringify(answer)).toContain(answer.status)
    }
  }
  await Promise.all([0, 1, 2, 3, 4].map(quarter))
  await shop.sound()
  await release()
  await shop.sound()
})
