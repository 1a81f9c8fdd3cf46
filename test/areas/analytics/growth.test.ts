import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { database } from '../../support/service.ts'
import { client, type Shop } from '../../support/shop.ts'
import { openShopIn } from './shops.ts'

// What a request costs in a large store and in one with 1,000 orders, over the same 90 days. Measured in buffers (8 KB
// pages that the database reads), not in time.

const sizes = { large: 100_000, small: 1000 } as const

let scratch: Scratch
const shops = new Map<keyof typeof sizes, Shop>()

beforeAll(async () => {
  scratch = await openScratch()
  for (const size of ['large', 'small'] as const) {
    // A zone whose days begin within an hour of UTC, which needs the most buckets.
    const shop = await openShopIn('Asia/Kathmandu', { through: scratch.service(), sql: scratch.sql })
    await fill(shop, sizes[size])
    shops.set(size, shop)
  }
  await scratch.sql`vacuum (analyze)`
}, 600_000)

// At most 366 days are answered.
const tenMonths = `from=${new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10)}`

/** Orders of 200 products over the last 90 days: five platforms, all statuses, every second one a first order. */
async function fill({ store }: Shop, orders: number) {
  const { sql } = scratch
  await sql.transaction([
    sql`set local session_replication_role = replica`,
    sql`insert into customers (store_id, id, name) select ${store.id}, uuidv7(), n::text from generate_series(1, ${orders / 2}) as n`,
    sql`insert into products (store_id, id, title, slug, status, price_minor, currency, currency_exponent)
      select ${store.id}, uuidv7(), 'Scarf ' || n, 'scarf-' || n, 'active', 100, 'USD', 2 from generate_series(1, 200) as n`,
    sql`insert into orders (store_id, id, number, status, fulfillment_status, platform, source, currency, currency_exponent,
          subtotal_minor, total_minor, refunded_minor, customer_id, customer_name, payment_method, lines, lines_key, stated, discounts, created_at)
      select ${store.id}, uuidv7(), n, case when n % 9 = 0 then 'cancelled' else 'completed' end, 'delivered',
             (array['whatsapp', 'website', 'direct', 'instagram', 'phone'])[1 + n % 5], 'import', 'USD', 2, n, n, 0, c.id, '',
             case when n % 2 = 0 then 'cod' end,
             jsonb_build_array(jsonb_build_object('product_id', p.id, 'variant_id', p.id, 'quantity', 1, 'unit_price_minor', n)), '', '{total}',
             case when n % 2 = 0 then jsonb_build_array(jsonb_build_object('discount_id', p.id, 'amount_minor', 1, 'code', 'A' || p.nth, 'name', 'Ten off'))
                  else '[]' end, now() - n::double precision / ${orders} * interval '90 days'
        from generate_series(1, ${orders}::integer) as n
        join (select id, row_number() over () as nth from customers where store_id = ${store.id}) as c on c.nth = 1 + n % ${orders / 2}
        join (select id, row_number() over () as nth from products where store_id = ${store.id}) as p on p.nth = 1 + n % 200`,
    sql`select dev.rebuild_sales(${store.id})`,
  ])
}

const Explained = z
  .array(
    z.object({
      'QUERY PLAN': z.array(
        z.object({ Plan: z.object({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() }) }),
      ),
    }),
  )
  .transform((rows) =>
    rows
      .flatMap((row) => row['QUERY PLAN'])
      .reduce((sum, { Plan }) => sum + Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'], 0),
  )

/** Buffers that the statements of a request read, including those inside functions. */
async function buffersOf(size: keyof typeof sizes, path: string): Promise<number> {
  const shop = shops.get(size)
  const tag = `growth-${crypto.randomUUID()}`
  const answer = await client(shop?.owner.token ?? '', scratch.service(tag)).get(`/api/analytics/${path}`)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  const batch = (await database(tag).seen()).recent.at(-1) ?? []
  const [enter, ...statements] = batch
  if (!enter || statements.length === 0) throw new Error('nothing was asked')
  const sql = scratch.asApp
  const ask = () =>
    sql.transaction([
      sql.query(enter.query, enter.params),
      ...statements.map(({ query, params }) =>
        sql.query(`explain (analyze, buffers, timing off, format json) ${query}`, params),
      ),
    ])
  // The first request reads the system catalog for its plans.
  await ask()
  const [, ...explained] = await ask()
  return explained.map((rows) => Explained.parse(rows)).reduce((sum, buffers) => sum + buffers, 0)
}

describe('many times as many orders', () => {
  test('are counted correctly in the large store', async () => {
    for (const [size, orders] of Object.entries(sizes)) {
      const shop = shops.get(size === 'large' ? 'large' : 'small')
      const through = client(shop?.owner.token ?? '', scratch.service())
      const { body } = await through.get(`/api/analytics/summary?${tenMonths}`)
      const [counted] =
        await scratch.sql`select count(*)::int as orders, sum(total_minor)::float8 / 100 as revenue from orders
        where store_id = ${shop?.store.id} and status <> 'cancelled'`
      expect(counted?.['orders']).toBeGreaterThan(orders * 0.8)
      expect(body).toMatchObject({ orders: counted?.['orders'], revenue: counted?.['revenue'] })
    }
  })

  test.for([
    'summary',
    `summary?${tenMonths}`,
    `summary?from=${new Date(Date.now() - 30 * 86_400_000 - 123_456).toISOString()}&to=${new Date(Date.now() - 333_333).toISOString()}`,
    'platforms',
    'customers',
    'cod',
    'sales?interval=day',
    'sales?interval=week',
    `sales?interval=month&${tenMonths}`,
    'sales?interval=hour',
  ])('cost %s no more than ten times as much', async (path) => {
    const [large, small] = [await buffersOf('large', path), await buffersOf('small', path)]

    expect(large / small).toBeLessThan(10)
  })

  test.for(['top-products', `top-products?by=units&${tenMonths}`, 'discounts', `discounts?${tenMonths}`])(
    'cost %s as much as there are more products sold or discounts used a day, not orders',
    async (path) => {
      const [large, small] = [await buffersOf('large', path), await buffersOf('small', path)]
      // 200 products per day in the large store, 11 in the small one.
      expect(large / small).toBeLessThan((1.5 * 200) / 11)
    },
  )
})
