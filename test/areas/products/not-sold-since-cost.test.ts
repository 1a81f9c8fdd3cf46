import { expect, test } from 'vitest'
import { z } from 'zod'
import { client, openShop } from '../../support/shop.ts'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { database } from '../../support/service.ts'

const Rows = z.array(z.object({ rows: z.coerce.number() })).length(1)

const rowsRead = (scratch: Scratch) =>
  scratch.asApp.query(`
    select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as rows
      from pg_stat_xact_user_tables where relname = 'product_sales'`)

test('what has not sold for a year is found without reading the sales of the year', async () => {
  const scratch = await openScratch()
  const shop = await openShop({ through: scratch.service(), sql: scratch.sql })
  const { id } = shop.store
  await scratch.sql`
    insert into products (store_id, id, title, slug, status, price_minor, currency, currency_exponent)
    select ${id}, uuidv7(), 'Scarf ' || n, 'scarf-' || n, 'active', 100, 'USD', 2 from generate_series(1, 300) as n`
  await scratch.sql`
    insert into product_variants (store_id, id, product_id, title, options, position)
    select store_id, uuidv7(), id, '', '{}', 1 from products where store_id = ${id}`
  await scratch.sql`
    insert into product_sales
    select p.store_id, 1440, app.bucket(1440, now()) - n * interval '1 day', p.id, p.id, 1, 1, 1, 0, 0, 100
      from products p cross join generate_series(1, 365) as n where p.store_id = ${id} and right(p.slug, 1) <> '7'`
  await scratch.sql`vacuum (analyze)`

  const tag = `unsold-${crypto.randomUUID()}`
  const day = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10)
  const answer = await client(shop.owner.token, scratch.service(tag)).get(`/api/products?not_sold_since=${day}`)
  expect(answer).toMatchObject({ status: 200, body: { meta: { total: 30, total_is_capped: false } } })
  const { recent } = await database(tag).seen()
  const results = await scratch.asApp.transaction([
    rowsRead(scratch),
    ...(recent.at(-1) ?? []).map(({ query, params }) => scratch.asApp.query(query, params)),
    rowsRead(scratch),
  ])
  const [before, after] = [results.at(0), results.at(-1)].map((counted) => Rows.parse(counted)[0]?.rows ?? 0)
  // One for each product that was sold, of 98,550.
  expect((after ?? 0) - (before ?? 0)).toBeLessThanOrEqual(300)
})
