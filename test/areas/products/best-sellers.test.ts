import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { listProducts } from '../../../src/areas/products/list-products.ts'
import worker from '../../../src/index.ts'
import { PublicProducts } from '../../../src/areas/storefront/public/list-public-products.ts'
import { makeOrder } from '../analytics/written-orders.ts'
import { openWindow } from '../storefront/shop-window.ts'
import { watchLog } from '../../support/run/log.ts'
import { openScratch } from '../../support/scratch.ts'
import { expectBody, openShop } from '../../support/shop.ts'

afterEach(() => void vi.restoreAllMocks())

const dayMs = 86_400_000

// With a database of its own, because the hourly job covers all stores.
test('the best sellers of the last 90 days come first, before and after the hourly job counts them', async () => {
  const scratch = await openScratch()
  const shop = await openShop({ through: scratch.service(), sql: scratch.sql })
  const [mug, scarf, lamp, rug] = await Promise.all(
    ['Mug', 'Scarf', 'Lamp', 'Rug'].map((title) => shop.addProduct({ title })),
  )
  const customer = await shop.addCustomer()
  let number = 9_001
  const sell = async (
    product: { id: string } | undefined,
    quantity: number,
    daysAgo: number,
    { status = 'completed', returned = 0, refused = 0 } = {},
  ) =>
    scratch.sql.transaction([
      makeOrder(scratch.sql, shop, {
        id: crypto.randomUUID(),
        number: number++,
        customer_id: customer.id,
        created_at: new Date(Date.now() - daysAgo * dayMs).toISOString(),
        status,
        fulfillment_status: status === 'cancelled' ? 'unfulfilled' : returned === 0 ? 'delivered' : 'returned',
        platform: 'direct',
        payment_method: 'card',
        total_minor: 1000 * quantity,
        refunded_minor: 0,
        lines: [{ product_id: product?.id ?? '', quantity, unit_price_minor: 1000, returned, refused }],
      }),
    ])
  // The scarf was the best seller, but too long ago. An order of rugs was cancelled, and the other rugs came back, some undelivered.
  await sell(scarf, 50, 100)
  await sell(rug, 60, 3, { status: 'cancelled' })
  await sell(rug, 70, 3, { returned: 40, refused: 30 })
  await sell(rug, 80, 0, { returned: 40, refused: 40 })
  await sell(scarf, 2, 2)
  await sell(lamp, 3, 2)
  await sell(mug, 4, 0)

  const bestSellers = async () => {
    const response = await shop.owner.get('/api/products?sort=best_selling')
    return expectBody(response, 200, listProducts.output).data.map(({ title }) => title)
  }
  const stored = async () =>
    scratch.sql`select title, sold from product_facts where store_id = ${shop.store.id} and sold <> 0 order by title`
  const hour = async () => {
    const { lines } = watchLog()
    await worker.scheduled(createScheduledController({ cron: '17 * * * *' }), { ...env, ...scratch.variables() })
    return lines.filter((line) => line.includes('best sellers counted'))
  }
  const order = ['Mug', 'Lamp', 'Scarf', 'Rug']
  expect(await bestSellers()).toEqual(order)
  expect(await stored()).toEqual([])

  expect(await hour()).toHaveLength(1)
  expect(await stored()).toEqual([
    { title: 'Lamp', sold: 3 },
    { title: 'Scarf', sold: 2 },
  ])
  expect(await bestSellers()).toEqual(order)

  // Units sold today count immediately, and only once.
  await sell(scarf, 3, 0)
  expect(await bestSellers()).toEqual(['Scarf', 'Mug', 'Lamp', 'Rug'])
  expect(await hour(), 'once a day').toEqual([])

  // As if the last count had been yesterday's, with an order that has left the 90 days since.
  await scratch.sql.transaction([
    scratch.sql`update best_seller_counts set counted_to = counted_to - interval '1 day'`,
    scratch.sql`update product_facts set sold = 90 where title = 'Rug'`,
  ])
  expect(await hour()).toHaveLength(1)
  expect(await stored()).toEqual([
    { title: 'Lamp', sold: 3 },
    { title: 'Scarf', sold: 2 },
  ])
  expect(await bestSellers()).toEqual(['Scarf', 'Mug', 'Lamp', 'Rug'])
})

test('shoppers page through the best sellers, and no cursor tells how many were sold', async () => {
  const { addProduct, send, visit } = await openWindow()
  const [mug, lamp, rug] = [
    await addProduct({ title: 'Mug' }),
    await addProduct({ title: 'Lamp' }),
    await addProduct({ title: 'Rug' }),
  ]
  const order = async (product_id: string, quantity: number) => {
    const customer = { name: 'Huda', phone: '+965 5000 0001' }
    expect(await send('/orders', { customer, items: [{ product_id, quantity }] })).toMatchObject({ status: 201 })
  }
  // Another limit is another entry of the cache.
  const page = async (query: string) => {
    const { data, meta } = expectBody(await visit(`/products?sort=best_selling&${query}`), 200, PublicProducts)
    return { titles: data.map(({ title }) => title), cursor: meta.next_cursor }
  }
  await order(mug.id, 3)
  await order(lamp.id, 2)
  await order(rug.id, 1)
  const [first, second] = [await page('limit=1'), await page('limit=2')]
  expect([first.titles, second.titles]).toEqual([['Mug'], ['Mug', 'Lamp']])
  expect((await page(`limit=1&cursor=${first.cursor}`)).titles).toEqual(['Lamp'])
  expect((await page(`limit=1&cursor=${second.cursor}`)).titles).toEqual(['Rug'])

  await order(mug.id, 40)
  await order(lamp.id, 5)
  expect((await page('limit=1&facets=false')).cursor).toBe(first.cursor)
  expect((await page(`limit=2&cursor=${first.cursor}`)).titles).toEqual(['Lamp', 'Rug'])
})
