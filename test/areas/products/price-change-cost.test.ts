import { expect, test } from 'vitest'
import { z } from 'zod'
import { openScratch } from '../../support/scratch.ts'
import { expectBody, openShop } from '../../support/shop.ts'

const Counted = z.tuple([z.object({ updated: z.coerce.number(), in_place: z.coerce.number() })])
const Changed = z.object({ changes: z.int(), change_id: z.uuid().nullable() })

test('prices are changed and restored without writing the products into their search indexes', async () => {
  const scratch = await openScratch()
  const { store, owner } = await openShop({ through: scratch.service(), sql: scratch.sql })
  await scratch.sql`
    insert into products (store_id, id, title, slug, status, price_minor, currency, currency_exponent, description)
    select ${store.id}, uuidv7(), 'Scarf ' || n, 'scarf-' || n, 'active', 1000, 'USD', 2, repeat('Soft ', n)
      from generate_series(1, 300) as n`
  await scratch.sql`
    insert into product_variants (store_id, id, product_id, title, options, position)
    select store_id, uuidv7(), id, '', '{}', 1 from products where store_id = ${store.id} and title not like 'Scarf 1_'`
  // With more options than fit in a row.
  await scratch.sql`
    insert into product_variants (store_id, id, product_id, title, options, position)
    select store_id, uuidv7(), id, '', jsonb_build_object('Colour', 'Colour ' || k, 'Cloth', md5(k::text), 'Cut', md5(title || k)), k
      from products, generate_series(1, 100) as k where store_id = ${store.id} and title like 'Scarf 1_'`
  const counted = async () =>
    Counted.parse(
      await scratch.sql`
      select sum(n_tup_upd) as updated, sum(n_tup_hot_upd) as in_place from pg_stat_user_tables
       where relname in ('products', 'product_facts')`,
    )[0]
  const before = await counted()
  const body = { search: 'scarf', percentage: -10, dry_run: false, expected_changes: 300 }
  const changed = expectBody(await owner.post('/api/products/prices', body), 200, Changed)
  expect(changed.changes).toBe(300)
  const undone = await owner.post(`/api/products/prices/${changed.change_id}/undo`, {})
  expect(expectBody(undone, 200, z.object({ changes: z.int() })).changes).toBe(300)
  await expect.poll(async () => (await counted()).updated - before.updated, { timeout: 20_000 }).toBe(1200)
  expect((await counted()).in_place - before.in_place).toBeGreaterThan(1190)
})
