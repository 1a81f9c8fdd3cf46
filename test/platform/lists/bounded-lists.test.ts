import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Collection } from '../../../src/areas/collections/collection.ts'
import { listOrders } from '../../../src/areas/orders/list-orders.ts'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { client, expectBody, expectProblem, inStore, openShop, type Shop } from '../../support/shop.ts'
import { loadRows } from '../../support/sql.ts'
import { stock } from '../../isolation/goods.ts'
import { beginWrite, enter } from '../../isolation/inside-context.ts'
import { listAudit } from '../../../src/areas/events/list-audit.ts'
import { readFeed, readToEnd, settle } from '../../areas/feed/feed.ts'
import { planOf } from '../db/plan.ts'

const many = 25_000

let scratch: Scratch
let shop: Shop
const refundedOrder = crypto.randomUUID()

// Every order has the same values but the oldest, which each filter looks for.
beforeAll(async () => {
  scratch = await openScratch()
  const place = { through: scratch.service(), sql: scratch.sql }
  shop = await openShop(place)
  const { customerId } = await stock(shop)
  const elsewhere = await openShop(place)
  await elsewhere.join(shop.owner.subject, 'viewer')
  const { sql } = scratch
  const load = (insert: ReturnType<typeof sql>) => loadRows(insert, sql)
  // No filter uses these, and they take longest to write.
  await sql`drop index products_search_idx, product_words_idx, product_facts_keys_idx`
  // The planner knows the average store, which is far smaller.
  await load(sql`insert into stores (id, slug, name, currency, currency_exponent, created_by)
    select uuidv7(), 'seed-' || n, 'Seed', 'USD', 2, gen_random_uuid() from generate_series(1, 500) as n`)
  await load(sql`insert into customers (store_id, id, name, created_at)
    select id, uuidv7(), 'Guest', now() from stores where slug like 'seed-%'`)
  await load(sql`insert into customers (store_id, id, name, created_at)
    select ${shop.store.id}, uuidv7(), 'Guest ' || n, now() - n * interval '1 minute' from generate_series(1, ${many}::int) as n`)
  await load(sql`insert into products (store_id, id, title, slug, status, price_minor, currency, currency_exponent, created_at)
    select ${shop.store.id}, uuidv7(), 'Hat ' || n, 'hat-' || n, 'active', n, 'USD', 2, now() - n * interval '1 minute'
      from generate_series(1, ${many}::int) as n`)
  await load(sql`insert into product_variants (store_id, id, product_id, title, position)
    select store_id, uuidv7(), id, '', 1 from products where title like 'Hat %'`)
  await load(
    sql`insert into inventory (store_id, variant_id, is_low) select store_id, id, true from product_variants on conflict do nothing`,
  )
  const insert = (count: number, from: string) =>
    load(
      sql.query(
        `insert into orders (store_id, id, number, status, payment_status, fulfillment_status, platform, payment_method, tags, source,
       currency, currency_exponent, subtotal_minor, total_minor, customer_id, customer_name, lines, lines_key, stated, created_at)
     select c.store_id, uuidv7(), 1000000 + n, 'completed', oldest.payment, 'delivered', 'direct', oldest.method, oldest.tags, 'api',
       'USD', 2, oldest.total, oldest.total, c.id, c.name, '[]', '', '{total}', now() - n * interval '1 minute'
       from ${from} as c cross join generate_series(1, $1::int) as n cross join lateral (select
         case when n = ${many} then 'refunded' else 'paid' end as payment, case when n = ${many} then 'bank' else 'cod' end as method,
         case when n = ${many} then '{late}'::text[] else '{}' end as tags, case when n = ${many} then 7777 else n end as total) as oldest`,
        [count],
      ),
    )
  await insert(many, `(select store_id, id, name from customers where id = '${customerId}')`)
  await insert(
    5,
    `(select store_id, id, name from customers where store_id in (select id from stores where slug like 'seed-%'))`,
  )
  // All orders of the store have the first hat, and the oldest has the second, too.
  await load(sql`update orders as o set lines = (
      select jsonb_agg(jsonb_build_object('position', 1, 'product_id', p.id, 'product_name', p.title, 'variant_id', v.id, 'variant_name', null,
               'variant_sku', null, 'variant_options', '{}'::jsonb, 'variant_attributes', '{}'::jsonb, 'quantity', 1,
               'unit_price_minor', 1, 'list_price_minor', 1))
        from products as p join product_variants as v on v.store_id = p.store_id and v.product_id = p.id
       where p.store_id = o.store_id and p.title in ('Hat 1', case when o.number = ${1_000_000 + many}::int then 'Hat 2' end))
    where o.store_id = ${shop.store.id} and o.number > 1000000`)
  // Odd orders of both stores, which take turns in time: at 5, 12,000, 15,000, 24,000 and 26,000 minutes ago.
  const neighbour = await elsewhere.addCustomer()
  await sql`insert into orders (store_id, id, number, platform, tags, source, currency, currency_exponent, subtotal_minor,
      total_minor, customer_id, customer_name, lines, lines_key, stated, created_at)
    select ${elsewhere.store.id}, uuidv7(), 1000000 + ago, 'direct', '{odd}', 'api', 'USD', 2, 1, 1, ${neighbour.id}, 'Amal', '[]', '', '{total}',
      now() - ago * interval '1 minute' from unnest('{5,15000,26000}'::int[]) as ago`
  await sql`update orders set tags = '{odd}' where store_id = ${shop.store.id} and number in (1012000, 1024000)`
  // Events of one order, and a refund of another as the newest.
  await sql`insert into events (store_id, type, subject_id, actor_kind, created_at)
    select ${shop.store.id}, 'order.confirmed', ${shop.store.id}, 'system', now() - (n + 60) * interval '1 minute'
      from generate_series(1, ${many}::int) as n`
  await sql`insert into events (store_id, type, subject_id, actor_kind, actor_id, data)
    values (${shop.store.id}, 'order.refunded', ${refundedOrder}, 'key', ${refundedOrder}, '{"amount_minor": 100}')`
  await sql`vacuum (analyze)`
  await settle()
})

