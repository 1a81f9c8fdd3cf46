import { expect, test } from 'vitest'
import { z } from 'zod'
import { getHome } from '../../../src/areas/home/get-home.ts'
import { listInventory } from '../../../src/areas/products/list-inventory.ts'
import { rolesByScope } from '../../../src/platform/auth/tokens/scopes.ts'
import { tokenFor } from '../../support/callers/assistant.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { inboxOf } from '../../support/inbox.ts'
import { type Client, client, expectBody, expectProblem, inStore, openShop, somebody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { openShopIn, sell } from '../analytics/shops.ts'
import { openScarfShop } from '../orders/scarf-shop.ts'

const homeOf = async (by: Pick<Client, 'get'>) => expectBody(await by.get('/api/home'), 200, getHome.output)

const Total = z.object({ meta: z.object({ total: z.int() }) })

const totalOf = async (by: Client, list: string, query: string) =>
  expectBody(await by.get(`${list}?${query}`), 200, Total).meta.total

const hour = 3_600_000

/** The date in a zone so many days ago. */
const dateIn = (zone: string, daysAgo: number) =>
  new Date(Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())) - daysAgo * 24 * hour)
    .toISOString()
    .slice(0, 10)

test('adds up today and seven days in the time zone of the store, with the days before', async () => {
  const zone = 'Pacific/Kiritimati'
  const shop = await openShopIn(zone)
  const early = (daysAgo: number) => `${dateIn(zone, daysAgo)}T00:00:01+14:00`
  const days = [0, 1, 1, 2, 6, 7, 13, 14]
  await sell(
    shop,
    days.map((daysAgo, nth) => ({ at: early(daysAgo), number: 1001 + nth, ...(nth === 2 && { refunded_minor: 250 }) })),
  )
  await sell(shop, [{ at: early(0), number: 1020, status: 'cancelled', fulfillment_status: 'unfulfilled' }])
  const home = await homeOf(shop.owner)
  const figure = (value: number, previous: number) => ({ value, previous, is_capped: false, query: expect.any(String) })
  expect(home).toMatchObject({
    currency: 'USD',
    timezone: zone,
    today: { sales: figure(10, 17.5), orders: figure(1, 2) },
    last_7_days: { sales: figure(47.5, 20), orders: figure(5, 2) },
  })
  expect(home.days.map(({ date }) => date)).toEqual(Array.from({ length: 14 }, (_, nth) => dateIn(zone, 13 - nth)))
  expect(home.days.map(({ sales }) => sales)).toEqual([10, 0, 0, 0, 0, 0, 10, 10, 0, 0, 0, 10, 17.5, 10])
  expect(home.days.reduce((sum, { orders }) => sum + orders, 0)).toBe(7)
})

test('each figure is the number that its list has', async () => {
  const shop = await openScarfShop({ on_hand: 9 })
  const orders: { readonly id: string }[] = []
  for (let made = 0; made < 4; made++) orders.push(await shop.bought({ payment_method: 'cod' }))
  const act = async (nth: number, name: string, body = {}) =>
    expect(await shop.owner.post(`/api/orders/${orders[nth]?.id}/${name}`, body), name).toMatchObject({ status: 200 })
  for (const nth of [0, 1, 2]) await act(nth, 'confirm')
  await act(0, 'ship')
  await act(1, 'ship')
  await act(1, 'payments', { amount: 4 })
  await act(2, 'prepare')
  await shop.addProduct({ title: 'Last hats', variants: [{ on_hand: 2, low_stock_threshold: 2 }] })
  await shop.addProduct({ title: 'Gone', variants: [{ on_hand: 0 }] })
  const inbox = inboxOf(shop)
  const channel = await inbox.addWebhook()
  for (const phone of ['+965 5000 0001', '+965 5000 0002', '+965 5000 0003'])
    await channel.receive({ from: { name: 'Amal', phone } })
  const [closed, snoozed] = await inbox.conversations()
  await shop.owner.patch(`/api/inbox/conversations/${closed?.id}`, { status: 'closed' })
  await shop.owner.patch(`/api/inbox/conversations/${snoozed?.id}`, {
    status: 'snoozed',
    snoozed_until: new Date(Date.now() + hour).toISOString(),
  })

  const { today, last_7_days, to_confirm, to_pack, to_ship, to_collect, low_stock, conversations_waiting } =
    await homeOf(shop.owner)
  const lists = [
    [today.orders, '/api/orders', 4],
    [last_7_days.orders, '/api/orders', 4],
    [to_confirm, '/api/orders', 1],
    [to_pack, '/api/orders', 1],
    [to_ship, '/api/orders', 1],
    [low_stock, '/api/inventory', 2],
    [conversations_waiting, '/api/inbox/conversations', 1],
  ] as const
  for (const [{ value, is_capped, query }, list, count] of lists) {
    expect([value, is_capped], query).toEqual([count, false])
    expect(await totalOf(shop.owner, list, query), query).toBe(count)
  }
  // Of two orders of 10, of which one was paid in part.
  expect(to_collect).toMatchObject({ value: 16, is_capped: false })
  expect(await totalOf(shop.owner, '/api/orders', to_collect.query)).toBe(2)
  expect(
    expectBody(await shop.owner.get('/api/inventory?low_stock=true'), 200, listInventory.output).data,
  ).toHaveLength(2)
})

