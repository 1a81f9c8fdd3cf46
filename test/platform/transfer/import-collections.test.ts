import { expect, test } from 'vitest'
import * as z from 'zod'
import { Collection } from '../../../src/areas/collections/collection.ts'
import { listCollectionProducts } from '../../../src/areas/collections/list-collection-products.ts'
import { eventTypesOf } from '../../support/events.ts'
import { expectBody, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { csv, exported, failuresOf, jsonl, linesOf, recordsIn, sent, types } from './files.ts'

const path = '/api/collections'

async function openWithCollections() {
  const shop = await openShop()
  const { owner } = shop
  const add = async (collection: object) => expectBody(await owner.post(path, collection), 201, Collection)
  const chosen = await add({ title: 'Chosen' })
  const gifts = await add({ title: 'Gifts' })
  await add({ title: 'Wool', rules: [{ tag: 'wool' }] })
  const titlesIn = async (id: string) =>
    expectBody(await owner.get(`${path}/${id}/products`), 200, listCollectionProducts.output).data.map(
      ({ title }) => title,
    )
  return { ...shop, chosen, gifts, titlesIn }
}

test('an export has the manual collections of each product, and can be imported into another store', async () => {
  const { owner, addProduct, chosen, gifts } = await openWithCollections()
  const scarf = await addProduct({ title: 'Scarf', tags: ['wool'] })
  const hat = await addProduct({ title: 'Hat' })
  await addProduct({ title: 'Vase' })
  await owner.put(`${path}/${chosen.id}/products`, { product_ids: [hat.id, scarf.id] })
  await owner.put(`${path}/${gifts.id}/products`, { product_ids: [scarf.id] })

  const file = await exported(owner, 'products', '?format=csv')
  expect(file.split('\r\n')[0]?.split(',')).toContain('collections')
  const cells = linesOf(file).map(({ title, collections }) => [title, collections])
  expect(cells).toEqual([
    ['Vase', ''],
    ['Hat', 'chosen'],
    ['Scarf', 'chosen, gifts'],
  ])
  const lines = await exported(owner, 'products', '?format=jsonl')
  const records = recordsIn(lines, z.looseObject({ title: z.string(), collections: z.array(z.string()) }))
  expect(records.map(({ title, collections }) => [title, collections])).toEqual([
    ['Vase', []],
    ['Hat', ['chosen']],
    ['Scarf', ['chosen', 'gifts']],
  ])

  for (const [body, type] of [
    [file, types.csv],
    [lines, types.jsonl],
  ] as const) {
    const other = await openWithCollections()
    expect(await sent(other.owner, 'products', body, { type })).toMatchObject({ created: 3, failed: 0 })
    // In the order of the file.
    expect(await other.titlesIn(other.chosen.id)).toEqual(['Hat', 'Scarf'])
    expect(await other.titlesIn(other.gifts.id)).toEqual(['Scarf'])
    // Imported again, the file changes nothing.
    const again = await exported(other.owner, 'products', '?format=csv')
    expect(await sent(other.owner, 'products', again)).toMatchObject({ updated: 0, unchanged: 3 })
    expect(await other.owner.get(`${path}/${other.chosen.id}`)).toMatchObject({
      body: { version: 3, products_count: 2 },
    })
  }
})

test('an import changes the collections of products only where the file names them', async () => {
  const { owner, addProduct, chosen, gifts, titlesIn } = await openWithCollections()
  const { id, slug, version } = await addProduct({ title: 'Scarf' })
  await addProduct({ title: 'Hat' })
  await owner.put(`${path}/${chosen.id}/products`, { product_ids: [id] })
  const before = (await eventTypesOf(gifts.id)).length

  const renamed = csv('slug,title', [slug, 'Warm scarf'])
  expect(await sent(owner, 'products', renamed, { query: '?match=slug' })).toMatchObject({ updated: 1 })
  expect(await titlesIn(chosen.id)).toEqual(['Warm scarf'])
  const moved = csv('slug,collections', ['hat', 'gifts'], [slug, 'gifts'])
  const dry = await sent(owner, 'products', moved, { query: '?dry_run=true&match=slug' })
  expect(dry).toMatchObject({ updated: 2 })
  expect(dry.rows.map(({ overwritten }) => overwritten)).toEqual([
    undefined,
    [{ row: 3, column: 'collections', before: [chosen.slug], after: ['gifts'] }],
  ])
  expect(await titlesIn(gifts.id)).toEqual([])
  expect(await sent(owner, 'products', moved, { query: '?match=slug' })).toMatchObject({ updated: 2, failed: 0 })
  expect(await titlesIn(chosen.id)).toEqual([])
  expect(await titlesIn(gifts.id)).toEqual(['Hat', 'Warm scarf'])
  // The products themselves did not change.
  expect(await owner.get(`/api/products/${id}`)).toMatchObject({ body: { version: version + 1 } })
  expect((await eventTypesOf(gifts.id)).slice(before)).toEqual(['collection.updated', 'collection.updated'])
  const emptied = csv('slug,collections', [slug, ''])
  expect(await sent(owner, 'products', emptied, { query: '?match=slug' })).toMatchObject({ updated: 1 })
  expect(await titlesIn(gifts.id)).toEqual(['Hat'])
})

test('an import refuses collections that are unknown, full or have rules, and leaves the row out', async () => {
  const { owner, store, gifts } = await openWithCollections()
  await asOwner`insert into products (store_id, id, title, slug, status, price_minor, currency, currency_exponent)
    select ${store.id}, uuidv7(), 'P', 'p-' || n, 'active', 1, 'USD', 2 from generate_series(1, 1000) as n`
  await asOwner`insert into collection_products (store_id, collection_id, product_id, position)
    select store_id, ${gifts.id}, id, row_number() over () from products where store_id = ${store.id}`
  await asOwner`update collections set products_count = 1000 where id = ${gifts.id}`
  const report = await sent(
    owner,
    'products',
    jsonl(
      { title: 'Scarf', price: 5, collections: ['chosen', 'nowhere', 'wool', 'gifts'] },
      { slug: 'p-1', collections: ['gifts'] },
    ),
    { type: types.jsonl },
  )
  expect(failuresOf(report)).toEqual([
    ['/collections/1', 'collection_not_found'],
    ['/collections/2', 'collection_has_rules'],
    ['/collections/3', 'limit_reached'],
  ])
  expect(report).toMatchObject({ created: 0, unchanged: 1, failed: 1 })
  expect(report.rows[0]?.errors.map(({ detail }) => detail)).toEqual([
    'This store has no collection with the slug "nowhere".',
    'The collection "wool" is rule-based: its rules decide which products it has. Leave it out.',
    'The collection "gifts" has 1000 products, which is the limit.',
  ])
})
