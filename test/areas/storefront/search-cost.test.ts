import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { database } from '../../support/service.ts'
import { openWindow, type Window } from './shop-window.ts'

const size = 10_000

let scratch: Scratch
let window: Window

// Every product has a SKU, a barcode and a slug whose words are in no title, but in the titles of a thousand drafts.
beforeAll(async () => {
  scratch = await openScratch()
  window = await openWindow({ through: scratch.service(), sql: scratch.sql })
  const { id } = window.store
  await scratch.sql`
    insert into products (store_id, id, title, slug, status, price_minor, compare_at_price_minor, currency, currency_exponent,
                          variant_terms, public_terms, tags, description, created_at)
    select ${id}, uuidv7(), case when n > ${size} then 'Unreleased jacket' else 'Woollen scarf ' || n end, 'hiddenslug-' || n,
           case when n > ${size} then 'draft' else 'active' end, n, case when n % 100 = 0 then 99999 end, 'USD', 2, 'SECRETSKU-' || n || ' 4006381333931',
           'crimson', array['tag ' || n % 100], case when n % 500 = 0 then 'Reversible' end, now() - n * interval '1 hour'
      from generate_series(1, ${size + 1_000}::int) as n`
  await scratch.sql`
    insert into product_variants (store_id, id, product_id, title, sku, barcode, options, position)
    select store_id, uuidv7(), id, 'crimson', 'SECRETSKU-' || slug, '4006381333931', jsonb_build_object('colour', 'crimson', 'size', length(slug)::text), 1
      from products where store_id = ${id}`
  await scratch.sql`insert into inventory (store_id, variant_id, on_hand) select store_id, id, (sku not like '%0')::int from product_variants`
  await scratch.sql`vacuum (analyze)`
})

const Reads = z.tuple([z.object({ blocks: z.coerce.number(), lookups: z.coerce.number() })])
const Found = z.object({ meta: z.object({ total: z.int(), total_is_capped: z.boolean() }) })
const Read = z.array(z.object({ products: z.coerce.number(), variants: z.coerce.number() })).length(1)

