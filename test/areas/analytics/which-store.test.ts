import { expect, test } from 'vitest'
import { z } from 'zod'
import { answerOf, callOf, tokenFor, post } from '../../support/callers/assistant.ts'
import { expectProblem, inStore, openShop, somebody } from '../../support/shop.ts'

const paths = ['summary', 'sales', 'top-products', 'platforms', 'customers', 'cod', 'discounts', 'cities']

test('a person with several stores must choose one, so that two currencies are never added up', async () => {
  const [dollars, dinars] = [await openShop(), await openShop({ currency: 'KWD' })]
  await dinars.join(dollars.owner.subject, 'viewer')
  await dollars.addOrder()
  await dinars.addOrder({ total_amount: 2.125 })
  const { owner } = dollars
  for (const path of paths) {
    const problem = expectProblem(await owner.get(`/api/analytics/${path}`), 422, 'store_required')
    const stores = z.array(z.object({ id: z.string(), slug: z.string(), name: z.string() })).parse(problem['stores'])
    expect(stores.map(({ id }) => id).toSorted()).toEqual([dollars.store.id, dinars.store.id].toSorted())
  }
  for (const [shop, revenue] of [
    [dollars, 10],
    [dinars, 2.125],
  ] as const) {
    const { body } = await owner.get('/api/analytics/summary', inStore(shop.store))
    expect(body).toMatchObject({ store_id: shop.store.id, currency: shop.store.currency, orders: 1, revenue })
  }
})

test('a person without a store gets the advice to create one', async () => {
  const nobody = await somebody()
  for (const path of paths) {
    const problem = expectProblem(await nobody.get(`/api/analytics/${path}`), 422, 'store_required')
    expect(problem['stores']).toEqual([])
  }
})

test('an assistant can get the summary of its token’s store, with or without a series', async () => {
  const shop = await openShop()
  const { id: product_id } = await shop.addProduct({ title: 'Scarf' })
  await shop.addOrder({ items: [{ product_id, quantity: 1, unit_price: 10 }] })
  const { token } = await tokenFor(shop, { scopes: ['analytics:read'] })
  const ask = async (name: string, args: object) => answerOf(await post(callOf(name, { ...args }), { token }))
  const summary = await ask('get_sales_summary', {})
  expect(summary).toMatchObject({ store_id: shop.store.id, orders: 1, revenue: 10, currency: 'USD' })
  expect(summary).not.toHaveProperty('data')
  const { data, interval } = await ask('get_sales_summary', { interval: 'day' })
  expect(interval).toBe('day')
  expect(z.array(z.object({ orders: z.int() })).parse(data)).toHaveLength(30)
  expect(await ask('get_top_products', { limit: 1 })).toMatchObject({
    data: [{ product_id, title: 'Scarf', units: 1 }],
  })
})

test('an assistant that requests too many points gets the latest ones, and is told that they were truncated', async () => {
  const shop = await openShop()
  const { token } = await tokenFor(shop, { scopes: ['analytics:read'] })
  const args = { interval: 'hour', from: '2026-01-01', to: '2026-06-30' }
  const summary = answerOf(await post(callOf('get_sales_summary', args), { token }))
  expect(summary).toMatchObject({ truncated: ['data'] })
  const points = z.array(z.object({ local_start: z.string() })).parse(summary['data'])
  expect(points.at(-1)?.local_start).toContain('2026-06-30T23:00')
  expect(points[0]?.local_start.slice(0, 10)).not.toBe('2026-01-01')
})
