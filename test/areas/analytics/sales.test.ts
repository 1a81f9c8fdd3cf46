import { describe, expect, test } from 'vitest'
import { expectProblem, openShop, pointersOf } from '../../support/shop.ts'
import { askSales, openShopIn, sell } from './shops.ts'

const data = async (...[shop, query]: Parameters<typeof askSales>) => (await askSales(shop, query)).data ?? []

describe('the series of sales', () => {
  test('has a point for every day, including days without orders', async () => {
    const shop = await openShop()
    await sell(shop, [
      { at: '2026-03-02T10:00:00Z' },
      { at: '2026-03-02T11:00:00Z', refunded_minor: 250 },
      { at: '2026-03-04T10:00:00Z', status: 'cancelled' },
    ])
    const body = await askSales(shop, 'sales?from=2026-03-01&to=2026-03-04')
    expect(body).toMatchObject({ interval: 'day', orders: 2, revenue: 17.5, cancelled: 1, previous: { orders: 0 } })
    const nothing = { discount_amount: 0, shipping_amount: 0, tax_amount: 0, cost_amount: 0, margin_amount: 0 }
    const none = { ...nothing, margin_rate: null, margin_coverage: null }
    const point = {
      partial: false,
      orders: 0,
      revenue: 0,
      refunds: 0,
      not_collected: 0,
      units: 0,
      cancelled: 0,
      ...none,
    }
    expect(body.data).toEqual([
      { ...point, start: '2026-03-01T00:00:00.000Z', local_start: '2026-03-01T00:00:00+00:00' },
      {
        ...point,
        start: '2026-03-02T00:00:00.000Z',
        local_start: '2026-03-02T00:00:00+00:00',
        orders: 2,
        revenue: 17.5,
        refunds: 2.5,
        not_collected: 0,
        units: 2,
        margin_coverage: 0,
      },
      { ...point, start: '2026-03-03T00:00:00.000Z', local_start: '2026-03-03T00:00:00+00:00' },
      { ...point, start: '2026-03-04T00:00:00.000Z', local_start: '2026-03-04T00:00:00+00:00', cancelled: 1 },
    ])
  })

  test('has 23 hours on the day clocks go forward, and 25 on the day they go back', async () => {
    const shop = await openShopIn('America/New_York')
    await sell(shop, [{ at: '2026-11-01T05:30:00Z' }, { at: '2026-11-01T06:30:00Z' }, { at: '2026-11-01T06:45:00Z' }])
    expect(await data(shop, 'sales?interval=hour&from=2026-03-08&to=2026-03-08')).toHaveLength(23)
    const back = await data(shop, 'sales?interval=hour&from=2026-11-01&to=2026-11-01')
    expect(back).toHaveLength(25)
    // The hour from one to two occurs twice.
    expect(back.slice(1, 3)).toMatchObject([
      { start: '2026-11-01T05:00:00.000Z', local_start: '2026-11-01T01:00:00-04:00', orders: 1 },
      { start: '2026-11-01T06:00:00.000Z', local_start: '2026-11-01T01:00:00-05:00', orders: 2 },
    ])
    expect(await data(shop, 'sales?interval=day&from=2026-10-31&to=2026-11-02')).toMatchObject([
      { start: '2026-10-31T04:00:00.000Z', orders: 0 },
      { start: '2026-11-01T04:00:00.000Z', orders: 3 },
      { start: '2026-11-02T05:00:00.000Z', orders: 0 },
    ])
  })

  test('starts a day at the first of two midnights', async () => {
    // Clocks in Havana go back from one o'clock to midnight.
    const shop = await openShopIn('America/Havana')
    await sell(shop, [
      { at: '2026-11-01T03:59:59.999Z' },
      { at: '2026-11-01T04:00:00Z' },
      { at: '2026-11-01T05:00:00Z' },
    ])
    expect(await data(shop, 'sales?from=2026-10-31&to=2026-11-01')).toMatchObject([
      { start: '2026-10-31T04:00:00.000Z', orders: 1 },
      { start: '2026-11-01T04:00:00.000Z', local_start: '2026-11-01T00:00:00-04:00', orders: 2 },
    ])
  })

  test('supports a zone with an offset of 5:45', async () => {
    const shop = await openShopIn('Asia/Kathmandu')
    await sell(shop, [{ at: '2026-03-10T04:14:59.999Z' }, { at: '2026-03-10T04:15:00Z' }])
    expect(await data(shop, 'sales?interval=hour&from=2026-03-10T03:15:00Z&to=2026-03-10T05:15:00Z')).toMatchObject([
      { start: '2026-03-10T03:15:00.000Z', local_start: '2026-03-10T09:00:00+05:45', orders: 1 },
      { start: '2026-03-10T04:15:00.000Z', local_start: '2026-03-10T10:00:00+05:45', orders: 1 },
    ])
  })

  test.for([
    ['', '2026-03-02'],
    ['&week_start=sunday', '2026-03-01'],
    ['&week_start=saturday', '2026-02-28'],
  ] as const)('begins weeks on Monday, or as asked: %s', async ([query, first]) => {
    const shop = await openShop()
    const points = await data(shop, `sales?interval=week&from=2026-03-03&to=2026-03-17${query}`)
    expect(points[0]).toMatchObject({ start: `${first}T00:00:00.000Z`, partial: true })
    expect(points.map(({ partial }) => partial)).toEqual([true, false, true])
  })

  test('counts only the part of a month that lies in the period, and marks it partial', async () => {
    const shop = await openShop()
    await sell(shop, [{ at: '2026-01-10T10:00:00Z' }, { at: '2026-01-20T10:00:00Z' }, { at: '2026-02-20T10:00:00Z' }])
    expect(await data(shop, 'sales?interval=month&from=2026-01-15&to=2026-03-31')).toMatchObject([
      { start: '2026-01-01T00:00:00.000Z', partial: true, orders: 1 },
      { start: '2026-02-01T00:00:00.000Z', partial: false, orders: 1 },
      { start: '2026-03-01T00:00:00.000Z', partial: false, orders: 0 },
    ])
  })

  test.for([
    ['interval=minute', '/interval'],
    ['week_start=tuesday', '/week_start'],
    ['interval=day&week_start=sunday', '/week_start'],
    ['week_start=sunday', '/week_start'],
    ['limit=3', '/limit'],
  ])('rejects %s', async ([query, pointer]) => {
    const { owner } = await openShop()
    const problem = expectProblem(await owner.get(`/api/analytics/sales?${query}`), 422, 'invalid_input')
    expect(pointersOf(problem)).toEqual([pointer])
  })

  test('is not part of the summary', async () => {
    const { owner } = await openShop()
    const problem = expectProblem(await owner.get('/api/analytics/summary?interval=day'), 422, 'invalid_input')
    expect(pointersOf(problem)).toEqual(['/interval'])
  })
})
