import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { listOrders } from '../../src/orders/list-orders.ts'
import { openScratch, type Scratch } from '../support/scratch.ts'
import { client, expectBody, openShop, type Shop } from '../support/shop.ts'
import { stock } from '../isolation/goods.ts'
import { planOf } from './plan.ts'

const many = 25_000

let scratch: Scratch
let shop: Shop

// Every order has the same values but the oldest, which each filter looks for.
beforeAll(async () => {
  scratch = await openScratch()
  const place = { through: scratch.service(), sql: scratch.sql }
  shop = await openShop(place)
  const { customerId } = await stock(shop)
  const elsewhere = await openShop(place)
  await elsewhere.join(shop.owner.subject, 'viewer')
  const { sql } = scratch
  // The planner knows the average store, which is far smaller.
  await sql`insert into stores (id, slug, name, currency, currency_exponent)
    select uuidv7(), 'seed-' || n, 'Seed', 'USD', 2 from generate_series(1, 500) as n`
  await sql`insert into customers (store_id, id, name, created_at)
    select id, uuidv7(), 'Guest', now() from stores where slug like 'seed-%'`
  await sql`insert into customers (store_id, id, name, created_at)
    select ${shop.store.id}, uuidv7(), 'Guest ' || n, now() - n * interval '1 minute' from generate_series(1, ${many}::int) as n`
  await sql`insert into products (store_id, id, title, slug, status, price_minor, currency, currency_exponent, created_at)
    select ${shop.store.id}, uuidv7(), 'Hat ' || n, 'hat-' || n, 'active', n, 'USD', 2, now() - n * interval '1 minute'
      from generate_series(1, ${many}::int) as n`
  await sql`insert into product_variants (store_id, id, product_id, title, position)
    select store_id, uuidv7(), id, '', 1 from products where title like 'Hat %'`
  await sql`insert into inventory (store_id, variant_id) select store_id, id from product_variants on conflict do nothing`
  const insert = (count: number, from: string) =>
    sql.query(
      `insert into orders (store_id, id, number, status, payment_status, fulfillment_status, platform, payment_method, tags, source,
       currency, currency_exponent, subtotal_minor, total_minor, customer_id, customer_name, lines, lines_key, created_at)
     select c.store_id, uuidv7(), 1000000 + n, 'completed', oldest.payment, 'delivered', 'direct', oldest.method, oldest.tags, 'api',
       'USD', 2, oldest.total, oldest.total, c.id, c.name, '[]', '', now() - n * interval '1 minute'
       from ${from} as c cross join generate_series(1, $1::int) as n cross join lateral (select
         case when n = ${many} then 'refunded' else 'paid' end as payment, case when n = ${many} then 'bank' else 'cod' end as method,
         case when n = ${many} then '{late}'::text[] else '{}' end as tags, case when n = ${many} then 7777 else n end as total) as oldest`,
      [count],
    )
  await insert(many, `(select store_id, id, name from customers where id = '${customerId}')`)
  await insert(
    5,
    `(select store_id, id, name from customers where store_id in (select id from stores where slug like 'seed-%'))`,
  )
  await sql`vacuum (analyze)`
}, 200_000)

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
  ['products', 'sort=price'],
  ['products', 'sort=-updated_at&tag=late'],
  ['products', 'sort=title&in_stock=true'],
  ['products', 'price_from=200&price_to=201'],
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

test('a filter of orders with the oldest first finds the oldest of a large store at once', async () => {
  const answer = await client(shop.owner.token, scratch.service()).get('/api/orders?tag=late&sort=created_at')
  expect(expectBody(answer, 200, listOrders.output).data).toMatchObject([{ total_amount: 77.77 }])
})
