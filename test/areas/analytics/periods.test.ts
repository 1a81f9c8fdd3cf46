import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { asOwner } from '../../support/sql.ts'
import { expectProblem, openShop, pointersOf, type Shop } from '../../support/shop.ts'
import { askSales, openShopIn } from './shops.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShopIn('America/New_York')
})

const day = 86_400_000
const paths = ['summary', 'sales', 'top-products', 'platforms', 'customers', 'cod']

/** Asks again if a day ended in New York meanwhile. */
async function onOneDay<Answer>(ask: () => Promise<Answer>): Promise<{ today: string; answer: Answer }> {
  const dayNow = () => new Date().toLocaleDateString('sv', { timeZone: 'America/New_York' })
  const today = dayNow()
  const answer = await ask()
  return today === dayNow() ? { today, answer } : onOneDay(ask)
}

describe('a period', () => {
  test('is the last 30 days in the store’s time zone by default, including today', async () => {
    const asked = Date.now()
    const { today, answer: body } = await onOneDay(() => askSales(shop, 'summary'))
    const first = new Date(Date.parse(today) - 29 * day).toISOString().slice(0, 10)
    expect(body).toEqual(await askSales(shop, `summary?from=${first}&to=${today}`))
    const { from, to, previous_from, previous_to } = body
    expect(Date.parse(to)).toBeGreaterThan(asked)
    expect(Math.round((Date.parse(to) - Date.parse(from)) / day)).toBe(30)
    expect(Math.round((Date.parse(previous_to) - Date.parse(previous_from)) / day)).toBe(30)
  })

  test.for([
    // Dates are days in the store's time zone; the last one is included.
    [
      'from=2026-03-01&to=2026-03-01',
      '2026-03-01T05:00:00.000Z',
      '2026-03-02T05:00:00.000Z',
      '2026-02-28T05:00:00.000Z',
    ],
    // Across the change to summer time: the 31 days before are an hour longer.
    [
      'from=2026-03-01&to=2026-03-31',
      '2026-03-01T05:00:00.000Z',
      '2026-04-01T04:00:00.000Z',
      '2026-01-29T05:00:00.000Z',
    ],
    // Times are moments, to is exclusive, and the previous period has the same length.
    [
      'from=2026-03-01T10:00:00Z&to=2026-03-31T10:00:00%2B02:00',
      '2026-03-01T10:00:00.000Z',
      '2026-03-31T08:00:00.000Z',
      '2026-01-30T12:00:00.000Z',
    ],
    [
      'from=2026-03-31&to=2026-03-31T10:00:00Z',
      '2026-03-31T04:00:00.000Z',
      '2026-03-31T10:00:00.000Z',
      '2026-03-30T22:00:00.000Z',
    ],
    [
      'from=2026-03-31T10:00:00Z&to=2026-03-31',
      '2026-03-31T10:00:00.000Z',
      '2026-04-01T04:00:00.000Z',
      '2026-03-30T16:00:00.000Z',
    ],
    // 30 days, including the day of `to`.
    ['to=2026-03-31', '2026-03-02T05:00:00.000Z', '2026-04-01T04:00:00.000Z', '2026-01-31T05:00:00.000Z'],
    ['to=2026-04-01T04:00:00Z', '2026-03-02T05:00:00.000Z', '2026-04-01T04:00:00.000Z', '2026-01-31T06:00:00.000Z'],
    [
      'from=2026-03-31T10:00:00.5Z&to=2026-03-31T10:00:00.501Z',
      '2026-03-31T10:00:00.500Z',
      '2026-03-31T10:00:00.501Z',
      '2026-03-31T10:00:00.499Z',
    ],
  ] as const)('of %s', async ([query, from, to, previous_from]) => {
    expect(await askSales(shop, `summary?${query}`)).toMatchObject({ from, to, previous_from, previous_to: from })
  })

  test('ends with today if only from is sent', async () => {
    const from = new Date(Date.now() - 3 * day).toISOString()
    const { answer } = await onOneDay(async () => [
      await askSales(shop, 'summary'),
      await askSales(shop, `summary?from=${from}`),
    ])
    expect(answer[1]).toMatchObject({ from, to: answer[0]?.to })
  })

  test.for(['from=2024-01-01&to=2024-12-31', 'from=2026-01-01T00:00:00Z&to=2027-01-02T00:00:00Z'])(
    'of 366 days is answered: %s',
    async (query) => {
      for (const path of paths)
        expect(await shop.owner.get(`/api/analytics/${path}?${query}`)).toMatchObject({ status: 200 })
    },
  )

  test.for([
    ['from=2024-01-01&to=2025-01-01', 'period_too_long'],
    ['from=2026-01-01T00:00:00Z&to=2027-01-02T00:00:00.001Z', 'period_too_long'],
    ['from=1990-01-01', 'period_too_long'],
    ['from=2026-03-02&to=2026-03-01', 'period_empty'],
    ['from=2026-03-01T10:00:00Z&to=2026-03-01T10:00:00Z', 'period_empty'],
    ['from=2400-01-01', 'period_empty'],
  ] as const)('of %s is refused: %s', async ([query, code]) => {
    for (const path of paths) {
      const problem = expectProblem(await shop.owner.get(`/api/analytics/${path}?${query}`), 422, 'invalid_input')
      expect(problem.errors).toMatchObject([{ pointer: '/to', code }])
    }
  })

  test.for([
    ['from=yesterday', ['/from']],
    ['from=2026-02-30&to=2026-13-01', ['/from', '/to']],
    ['from=2026-03-01T10:00:00', ['/from']],
    ['to=1979-12-31', ['/to']],
    ['to=3000-01-01', ['/to']],
    ['from=9999-12-31T23:59:59-12:00', ['/from']],
    ['from=', ['/from']],
    ['since=2026-03-01', ['/since']],
    ['platform=direct', ['/platform']],
  ] as const)('of %s is refused, with all that is wrong: %s', async ([query, pointers]) => {
    for (const path of paths) {
      const problem = expectProblem(await shop.owner.get(`/api/analytics/${path}?${query}`), 422, 'invalid_input')
      expect(pointersOf(problem)).toEqual(pointers)
    }
  })
})