const plan = (path: string) => planOf(scratch, (through) => client(shop.owner.token, through).get(path))

test.for([
  ['orders', 'payment_status=refunded'],
  ['orders', 'status=completed,pending&tag=late'],
  ['orders', 'status=completed&payment_method=bank&sort=created_at'],
  ['orders', 'hold_reason=other,duplicate'],
  ['orders', 'total_from=77.77&total_to=77.77&platform=direct'],
  ['orders', 'sort=-total_amount'],
  ['orders', 'sort=updated_at&fulfillment_status=delivered'],
  ['orders', 'sort=number&status=completed'],
  ['inventory', 'sort=-available'],
  ['inventory', 'low_stock=true'],
  ['inventory', 'low_stock=true&threshold=5'],
  ['customers', 'sort=-total_spent'],
  ['customers', 'sort=last_order_at'],
])('a list of %s with %s reads only the newest rows of a large store', async ([table = '', query = '']) => {
  const { answer, seqScans, text, ...found } = await plan(`/api/${table}?${query}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body).toMatchObject({ meta: { total_is_capped: true } })
  expect(seqScans, text).not.toContain(table)
  expect(seqScans, text).not.toContain('inventory')
  // For the count, for the page, and to find where the page stopped. A few more of another status and store.
  expect(found.read(table), text).toBeLessThanOrEqual(3 * 10_000 + 100)
  expect(found.read(table), text).toBeGreaterThan(9000)
})

test.for(['payment_status=refunded', 'tag=late', 'payment_method=bank', 'total_from=77.77&total_to=77.77&limit=1'])(
  'a filter of orders by %s finds the oldest of a large store on a later page',
  async (query) => {
    const { get } = client(shop.owner.token, scratch.service())
    const totals: number[] = []
    let pages = 0
    let cursor: string | null = ''
    while (cursor !== null && pages < 10) {
      const answer = await get(`/api/orders?${query}${cursor === '' ? '' : `&cursor=${cursor}`}`)
      const page: z.output<typeof listOrders.output> = expectBody(answer, 200, listOrders.output)
      expect(page.meta).toMatchObject({ has_more: page.meta.next_cursor !== null, total_is_capped: true })
      totals.push(...page.data.map(({ total_amount }) => total_amount))
      cursor = page.meta.next_cursor
      pages += 1
    }
    // With the totals, there is one more order of that total.
    expect(totals).toEqual(query.startsWith('total') ? [77.77, 77.77] : [77.77])
    expect(pages).toBeLessThan(6)
  },
)

test.for([1, 2])('a filter of orders by hat %i of a large store looks up its newest orders alone', async (nth) => {
  const [hat] = z.array(z.object({ id: z.string() })).parse(
    await scratch.sql`select v.id from product_variants as v join products as p on p.store_id = v.store_id and p.id = v.product_id
      where p.store_id = ${shop.store.id} and p.title = ${`Hat ${nth}`}`,
  )
  const { answer, seqScans, text, ...found } = await plan(`/api/orders?variant_id=${hat?.id}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body).toMatchObject({
    meta: { total: nth === 1 ? expect.closeTo(10_000, -2) : 0, total_is_capped: true },
  })
  expect(seqScans, text).not.toContain('orders')
  expect(found.read('orders'), text).toBeLessThanOrEqual(3 * 10_000 + 100)
})

