import { describe, expect, test } from 'vitest'
import { asOwner } from '../../support/sql.ts'
import { CreatedOrder, expectBody, expectProblem, openShop, pointersOf, type Shop } from '../../support/shop.ts'
import { getCitySales } from '../../../src/areas/analytics/get-city-sales.ts'
import { contradictionsOf } from '../orders/contradictions.ts'
import { openScarfShop } from '../orders/scarf-shop.ts'
import { sell } from './shops.ts'
import { bucketsOf, changeOrder, expectBucketsAsRebuilt } from './written-orders.ts'

const march = 'from=2026-03-01&to=2026-03-31'
const at = '2026-03-10T10:00:00Z'

const riyadh = { line1: 'King Fahd Road', city: 'Riyadh', country: 'SA' }
const riyadhInArabic = { line1: 'طريق الملك فهد', city: 'الرياض', country: 'SA' }
const salmiya = { line1: 'Block 5', area: 'Salmiya', country: 'KW' }
const none = { orders: 0, revenue: 0, average_order_value: null, refused: 0, refusal_rate: null }

const ask = async ({ owner }: Pick<Shop, 'owner'>, query = '') =>
  expectBody(await owner.get(`/api/analytics/cities?${query}`), 200, getCitySales.output)

const shown = async (shop: Pick<Shop, 'owner'>, query?: string) =>
  (await ask(shop, query)).data.map(({ city, orders, revenue }) => ({ city, orders, revenue }))