test('money has the decimals of the store', async () => {
  const shop = await openScarfShop({ currency: 'KWD' })
  const { id } = await shop.bought({ total_amount: 2.125, payment_method: 'cod' })
  for (const act of ['confirm', 'ship']) await shop.owner.post(`/api/orders/${id}/${act}`, {})
  expect(await homeOf(shop.owner)).toMatchObject({
    currency: 'KWD',
    today: { sales: { value: 2.125 } },
    to_collect: { value: 2.125 },
  })
})

test('a new shop is told its first steps, and which of them it has taken', async () => {
  const shop = await openShop()
  const steps = async (by: Client = shop.owner) =>
    (await homeOf(by)).first_steps.map(({ step, is_done }) => `${step} ${is_done}`)
  expect(await steps()).toEqual([
    'store false',
    'product false',
    'delivery false',
    'publish false',
    'channel false',
    'invitation false',
    'assistant false',
  ])
  await shop.owner.patch(`/api/stores/${shop.store.id}`, { country: 'KW' })
  const { id } = await shop.addProduct()
  await shop.owner.post('/api/delivery-methods', { name: 'Courier', price: 2 })
  await shop.owner.post('/api/storefront/publish', {})
  await inboxOf(shop).addWebhook()
  await shop.owner.post('/api/members', { email: 'staff@test.example', role: 'staff' })
  await tokenFor(shop, {})
  expect((await steps()).filter((step) => !step.endsWith('true'))).toEqual([])

  // Nobody is told about what their role may not do.
  expect(await steps(await shop.hire('staff'))).toEqual(['product true', 'delivery true'])
  expect(await steps(await shop.hire('viewer'))).toEqual([])

  await shop.owner.delete(`/api/products/${id}`)
  // An assistant that left again was connected once.
  await asOwner`update access_tokens set revoked_at = now() where store_id = ${shop.store.id}`
  await asOwner`update channels set archived_at = now() where store_id = ${shop.store.id}`
  await asOwner`update delivery_methods set active = false where store_id = ${shop.store.id}`
  expect((await steps()).filter((step) => step.endsWith('false'))).toEqual([
    'product false',
    'delivery false',
    'channel false',
  ])
})

test('only people of the store see it', async () => {
  const [shop, other] = await Promise.all([openScarfShop(), openShop()])
  await shop.buy()
  expect(await homeOf(other.owner)).toMatchObject({ to_confirm: { value: 0 }, today: { orders: { value: 0 } } })
  expectProblem(await other.owner.get('/api/home', inStore(shop.store)), 404, 'store_not_found')
  expectProblem(await (await serverOf(shop)).get('/api/home'), 403, 'session_required')
  expectProblem(await client((await tokenFor(shop, {})).token).get('/api/home'), 401, 'invalid_token')
  expectProblem(await (await somebody()).get('/api/home'), 422, 'store_required')
  expectProblem(await shop.owner.get('/api/home?days=3'), 422, 'invalid_input')
  await other.join(shop.owner.subject, 'viewer')
  expectProblem(await shop.owner.get('/api/home'), 422, 'store_required')
})

test('whoever sees the figures, counts and results may also read what they are made of', () => {
  const parts = ['orders:read', 'crm:read', 'catalog:read', 'analytics:read', 'inbox:read'] as const
  for (const role of rolesByScope['overview:read'])
    for (const scope of parts) expect(rolesByScope[scope], `${role} ${scope}`).toContain(role)
})
