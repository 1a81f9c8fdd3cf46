import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openScratch, type Scratch } from '../support/scratch.ts'
import { database } from '../support/service.ts'
import { client, openShop, type Shop } from '../support/shop.ts'
import { call, stock, stockFor } from '../isolation/goods.ts'
import { type Goods } from '../isolation/route-facts.ts'
import { apiRoutes } from '../isolation/route-table.ts'
import { seedOrders } from './seed-orders.ts'

// Also what functions of the database do inside themselves shows in the counts of scans that it keeps.

const tag = `scans-${crypto.randomUUID()}`
let scratch: Scratch
let shop: Shop
let goods: Goods

beforeAll(async () => {
  scratch = await openScratch()
  shop = await openShop({ through: scratch.service(), sql: scratch.sql })
  goods = await stock(shop)
  await seedOrders(scratch, shop)
  await database(tag).disturb({ pool_size: 1 })
}, 60_000)

const Counts = z.array(z.object({ name: z.string(), scans: z.coerce.number() }))

/** Scans so far: of whole tables, and of indexes. The one connection is told to report what it did. */
async function scans() {
  await scratch.tagged(tag)`select pg_stat_force_next_flush()`
  const found = Counts.parse(
    await scratch.sql`select 'whole ' || relname as name, seq_scan as scans from pg_stat_user_tables where schemaname = 'public'
      union all select indexrelname, idx_scan from pg_stat_user_indexes where schemaname = 'public'`,
  )
  return new Map(found.map(({ name, scans }) => [name, scans]))
}

/** Names of what was scanned by the work. */
async function scannedBy(work: () => Promise<{ status: number; body: unknown }>, status: number): Promise<string[]> {
  const before = await scans()
  const answer = await work()
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  return [...(await scans())].flatMap(([name, scans]) => (scans > (before.get(name) ?? 0) ? [name] : []))
}

const owner = () => client(shop.owner.token, scratch.service(tag))

describe('no route reads a whole table', () => {
  test.for(apiRoutes)('$route', async ({ route, sample, status }) => {
    const request = sample(goods, crypto.randomUUID())
    // What this route takes away is not there for the next.
    if (/^DELETE|\/(anonymize|accept)$/.test(route)) goods = await stockFor((made) => sample(made, ''), shop, goods)
    const scanned = await scannedBy(() => call(owner(), route, request, { 'X-Store-Id': shop.store.id }), status)
    expect(scanned.filter((name) => name.startsWith('whole'))).toEqual([])
    expect(scanned).not.toEqual([])
  })
})

describe('no visitor of a storefront has a whole table read', () => {
  const paths = [
    '',
    '/pages/about-wool',
    '/products',
    '/products?tag=Wool',
    '/products?search=scarf&tag=Wool',
    '/products/scarf-7',
  ]

  test.for(paths)('GET /api/storefront/{slug}%s', async (path) => {
    const ask = () => scratch.service(tag).fetch(`/api/storefront/${shop.store.slug}${path}`)
    const scanned = await scannedBy(ask, 200)
    expect(scanned.filter((name) => name.startsWith('whole'))).toEqual([])
    expect(scanned).not.toEqual([])
  })

  test('POST /api/storefront/{slug}/orders, and a look at the order', async () => {
    const orders = `/api/storefront/${shop.store.slug}/orders`
    const items = [1, 2, 3].map((n) => ({ product_slug: `scarf-${n + 1}`, quantity: 1 }))
    let id = ''
    const order = async () => {
      const body = JSON.stringify({ customer: { name: 'Amal', phone: '+96550000009' }, items })
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
      const answer = await scratch.service(tag).fetch(orders, init)
      id = String(Object(answer.body).id)
      return answer
    }
    expect((await scannedBy(order, 201)).filter((name) => name.startsWith('whole'))).toEqual([])
    const look = () => scratch.service(tag).fetch(`${orders}/${id}`)
    expect((await scannedBy(look, 200)).filter((name) => name.startsWith('whole'))).toEqual([])
  })
})

describe('a search', () => {
  const totals: Readonly<Record<string, number>> = { orders: 5, 'inbox/conversations': 3 + 3 }

  test.for(['orders', 'products', 'customers', 'inbox/conversations'])(
    'for a rare term in %s goes through the trigrams',
    async (area) => {
      const ask = () => owner().get(`/api/${area}?search=zebra`, { 'X-Store-Id': shop.store.id })
      const scanned = await scannedBy(ask, 200)
      expect(scanned).toContain(`${area.replace('inbox/', '')}_search_idx`)
      expect(scanned.filter((name) => name.startsWith('whole'))).toEqual([])
      expect((await ask()).body).toMatchObject({ meta: { total: totals[area] ?? 1 } })
    },
  )

  test('for a term that most orders have walks the newest, and counts no further than 1,001', async () => {
    const ask = () => owner().get('/api/orders?search=gift', { 'X-Store-Id': shop.store.id })
    const scanned = await scannedBy(ask, 200)
    expect(scanned).toContain('orders_created_idx')
    expect(scanned.filter((name) => name.startsWith('whole'))).toEqual([])
    expect((await ask()).body).toMatchObject({ meta: { total: 1001, total_is_capped: true } })
  })
})
