import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Scratch } from '../../support/scratch.ts'
import { database } from '../../support/service.ts'
import { client, inStore, type Shop } from '../../support/shop.ts'
import { call, stockFor } from '../../isolation/goods.ts'
import type { Goods } from '../../isolation/route-facts.ts'
import { apiRoutes } from '../../isolation/route-table.ts'

const Counts = z.array(z.object({ name: z.string(), scans: z.coerce.number() }))

/**
 * Tests in a large store that no route scans a whole table. They read the scan counters of the database, which also include
 * statements inside SQL functions.
 */
export function describeSeqScans(open: () => { scratch: Scratch; shop: Shop; goods: Goods }) {
  const tag = `scans-${crypto.randomUUID()}`
  let scratch: Scratch
  let shop: Shop
  let goods: Goods

  beforeAll(async () => {
    ;({ scratch, shop, goods } = open())
    await database(tag).disturb({ pool_size: 1 })
  })

  /** The number of sequential and index scans so far. Flushes the statistics of the only connection first. */
  async function scans() {
    await scratch.tagged(tag)`select pg_stat_force_next_flush()`
    const found = Counts.parse(
      await scratch.sql`select 'whole ' || relname as name, seq_scan as scans from pg_stat_user_tables where schemaname = 'public'
      union all select indexrelname, idx_scan from pg_stat_user_indexes where schemaname = 'public'`,
    )
    return new Map(found.map(({ name, scans }) => [name, scans]))
  }

  /** The indexes and whole tables that the request scanned. */
  async function scannedBy(send: () => Promise<{ status: number; body: unknown }>, status: number): Promise<string[]> {
    const before = await scans()
    const answer = await send()
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    return [...(await scans())].flatMap(([name, scans]) => (scans > (before.get(name) ?? 0) ? [name] : []))
  }

  const owner = () => client(shop.owner.token, scratch.service(tag))

  describe('no route scans a whole table', () => {
    test.for(apiRoutes)('$route', async ({ route, sample, status }) => {
      // Nothing of the shipped order is left to refuse.
      if (route.endsWith('/refuse')) goods = await stockFor((made) => sample(made, ''), shop, goods)
      const request = sample(goods, crypto.randomUUID())
      // This route removes goods, so the next one needs new ones.
      if (/^DELETE|\/(anonymize|accept)$/.test(route)) goods = await stockFor((made) => sample(made, ''), shop, goods)
      const scanned = await scannedBy(() => call(owner(), route, request, inStore(shop.store)), status)
      expect(scanned.filter((name) => name.startsWith('whole'))).toEqual([])
      expect(scanned).not.toEqual([])
    })
  })

  describe('no public storefront route scans a whole table', () => {
    const paths = [
      '',
      '/pages/about-wool',
      '/products',
      '/products?tag=Wool',
      '/products?search=scarf&tag=Wool',
      '/products?collection=seed-1&sort=position',
      '/products/scarf-7',
      '/collections',
      '/collections/seed-1',
    ]

    test.for(paths)('GET /api/storefront/{slug}%s', async (path) => {
      const send = () => scratch.service(tag).fetch(`/api/storefront/${shop.store.slug}${path}`)
      const scanned = await scannedBy(send, 200)
      expect(scanned.filter((name) => name.startsWith('whole'))).toEqual([])
      expect(scanned).not.toEqual([])
    })

    test('POST and GET /api/storefront/{slug}/orders', async () => {
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
      const readOrder = () => scratch.service(tag).fetch(`${orders}/${id}`)
      expect((await scannedBy(readOrder, 200)).filter((name) => name.startsWith('whole'))).toEqual([])
    })
  })

  describe('a search', () => {
    const totals: Readonly<Record<string, number>> = { orders: 5, 'inbox/conversations': 3 + 3 }

    test.for([
      ['orders', 'order_search_texts_grams_idx'],
      ['products', 'products_search_idx'],
      ['customers', 'customer_search_texts_grams_idx'],
      ['inbox/conversations', 'conversations_search_idx'],
    ] as const)('for a rare term in %s uses the trigram index', async ([area, index]) => {
      const send = () => owner().get(`/api/${area}?search=zebra`, inStore(shop.store))
      const scanned = await scannedBy(send, 200)
      expect(scanned).toContain(index)
      expect(scanned.filter((name) => name.startsWith('whole'))).toEqual([])
      expect((await send()).body).toMatchObject({ meta: { total: totals[area] ?? 1 } })
    })

    test('for a term in many messages reads no messages of other conversations', async () => {
      const send = () => owner().get('/api/inbox/conversations?search=there', inStore(shop.store))
      const scanned = await scannedBy(send, 200)
      expect(scanned.filter((name) => name.startsWith('whole'))).toEqual([])
      expect((await send()).body).toMatchObject({ meta: { total: 1001, total_is_capped: true } })
    })

    test('for a common term reads the newest orders, and counts at most 1,001', async () => {
      const send = () => owner().get('/api/orders?search=gift', inStore(shop.store))
      const scanned = await scannedBy(send, 200)
      expect(scanned).toContain('order_search_texts_created_idx')
      expect(scanned.filter((name) => name.startsWith('whole'))).toEqual([])
      expect((await send()).body).toMatchObject({ meta: { total: 1001, total_is_capped: true } })
    })
  })
}