describe('the time zone of a store', () => {
  const Zones = z.array(z.object({ zone: z.string(), known: z.string() }))

  test('can be any that JavaScript knows, because the database knows them too', async () => {
    const names = Intl.supportedValuesOf('timeZone')
    const zones = Zones.parse(
      await asOwner`select zone, app.known_zone(zone) as known from unnest(${names}::text[]) as z(zone)`,
    )
    expect(zones.length).toBeGreaterThan(400)
    expect(zones.filter(({ zone, known }) => zone !== known)).toEqual([])
  })

  test('has summer time, even if PostgreSQL takes its name for a fixed offset', async () => {
    const { owner, store } = await openShop()
    for (const zone of ['CET', 'EET', 'MET', 'WET', 'pst']) {
      await asOwner`update stores set timezone = ${zone} where id = ${store.id}`
      const { body } = await owner.get('/api/analytics/summary?from=2026-07-01&to=2026-07-01')
      const offset = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
        .formatToParts(Date.UTC(2026, 6, 1))
        .find(({ type }) => type === 'timeZoneName')?.value
      const [, sign, hours] = /GMT(?:([+-])(\d\d):00)?/.exec(offset ?? '') ?? []
      const shift = Number(`${sign ?? '+'}${hours ?? 0}`)
      expect(body, zone).toMatchObject({ from: new Date(Date.UTC(2026, 6, 1, -shift)).toISOString() })
    }
  })

  test('that the database does not know falls back to UTC, and the answer says so', async () => {
    const { owner, store } = await openShop()
    await asOwner`update stores set timezone = 'Mars/Olympus' where id = ${store.id}`
    expect(await owner.get('/api/analytics/summary?from=2026-07-01&to=2026-07-01')).toMatchObject({
      status: 200,
      body: { timezone: 'UTC', from: '2026-07-01T00:00:00.000Z' },
    })
  })
})
