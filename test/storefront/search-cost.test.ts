import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openScratch, type Scratch } from '../support/scratch.ts'
import { database } from '../support/service.ts'
import { openWindow, type Window } from './shop-window.ts'

const size = 5_000

let scratch: Scratch
let window: Window

// Every product has a SKU, a barcode and a slug whose words are in no title, but in the titles of a thousand drafts.
beforeAll(async () => {
  scratch = await openScratch()
  window = await openWindow({ through: scratch.service(), sql: scratch.sql })
  const { id } = window.store
  await scratch.sql`
    insert into products (store_id, id, title, slug, status, price_minor, currency, currency_exponent, variant_terms,
                          public_terms, created_at)
    select ${id}, uuidv7(), case when n > ${size} then 'Unreleased jacket' else 'Woollen scarf ' || n end, 'hiddenslug-' || n,
           case when n > ${size} then 'draft' else 'active' end, 100, 'USD', 2, 'SECRETSKU-' || n || ' 4006381333931',
           'crimson', now() - n * interval '1 hour'
      from generate_series(1, ${size + 1_000}::int) as n`
  await scratch.sql`
    insert into product_variants (store_id, id, product_id, title, sku, barcode, options, position)
    select store_id, uuidv7(), id, 'crimson', 'SECRETSKU-' || slug, '4006381333931', '{"colour": "crimson"}', 1
      from products where store_id = ${id}`
  await scratch.sql`insert into inventory (store_id, variant_id, on_hand) select store_id, id, 1 from product_variants`
  await scratch.sql`vacuum (analyze)`
}, 60_000)

const Found = z.object({ meta: z.object({ total: z.int(), total_is_capped: z.boolean() }) })
const Read = z.array(z.object({ products: z.coerce.number(), variants: z.coerce.number() })).length(1)

/** The results of a search, and the number of rows that the database read for it, by table. */
async function search(term: string) {
  const tag = `search-${crypto.randomUUID()}`
  const path = `/api/storefront/${window.store.slug}/products?limit=20&search=${encodeURIComponent(term)}`
  const answer = await scratch.service(tag).fetch(path)
  expect(answer.status).toBe(200)
  const statements = (await database(tag).seen()).recent.at(-1) ?? []
  const results = await scratch.asApp.transaction([
    counters(),
    ...statements.map(({ query, params }) => scratch.asApp.query(query, params)),
    counters(),
  ])
  // The counters include earlier requests on the same connection.
  const [before, after] = [results.at(0), results.at(-1)].map((counted) => Read.parse(counted)[0])
  const read = {
    products: (after?.products ?? 0) - (before?.products ?? 0),
    variants: (after?.variants ?? 0) - (before?.variants ?? 0),
  }
  return { ...Found.parse(answer.body).meta, read }
}

const counters = () =>
  scratch.asApp.query(`
    select coalesce(sum(rows) filter (where relname = 'products'), 0) as products,
           coalesce(sum(rows) filter (where relname = 'product_variants'), 0) as variants
      from (select relname, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables) as t`)

test('a search for hidden text reads as few rows as one without any match', async () => {
  const nothing = await search('zzyzxqqq')
  expect(nothing).toMatchObject({ total: 0, read: { products: 0, variants: 0 } })
  for (const hidden of [
    'SECRETSKU',
    'SECRETSKU-77',
    '4006381333931',
    '40063',
    'hiddenslug',
    'hiddenslug-4',
    'unreleased',
    'woollen secretsku',
  ])
    expect(await search(hidden), hidden).toEqual(nothing)
})

test('a search reads only the rows that it counts and shows, however large the store is', async () => {
  for (const common of ['scarf', 'woollen scarf', 'crimson']) {
    const { read, ...found } = await search(common)
    expect(found).toEqual({ total: 1_001, total_is_capped: true })
    expect(read.products, common).toBeLessThanOrEqual(1_001 + 21 + 21)
    expect(read.variants, common).toBeLessThanOrEqual(21)
  }
  const { read, ...found } = await search('4999')
  expect(found).toEqual({ total: 1, total_is_capped: false })
  expect(read.products).toBeLessThanOrEqual(2)
})
