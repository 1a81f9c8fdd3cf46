import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { enter } from '../../isolation/inside-context.ts'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { openShop, type Shop } from '../../support/shop.ts'

const bandSize = 32_768
/** More than a search counts. */
const perBand = 1_500

let scratch: Scratch
let small: Shop
let large: Shop

beforeAll(async () => {
  scratch = await openScratch()
  const place = { through: scratch.service(), sql: scratch.sql }
  ;[small, large] = [await openShop(place), await openShop(place)]
  await fill(small, 1)
  await fill(large, 10)
  await scratch.sql`vacuum (analyze)`
})

/** Orders of candles, the same number in each band. One in a hundred is a gift. */
const fill = ({ store }: Shop, bands: number) => scratch.sql`
  with buyer as (insert into customers (store_id, id, name) values (${store.id}, uuidv7(), 'Amal') returning id, name)
  insert into orders (store_id, id, number, platform, source, currency, currency_exponent, subtotal_minor, total_minor,
                      customer_id, customer_name, notes, lines, lines_key, stated, created_at)
  select ${store.id}, uuidv7(), 1000 + band * ${bandSize}::int + n, 'direct', 'api', 'USD', 2, 100, 100, buyer.id, buyer.name,
         case when n % 100 = 0 then 'Candle, gift' else 'Candle' end, '[]', '', '{total}',
         now() - ((${bands}::int - band) * ${perBand}::int - n) * interval '1 minute'
    from buyer, generate_series(0, ${bands}::int - 1) as band, generate_series(1, ${perBand}::int) as n
   order by band, n`

const Read = z.object({ entries: z.coerce.number(), rows: z.coerce.number(), blocks: z.coerce.number() })
const Found = z.object({ total: z.coerce.number() })

const counters = () =>
  scratch.asApp.query(`
    select pg_stat_get_xact_tuples_returned('order_search_texts_grams_idx'::regclass) as entries,
           pg_stat_get_xact_tuples_fetched('order_search_texts'::regclass)
             + pg_stat_get_xact_tuples_fetched('order_search_texts_created_idx'::regclass)
             + pg_stat_get_xact_tuples_returned('order_search_texts'::regclass) as rows,
           (select sum(pg_stat_get_xact_blocks_fetched(oid)) from pg_class where relname ~ '^order') as blocks`)

/** The number of matches, and what the database read for them. */
async function search(shop: Shop, term: string, conditions = '[]') {
  const run = async () => {
    const [, before, found, after] = await scratch.asApp.transaction([
      enter(scratch.asApp, shop),
      counters(),
      scratch.asApp.query(`select total from app.search_page('orders', $1, $2, false, null, null, 21, 0)`, [
        term,
        conditions,
      ]),
      counters(),
    ])
    const [from, to] = [z.tuple([Read]).parse(before)[0], z.tuple([Read]).parse(after)[0]]
    return {
      total: z.tuple([Found]).parse(found)[0].total,
      entries: to.entries - from.entries,
      rows: to.rows - from.rows,
      blocks: to.blocks - from.blocks,
    }
  }
  // The first run on a connection also reads the catalog.
  await run()
  return run()
}

test('a search for a common term reads no more in a store with ten times as many orders', async () => {
  const [few, many] = [await search(small, 'candle'), await search(large, 'candle')]
  // The index would return every match of a band first.
  expect(few).toMatchObject({ total: 1_001, entries: 0 })
  expect(many).toMatchObject({ total: 1_001, entries: 0, rows: few.rows })
  expect(many.blocks).toBeLessThanOrEqual(few.blocks * 1.5)
})

test('a search for a rare term finds all its orders in every band, and reads only those', async () => {
  const [few, many] = [await search(small, 'gift'), await search(large, 'gift')]
  // The newest 40 orders show how common the term is.
  expect(few).toMatchObject({ total: 15, entries: 15, rows: 15 + 40 })
  expect(many).toMatchObject({ total: 150, entries: 150, rows: 150 + 40 })
})

test('a filter applies to the count of a common term', async () => {
  const cancelled = JSON.stringify([{ column: 'status', is: 'one_of', values: ['cancelled'] }])
  await scratch.sql`update orders set status = 'cancelled' where store_id = ${large.store.id} and number % 1000 = 0`
  const [counted] = z
    .array(z.object({ n: z.int() }))
    .parse(
      await scratch.sql`select count(*)::int as n from orders where store_id = ${large.store.id} and status = 'cancelled'`,
    )
  expect(counted?.n).toBeGreaterThan(5)
  expect(await search(large, 'candle', cancelled)).toMatchObject({ total: counted?.n })
})

test('a term that nearly only new orders have is counted exactly, alone and with a common one', async () => {
  expect(await search(small, 'candle gift')).toMatchObject({ total: 15 })
  for (const { store } of [small, large])
    await scratch.sql`
      update orders set notes = 'Candle, wrapped' where id in (
        (select id from orders where store_id = ${store.id} order by created_at desc limit 60)
        union (select id from orders where store_id = ${store.id} order by created_at limit 5))`
  for (const shop of [small, large])
    for (const term of ['wrapped', 'wrapped candle', 'candle wrapped'])
      expect(await search(shop, term)).toMatchObject({ total: 65 })
})