/** A list, and the statements that the database runs for it. */
async function list(query: string) {
  const tag = `search-${crypto.randomUUID()}`
  const answer = await scratch.service(tag).fetch(`/api/storefront/${window.store.slug}/products?limit=20&${query}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { recent, requests } = await database(tag).seen()
  return { answer, requests, statements: recent.at(-1) ?? [] }
}

/** The results of a search, and the number of rows that the database read for it, by table. */
async function search(term: string) {
  const { answer, statements } = await list(`search=${encodeURIComponent(term)}`)
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

const reads = () =>
  scratch.asApp.query(`
    select sum(pg_stat_get_xact_blocks_fetched(oid)) as blocks,
           sum(pg_stat_get_xact_numscans(oid)) filter (where relname = 'product_facts_keys_idx') as lookups from pg_class
     where relname ~ '^(product|inventory|sold_out|best_seller|collection)'`)

/** The number of matches, of the blocks that the database read for the list, and of its lookups in the index of keys. */
async function find(query: string) {
  const { answer, requests, statements } = await list(query)
  const run = async () => {
    const results = await scratch.asApp.transaction([
      reads(),
      ...statements.map(({ query, params }) => scratch.asApp.query(query, params)),
      reads(),
    ])
    const [before] = Reads.parse(results.at(0))
    const [after] = Reads.parse(results.at(-1))
    return { blocks: after.blocks - before.blocks, lookups: after.lookups - before.lookups }
  }
  // The first runs on a connection plan the statements.
  await run()
  return { total: Found.parse(answer.body).meta.total, ...(await run()), requests }
}

// A page of 20 products with their variants takes some 400 blocks. Those of products and their facts are half empty (products.sql).
test.for([
  ['sort=price', size, 1_200],
  ['sort=-price', size, 1_200],
  ['sort=title', size, 1_200],
  ['sort=best_selling', size, 1_200],
  ['sort=newest&facets=true', size, 4_500],
  ['price_from=50&price_to=50.09', 10, 1_100],
  ['in_stock=true', 9_000, 12_000],
  ['in_stock=false', 1_000, 25_000],
  ['on_sale=true&facets=false', 100, 700],
  ['tag=tag 7&facets=false', 100, 700],
  ['tag=tag 7', 100, 1_500],
  ['tag=tag 7&in_stock=true&price_to=20&sort=title&facets=false', 20, 1_500],
  ['option.size=12&facets=false', 9, 400],
  ['q=9999&facets=false', 1, 200],
  ['q=reversible&facets=false', 20, 900],
  ['q=wollen 9999&facets=false', 1, 300],
  ['q=zzyzxqqq', 0, 60],
  ['q=scarf', 1_001, 35_000],
] as const)('a list with %s reads a bounded part of the store', async ([query, total, max]) => {
  const found = await find(query)
  expect.soft(found.total).toBe(total)
  expect.soft(found.blocks).toBeLessThanOrEqual(max)
  expect(found.requests).toBe(1)
})

test('a search of words that nearly match is compared with a bounded part of the store', async () => {
  const q = (...words: readonly string[]) => `facets=false&q=${words.join('+')}`
  expect(Found.parse((await list(q('woollxx'))).answer.body).meta).toEqual({ total: 0, total_is_capped: false })
  // Eight words take eight times as long to compare.
  const words = ['woolxxn', 'woolyyn', 'woolzzn', 'woollxx', 'woollyy', 'woollzz', 'crimsxx', 'crimsyy']
  expect(Found.parse((await list(q(...words))).answer.body).meta).toEqual({ total: 0, total_is_capped: true })
})

/** Adds automatic discounts, on 20 collections each: for products with the n-th tag, in a manual one every fifth time. */
const addDiscounts = (from: number, to: number) => scratch.sql`
  with c as (
    insert into collections (store_id, id, slug, title, seo, rules, match, conditions)
    select ${window.store.id}, uuidv7(), 'collection-' || n, n, '{}', case when n % 5 > 0 then '[]'::jsonb end, case when n % 5 > 0 then 'all' end,
           case when n % 5 > 0 then jsonb_build_array(jsonb_build_object('tags', jsonb_build_array('tag ' || n))) end
      from generate_series(${from}::int, ${to}::int) as n returning store_id, id, title),
  m as (
    insert into collection_products (store_id, collection_id, product_id, position)
    select c.store_id, c.id, p.id, p.price_minor from c join products p on p.store_id = c.store_id and p.tags = array['tag ' || c.title]
     where c.title::int % 5 = 0)
  insert into discounts (store_id, id, name, kind, percentage, product_ids, collection_ids)
  select store_id, uuidv7(), min(title), 'percentage', 50, '{}', array_agg(id) from c group by store_id, title::int / 20`

test('what is on sale is found at once for all products and discounts', async () => {
  // An empty page, so that only the search is measured.
  const notOnSale = (query: string) => find(`on_sale=false&facets=false&page=500&${query}`)
  const none = await notOnSale('price_from=0.01')
  expect(none.total).toBe(9_900)
  await addDiscounts(1, 5)
  // With collections with rules, the newest 4,000 are looked at. Each discount is on one in a hundred, and so is a former price.
  const few = await notOnSale('price_from=0.02')
  expect(few.total).toBe(4_000 - 6 * 40)
  expect(few.blocks).toBeLessThan(2 * none.blocks)
  await addDiscounts(6, 400)
  const many = await notOnSale('price_from=0.03')
  expect(many.total).toBe(0)
  expect(many.blocks).toBeLessThan(few.blocks + 395 * 10)
})

test('an index that compares every product with every key is not asked about thousands of them', async () => {
  await scratch.sql`delete from discounts`
  const onSale = (query: string) => find(`on_sale=true&facets=false&${query}`)
  const addTags = (from: number, to: number) => scratch.sql`
    insert into discounts (store_id, id, name, kind, percentage, tags)
    select ${window.store.id}, uuidv7(), 'Tags', 'percentage', 50, array_agg('tag ' || n)
      from generate_series(${from}::int, ${to}::int) as n group by n / 50`
  await addTags(1, 3)
  // Those with a former price, and those with the tags but for the three cheapest.
  const total = 100 + 300 - 3
  expect(await onSale('price_from=0.05')).toMatchObject({ total, lookups: 1 })
  await addTags(1_000, 1_600)
  expect(await onSale('price_from=0.06')).toMatchObject({ total, lookups: 0 })
})