/** A store with scarves at 10 each, and orders of them through the API. */
async function openCityShop() {
  const shop = await openScarfShop()
  const { owner, store } = shop
  const act = async (id: string, action: string, body: object = {}) => {
    const answer = await owner.post(`/api/orders/${id}/${action}`, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  }
  return {
    ...shop,
    act,
    /** The id of a new order to this address. */
    order: async (address?: object, quantity = 1, fields: object = {}) => {
      const items = [shop.line({ quantity })]
      const answer = await shop.buy({ items, total_amount: 10 * quantity, ...(address && { address }), ...fields })
      return expectBody(answer, 201, CreatedOrder).id
    },
    ship: async (id: string) => {
      await act(id, 'confirm')
      await act(id, 'ship')
    },
    change: async (id: string, fields: object) => {
      const answer = await owner.patch(`/api/orders/${id}`, fields)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    },
    expectConsistent: async () => {
      expect(await contradictionsOf(store.id)).toEqual({})
      await expectBucketsAsRebuilt(asOwner, shop)
    },
  }
}

describe('a merchant sees sales by city', () => {
  test('with all spellings of a city in one row, named as the newest order spells it', async () => {
    const shop = await openCityShop()
    await shop.order(riyadhInArabic)
    await shop.order(riyadh, 2)
    await shop.order(salmiya)
    await shop.order({ line1: 'Block 1', country: 'KW' })
    await shop.order()
    const { data, by } = await ask(shop)
    expect(by).toBe('revenue')
    expect(data).toMatchObject([
      { city: 'Riyadh', country: 'SA', orders: 2, revenue: 30, average_order_value: 15, units: 3, shipped: 0 },
      { city: 'Salmiya', country: 'KW', orders: 1, revenue: 10, units: 1, refusal_rate: null, previous: none },
    ])
    expect(data).toHaveLength(2)
    await shop.order({ ...riyadh, city: 'RIYADH' })
    expect(await shown(shop, 'by=orders&limit=1')).toEqual([{ city: 'RIYADH', orders: 3, revenue: 40 }])
    await shop.expectConsistent()
  })

  test('with what was cancelled, returned and refused in each', async () => {
    const shop = await openCityShop()
    const [kept, cancelled, returned, refused, partly] = [
      await shop.order(riyadh),
      await shop.order(riyadh),
      await shop.order(riyadh, 2),
      await shop.order(riyadh, 3),
      await shop.order(salmiya, 4),
    ]
    await shop.act(cancelled, 'cancel', { reason: 'Changed their mind' })
    for (const id of [kept, returned, refused, partly]) await shop.ship(id)
    await shop.act(returned, 'deliver')
    await shop.act(returned, 'return', { items: [{ position: 1, quantity: 1 }] })
    await shop.act(refused, 'refuse')
    await shop.act(partly, 'refuse', { items: [{ position: 1, quantity: 1 }] })
    const { data } = await ask(shop, 'by=refused')
    expect(data).toMatchObject([
      {
        city: 'Riyadh',
        orders: 2,
        cancelled: 1,
        revenue: 20,
        not_collected: 10,
        units: 3,
        shipped: 3,
        returned: 1,
        refused: 1,
      },
      {
        city: 'Salmiya',
        orders: 1,
        cancelled: 0,
        revenue: 30,
        not_collected: 10,
        units: 4,
        shipped: 1,
        returned: 0,
        refused: 1,
      },
    ])
    expect(data.map(({ refusal_rate }) => refusal_rate)).toEqual([0.333333, 1])
    expect(await shown(shop)).toMatchObject([{ city: 'Salmiya' }, { city: 'Riyadh' }])
    await shop.expectConsistent()
  })

  test('less what was refunded', async () => {
    const shop = await openCityShop()
    const id = await shop.order(riyadh)
    await shop.act(id, 'payments', { amount: 10 })
    await shop.act(id, 'refunds', { amount: 4 })
    expect(await shown(shop)).toEqual([{ city: 'Riyadh', orders: 1, revenue: 6 }])
    await shop.expectConsistent()
  })

  test('compared with the period before', async () => {
    const shop = await openShop()
    const before = '2026-02-10T10:00:00Z'
    await sell(shop, [
      { at, address: riyadh, total_minor: 3000 },
      { at: '2026-03-31T23:59:59Z', address: riyadhInArabic, total_minor: 1000 },
      { at: before, address: riyadh, total_minor: 2000 },
      { at: before, address: salmiya },
      { at: '2026-04-01T00:00:00Z', address: { ...riyadh, city: 'Ar Riyadh' } },
    ])
    const { data } = await ask(shop, march)
    expect(data).toMatchObject([
      {
        city: 'الرياض',
        orders: 2,
        revenue: 40,
        previous: { orders: 1, revenue: 20, average_order_value: 20 },
        change: { orders: 1, revenue: 1, average_order_value: 0, refused: null },
      },
    ])
    expect(data).toHaveLength(1)
    // Only part of the hour lies in the period.
    expect(await shown(shop, 'from=2026-03-10T09:59:00Z&to=2026-03-10T10:00:01Z')).toEqual([
      { city: 'Riyadh', orders: 1, revenue: 30 },
    ])
  })

  test('apart from places of the same name in other countries, or in none', async () => {
    const shop = await openShop()
    await sell(shop, [
      { at, address: { city: 'Tripoli', country: 'LB' }, total_minor: 3000 },
      { at, address: { city: 'tripoli', country: 'LY' }, total_minor: 2000 },
      { at, address: { city: 'TRIPOLI' } },
    ])
    expect((await ask(shop, march)).data).toMatchObject([
      { country: 'LB', revenue: 30 },
      { city: 'tripoli', country: 'LY', revenue: 20 },
      { city: 'TRIPOLI', country: null, revenue: 10 },
    ])
  })

  test('of their own store only', async () => {
    const [shop, other] = [await openCityShop(), await openCityShop()]
    await other.order(riyadh)
    expect((await ask(shop)).data).toEqual([])
    await shop.order(riyadhInArabic)
    expect(await shown(shop)).toEqual([{ city: 'الرياض', orders: 1, revenue: 10 }])
    expect(await shown(other)).toEqual([{ city: 'Riyadh', orders: 1, revenue: 10 }])
  })

  test.for([
    ['limit=0', '/limit'],
    ['limit=51', '/limit'],
    ['by=units', '/by'],
  ])('but not with %s', async ([query, pointer]) => {
    const { owner } = await openShop()
    const problem = expectProblem(await owner.get(`/api/analytics/cities?${query}`), 422, 'invalid_input')
    expect(pointersOf(problem)).toEqual([pointer])
  })
})

describe('the figures of an order move', () => {
  test('to the city of its new address, although nothing else changed', async () => {
    const shop = await openCityShop()
    const id = await shop.order(riyadh)
    await shop.order(riyadh, 2)
    await shop.change(id, { address: salmiya })
    expect(await shown(shop)).toEqual([
      { city: 'Riyadh', orders: 1, revenue: 20 },
      { city: 'Salmiya', orders: 1, revenue: 10 },
    ])
    await shop.change(id, { address: riyadhInArabic })
    expect(await shown(shop)).toEqual([{ city: 'Riyadh', orders: 2, revenue: 30 }])
    await shop.expectConsistent()
  })

  test('out of all cities with an address that nobody split, and back', async () => {
    const shop = await openCityShop()
    const id = await shop.order(riyadh)
    await shop.change(id, { shipping_address: 'At the office' })
    expect((await ask(shop)).data).toEqual([])
    await shop.change(id, { address: salmiya, notes: 'Ring' })
    expect(await shown(shop)).toEqual([{ city: 'Salmiya', orders: 1, revenue: 10 }])
    await shop.expectConsistent()
  })

  test('together with a change of what was ordered', async () => {
    const shop = await openCityShop()
    const id = await shop.order(riyadh)
    await shop.change(id, { address: salmiya, items: [shop.line({ quantity: 3 })], total_amount: 30 })
    expect((await ask(shop)).data).toMatchObject([{ city: 'Salmiya', orders: 1, revenue: 30, units: 3 }])
    await shop.expectConsistent()
  })

  test('with all that happened to it, and to another platform', async () => {
    const shop = await openShop()
    const line = { product_id: crypto.randomUUID(), quantity: 2, unit_price_minor: 500, returned: 1 }
    const [order] = await sell(shop, [{ at, address: riyadh, lines: [line], refunded_minor: 300 }])
    await changeOrder(asOwner, shop, order?.id ?? '', { address: salmiya, platform: 'whatsapp' })
    expect((await ask(shop, march)).data).toMatchObject([
      { city: 'Salmiya', orders: 1, revenue: 7, units: 2, shipped: 1, returned: 1 },
    ])
    await expectBucketsAsRebuilt(asOwner, shop)
  })
})

describe('anonymizing a customer', () => {
  test('takes their orders out of the figures of cities, and leaves no trace of a city', async () => {
    const shop = await openCityShop()
    const guest = await shop.addCustomer({ name: 'Huda' })
    const [first] = [
      await shop.order({ ...riyadh, city: 'Quibbleton' }, 1, { customer_id: guest.id }),
      await shop.order(riyadh, 2, { customer_id: guest.id }),
      await shop.order(riyadhInArabic),
    ]
    await shop.ship(first)
    const moved = await shop.order({ ...riyadh, city: 'Wobbleton' }, 1, { customer_id: guest.id })
    await shop.change(moved, { address: salmiya })
    expect((await shop.owner.post(`/api/customers/${guest.id}/anonymize`, {})).status).toBe(200)
    expect(await shown(shop)).toEqual([{ city: 'الرياض', orders: 1, revenue: 10 }])
    const left = await asOwner`select distinct city_key from city_sales where store_id = ${shop.store.id}`
    expect(left).toEqual([{ city_key: 'riyadh' }])
    expect((await bucketsOf(asOwner, shop)).length).toBeGreaterThan(2)
    await expectBucketsAsRebuilt(asOwner, shop)
  })
})
