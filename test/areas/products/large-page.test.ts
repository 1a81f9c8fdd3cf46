import { beforeAll, describe, expect, test } from 'vitest'
import { serverOf } from '../../support/callers/keys.ts'
import { service } from '../../support/service.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { readToEnd } from '../feed/feed.ts'

// 200 KB each: a page ends within them. Neon answers with no more than sixty of them.
const variants = Array.from({ length: 100 }, (_, nth) => ({
  options: Object.fromEntries(Array.from({ length: 5 }, (__, at) => [`part ${at}`, `${nth} ${'ط'.repeat(180)}`])),
}))
const count = 25

let shop: Shop
let ids: string[]
beforeAll(async () => {
  shop = await openShop({ through: service() })
  const product = { title: 'Scarf', price: 10, status: 'active', tags: ['wool'], variants }
  expect((await shop.owner.post('/api/products', product)).status).toBe(201)
  await asOwner`with copies as (
      insert into products (store_id, id, slug, title, status, price_minor, currency, currency_exponent, options, images, tags)
      select p.store_id, uuidv7(), p.slug || '-' || n, p.title, p.status, p.price_minor, p.currency, p.currency_exponent, p.options,
             p.images, p.tags
        from products p, generate_series(1, ${count - 1}::int) as n where p.store_id = ${shop.store.id} returning store_id, id
    ), their_variants as (
      insert into product_variants (store_id, id, product_id, title, options, position)
      select v.store_id, uuidv7(), c.id, v.title, v.options, v.position
        from product_variants v join copies c on c.store_id = v.store_id returning store_id, id
    )
    insert into inventory (store_id, variant_id, on_hand) select store_id, id, 0 from their_variants`
  const rows = await asOwner`select id from products where store_id = ${shop.store.id}`
  ids = rows.map((row) => String(row['id'])).toSorted((a, b) => (a < b ? -1 : 1))
})

const sorted = (found: readonly string[]) => found.toSorted((a, b) => (a < b ? -1 : 1))

/** All ids of a list, by its cursors, with the bytes of its largest answer. */
async function walk(path: string) {
  const found: string[] = []
  const sizes: number[] = []
  for (let cursor: string | null = null; ;) {
    const answer = await shop.owner.get(cursor === null ? path : `${path}&cursor=${encodeURIComponent(cursor)}`)
    expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200)
    const { data, meta } = Object(answer.body)
    for (const { id } of data) found.push(String(id))
    sizes.push(new TextEncoder().encode(JSON.stringify(answer.body)).length)
    expect(meta.has_more).toBe(meta.next_cursor !== null)
    if (!meta.has_more) return { found, pages: sizes.length, largest: Math.max(...sizes), total: meta.total }
    cursor = String(meta.next_cursor)
  }
}

describe('a page ends where the size ends, and its cursor continues there', () => {
  test.for(['', '&sort=title', '&search=scarf', '&q=scarf', '&tag=wool&sort=-price', '&tag=wool'])(
    'products%s',
    async (filter) => {
      const { found, pages, largest, total } = await walk(`/api/products?limit=100${filter}`)
      expect(sorted(found)).toEqual(ids)
      expect(total).toBe(count)
      expect(pages).toBeGreaterThan(1)
      expect(largest).toBeLessThan(5_000_000)
    },
  )

  test('products with few fields', async () => {
    const { found } = await walk('/api/products?limit=100&fields=id,title')
    expect(sorted(found)).toEqual(ids)
  })

  test('a page that fits is full', async () => {
    expect(await walk('/api/products?limit=5')).toMatchObject({ pages: count / 5 })
  })

  test('events with what they are about', async () => {
    await asOwner`insert into events (store_id, type, subject_id, actor_kind)
      select store_id, 'product.updated', id, 'system' from products where store_id = ${shop.store.id}`
    const { events, requests } = await readToEnd(await serverOf(shop), {
      include: 'resource',
      types: 'product.updated',
    })
    expect(sorted(events.map(({ subject }) => subject.id))).toEqual(ids)
    expect(events.every(({ resource }) => resource !== null)).toBe(true)
    expect(requests).toBeGreaterThan(1)
  })

  test('products of a collection', async () => {
    const { body } = await shop.owner.post('/api/collections', { title: 'All', rules: [{ tag: 'wool' }] })
    const { found } = await walk(`/api/collections/${Object(body).id}/products?limit=100`)
    expect(sorted(found)).toEqual(ids)
  })
})
