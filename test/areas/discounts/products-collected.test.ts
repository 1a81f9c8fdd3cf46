import { expect, test } from 'vitest'
import { openScratch } from '../../support/scratch.ts'
import { openShop } from '../../support/shop.ts'

test('50 discounts for the same collections look at each collection once, and find what its conditions say', async () => {
  const { service, sql } = await openScratch()
  const { store } = await openShop({ through: service(), sql })
  await sql`
    insert into products (store_id, id, title, slug, status, price_minor, currency, currency_exponent, tags, created_at)
    select ${store.id}, uuidv7(), 'Hat ' || n, 'hat-' || n, 'active', 100 * (n % 7), 'USD', 2,
           array(select 'tag ' || k from generate_series(1, 5) as k where n % (k + 1) = 0), now() - n % 9 * interval '1 day' - interval '1 hour'
      from generate_series(1, 100) as n`
  await sql`
    insert into product_variants (store_id, id, product_id, title, position, archived_at)
    select store_id, uuidv7(), id, k, k, case when k = 2 then now() end from products, generate_series(1, 2) as k where store_id = ${store.id}`
  await sql`
    insert into inventory (store_id, variant_id, on_hand) select store_id, id, (hashtext(id::text) % 2)::int::bool::int from product_variants where store_id = ${store.id}
    on conflict (store_id, variant_id) do update set on_hand = excluded.on_hand`
  // All combinations of tags, prices, stock and age, two in each collection.
  await sql`
    insert into collections (store_id, id, slug, title, seo, rules, match, conditions)
    select ${store.id}, uuidv7(), 'all-' || min(n), '', '{}', '[]', 'any', jsonb_agg(condition)
      from (select row_number() over () as n, jsonb_build_object('tags', tags, 'price_from', price_from, 'price_to', price_to, 'in_stock', in_stock, 'days', days) as condition
              from unnest(array['[]', '["tag 1"]', '["tag 1", "tag 2"]', '["tag 3", "none"]']::jsonb[]) as tags,
                   unnest(array[null, 0, 101, 600, 900]::bigint[]) as price_from, unnest(array[null, 0, 300, 900]::bigint[]) as price_to,
                   unnest(array[null, true, false]) as in_stock, unnest(array[null, 1, 5, 9]) as days order by random()) as c
     group by n / 2`
  await sql`
    insert into discounts (store_id, id, name, kind, percentage, product_ids, collection_ids)
    select ${store.id}, uuidv7(), 'Sale ' || n, 'percentage', n, '{}', array(select id from collections where store_id = ${store.id} order by md5(id::text || n) limit 20)
      from generate_series(1, 50) as n`
  const [rows] = await sql`
    select count(*)::int as count, count(distinct c.collection_id)::int as collections, array_agg(c.collection_id) <@ array_agg(n.id) as known
      from app.products_collected(${store.id}, array(select id from collections where store_id = ${store.id}),
             array(select f from product_facts f where f.store_id = ${store.id})) as c
      join collections n on n.id = c.collection_id`
  expect(rows).toMatchObject({ count: rows?.['collections'], known: true })
  const [found] = await sql`
    with found as (
      select * from app.covered_products(${store.id}, array(select d from discounts d where d.store_id = ${store.id}),
        array(select id from products where store_id = ${store.id}))),
    wanted as (
      select d.id as discount_id, p.id as product_id from discounts d, products p
       where d.store_id = ${store.id} and p.store_id = d.store_id and exists (
         select from collections c, jsonb_to_recordset(c.conditions) as r(tags text[], price_from bigint, price_to bigint, in_stock boolean, days integer)
          where c.id = any (d.collection_ids)
            and app.meets_condition(r.tags, r.price_from, r.price_to, r.in_stock, r.days, p.store_id, p.id, p.tags, p.price_minor, p.created_at)))
    select (select count(*)::int from found) as found, (select count(*)::int from wanted) as wanted,
           (select count(*)::int from (select * from found except select * from wanted) as x) as more`
  expect(found).toMatchObject({ found: found?.['wanted'], more: 0 })
  expect(found?.['found']).toBeGreaterThan(1000)
  expect(found?.['found']).toBeLessThan(5000)
})