test('a filter over two stores lists the orders of both in their order, though only one ends a page early', async () => {
  const { get } = client(shop.owner.token, scratch.service())
  for (const [sort, numbers] of [
    ['-created_at', [1_000_005, 1_012_000, 1_015_000, 1_024_000, 1_026_000]],
    ['created_at', [1_026_000, 1_024_000, 1_015_000, 1_012_000, 1_000_005]],
  ] as const) {
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null && seen.length < 10) {
      const answer = await get(`/api/orders?tag=odd&sort=${sort}${cursor === '' ? '' : `&cursor=${cursor}`}`)
      const page: z.output<typeof listOrders.output> = expectBody(answer, 200, listOrders.output)
      seen.push(...page.data.map(({ number }) => number))
      cursor = page.meta.next_cursor
    }
    expect(seen).toEqual(numbers)
  }
})

test('a filter of orders with the oldest first finds the oldest of a large store at once', async () => {
  const answer = await client(shop.owner.token, scratch.service()).get('/api/orders?tag=late&sort=created_at')
  expect(expectBody(answer, 200, listOrders.output).data).toMatchObject([{ total_amount: 77.77 }])
})

describe('in a store with many events', () => {
  const table = 'events'

  test.for([
    ['the first page of the feed', '', 'events_feed_idx', 2 * 21 + 500],
    ['the feed of a rare type', 'types=order.refunded', 'events_feed_idx', 2 * 10_000 + 1000],
    ['the feed of an order', `subject_id=${refundedOrder}`, 'events_subject_idx', 10],
  ] as const)('%s reads only what it shows, or up to its limit', async ([, query, index, read]) => {
    const { answer, indexes, seqScans, text, ...found } = await plan(`/api/events?${query}`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(indexes, text).toContain(index)
    expect(seqScans, text).not.toContain(table)
    expect(found.read(table), text).toBeLessThanOrEqual(read)
  })

  test('the feed of a resource with many events reads them in the order of the feed', async () => {
    const { seqScans, text, ...found } = await plan(`/api/events?subject_id=${shop.store.id}`)
    expect(seqScans, text).not.toContain(table)
    // For the count, and for the page.
    expect(found.read(table), text).toBeLessThanOrEqual(2 * 10_000 + 1000)
  })

  test('a reader finds the newest event of a rare type after some empty responses', async () => {
    const reader = client(shop.owner.token, scratch.service())
    const first = await readFeed(reader, { types: 'order.refunded' })
    expect(first).toMatchObject({ data: [], meta: { has_more: true } })
    const { events, requests } = await readToEnd(reader, { types: 'order.refunded' })
    expect(events).toMatchObject([{ type: 'order.refunded', subject: { id: refundedOrder } }])
    expect(requests).toBe(3)
  })

  test('a reader of two such stores misses no event of either', async () => {
    const place = { through: scratch.service(), sql: scratch.sql }
    const [one, other] = [await openShop(place), await openShop(place)]
    await other.join(one.owner.subject, 'viewer')
    for (const { store } of [one, other]) {
      await loadRows(
        scratch.sql`insert into events (store_id, type, subject_id, actor_kind)
          select ${store.id}, 'order.confirmed', ${store.id}, 'system' from generate_series(1, 10000)`,
        scratch.sql,
      )
      await scratch.sql`insert into events (store_id, type, subject_id, actor_kind, data)
        values (${store.id}, 'order.refunded', ${store.id}, 'system', '{"amount_minor": 100}')`
    }
    const { events } = await readToEnd(one.owner, { types: 'order.refunded' })
    expect(events.map(({ store_id }) => store_id)).toEqual([one.store.id, other.store.id])
  })

  test.for(['actor_kind=user', `actor_id=${refundedOrder}&page=2`, 'types=page.*,order.shipped'])(
    'the audit log with %s reads only the newest rows',
    async (query) => {
      const { answer, indexes, seqScans, text, ...found } = await plan(`/api/audit?${query}`)
      expect(answer.body).toMatchObject({ meta: { total_is_capped: true } })
      expect(indexes, text).toContain('events_created_idx')
      expect(seqScans, text).not.toContain(table)
      expect(found.read(table), text).toBeLessThanOrEqual(3 * 10_000 + 100)
    },
  )

  test.for([
    ['', 'events_created_idx', 21 + 10_001 + 500],
    [`subject_id=${refundedOrder}`, 'events_subject_idx', 10],
  ] as const)('the audit log with "%s" is read from an index', async ([query, index, read]) => {
    const { answer, indexes, text, ...found } = await plan(`/api/audit?${query}`)
    expectBody(answer, 200, listAudit.output)
    expect(indexes, text).toContain(index)
    expect(found.read(table), text).toBeLessThanOrEqual(read)
  })
})

describe('in a store with many products', () => {
  const limit = 20
  /** The slug of a new collection with these rules, or with a list of 1,000 products. */
  async function collection(rules?: readonly object[]) {
    const { owner, store } = shop
    const here = inStore(store)
    const added = await owner.post('/api/collections', { title: 'Collection', ...(rules && { rules }) }, here)
    const { id, slug } = expectBody(added, 201, Collection)
    if (!rules) {
      const rows =
        await scratch.sql`select id from products where store_id = ${store.id} order by created_at limit 1000`
      const product_ids = rows.map((row) => String(row['id']))
      expectBody(await owner.put(`/api/collections/${id}/products`, { product_ids }, here), 200, Collection)
    }
    return {
      ofMerchant: `/api/collections/${id}/products`,
      ofShopper: `/api/storefront/${store.slug}/collections/${slug}`,
    }
  }

  // A page of the list of 20 products on sale reads some 300 pages: the rows of their variants, stock and discounts.
  test.for([
    ['a collection that has every product', [{ price_from: 0 }], limit, false, 600],
    [
      'a collection of one in a hundred',
      [{ price_from: 10, price_to: 10.99 }, { created_within_days: 90 }],
      limit,
      false,
      600,
    ],
    ['a collection of the newest', [{ created_within_days: 1 }, { tag: 'late' }], 0, false, 600],
    ['a collection that has none', [{ tag: 'late' }], 0, true, 800],
    ['a list of 1,000', undefined, limit, false, 600],
  ] as const)('a page of %s reads few rows', async ([, rules, products, isStopped, pages]) => {
    const { ofMerchant, ofShopper } = await collection(rules)
    const shown = await planOf(scratch, (through) => through.fetch(ofShopper))
    expect(shown.answer).toMatchObject({ status: 200, body: { meta: { has_more: products === limit || isStopped } } })
    expect(Object(shown.answer.body).data).toHaveLength(products)
    expect(shown.buffers, shown.text).toBeLessThan(pages)
    expect(shown.seqScans, shown.text).not.toContain('products')
    // With a count, of which 10,000 products are examined, on pages that are half empty (products.sql).
    const listed = await plan(ofMerchant)
    expect(listed.answer.status).toBe(200)
    expect(listed.buffers, listed.text).toBeLessThan(5_000)
  })

  test('a change of prices is refused if a search by short words or a collection looks only at a part of them', async () => {
    const { ofShopper } = await collection([{ in_stock: false }, { tag: 'late' }])
    for (const filter of [{ search: 'of', tag: 'late' }, { collection: ofShopper.split('/').at(-1) }]) {
      const change = { ...filter, amount: 1 }
      const answer = await shop.owner.post('/api/products/prices', change, inStore(shop.store))
      expect(expectProblem(answer, 422, 'invalid_input').errors).toMatchObject([{ code: 'not_all_examined' }])
    }
  })

  test('a change of prices finds 100 products by their ids, without looking at the others', async () => {
    const rows =
      await scratch.sql`select id from products where store_id = ${shop.store.id} order by created_at limit 100`
    const change = { products: rows.map((row) => String(row['id'])) }
    const sql = scratch.asApp
    const [, , explained] = await sql.transaction([
      enter(sql, shop),
      beginWrite(sql, shop),
      sql.query('explain (analyze, timing off, format json) select app.products_to_price($1)', [change]),
    ])
    const text = JSON.stringify(explained)
    const pages = Number(/"Shared Hit Blocks":(\d+)/.exec(text)?.[1])
    expect(pages, text).toBeGreaterThan(100)
    expect(pages, text).toBeLessThan(4_000)
  })

  test('a collection with rules finds the oldest of its products on a later page', async () => {
    const { owner, store } = shop
    const { sql } = scratch
    await sql`update products set tags = '{ancient}' where store_id = ${store.id} and title = ${`Hat ${many}`}`
    const { ofMerchant, ofShopper } = await collection([{ tag: 'ancient' }])
    for (const path of [ofMerchant, ofShopper]) {
      const titles: string[] = []
      let cursor: string | null = ''
      for (let pages = 0; cursor !== null && pages < 5; pages++) {
        const { body } = await owner.get(`${path}?limit=1${cursor && `&cursor=${cursor}`}`)
        const { data, meta } = Found.parse(body)
        titles.push(...data.map(({ title }) => title))
        cursor = meta.next_cursor
      }
      expect(titles).toEqual([`Hat ${many}`])
      expect(cursor).toBeNull()
    }
  })
})

const Found = z.object({
  data: z.array(z.object({ title: z.string() })),
  meta: z.object({ next_cursor: z.string().nullable() }),
})
