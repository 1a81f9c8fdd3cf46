import { expect, test } from 'vitest'
import { Collection } from '../../../src/areas/collections/collection.ts'
import { updatePrices } from '../../../src/areas/products/update-prices.ts'
import { answerOf, callOf, post, refusalOf, tokenFor } from '../../support/callers/assistant.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'

/** A store whose collection `eid` has a lantern and a rug, whose collection `cheap` has what costs at most 10, and an assistant. */
async function openEidShop() {
  const shop = await openShop()
  const { owner, addProduct } = shop
  const lantern = await addProduct({ title: 'Lantern', price: 10, tags: ['light'] })
  await addProduct({ title: 'Prayer rug', price: 40 })
  await addProduct({ title: 'Candle', price: 5, tags: ['light'] })
  const collections = [
    { title: 'Eid', product_ids: ['Lantern', 'Prayer rug'] },
    { title: 'Cheap', rules: [{ price_to: 10 }] },
  ]
  const ids: string[] = []
  for (const collection of collections)
    ids.push(expectBody(await owner.post('/api/collections', collection), 201, Collection).id)
  const { token } = await tokenFor(shop, { scopes: ['catalog:write'] })
  const send = (args: object) => post(callOf('update_prices', { amount: 1, ...args }), { token })
  const change = async (args: object) => updatePrices.output.parse(answerOf(await send(args)))
  const titles = async (args: object) => (await change(args)).rows.map(({ title }) => title)
  return { ...shop, lantern, eidId: ids[0], send, change, titles }
}

test('changes the prices of a collection, kept by hand or by rules, together with other filters', async () => {
  const { titles, owner, lantern, eidId, change } = await openEidShop()
  expect(await titles({ collection: 'eid' })).toEqual(['Lantern', 'Prayer rug'])
  expect(await titles({ collection: eidId })).toEqual(['Lantern', 'Prayer rug'])
  expect(await titles({ collection: 'cheap' })).toEqual(['Candle', 'Lantern'])
  expect(await titles({ collection: 'eid', tag: 'light' })).toEqual(['Lantern'])
  expect(await titles({ collection: 'cheap', search: 'candle' })).toEqual(['Candle'])
  expect(await titles({ collection: 'eid', products: ['Lantern', 'Candle'] })).toEqual(['Lantern'])
  const body = { collection: 'eid', percentage: 10 }
  const dry = expectBody(await owner.post('/api/products/prices', body), 200, updatePrices.output)
  expect(dry.rows.map(({ title, new_price }) => [title, new_price])).toEqual([
    ['Lantern', 11],
    ['Prayer rug', 44],
  ])
  expect(await change({ collection: 'eid', dry_run: false, expected_changes: 2 })).toMatchObject({ changes: 2 })
  expect(await owner.get(`/api/products/${lantern.id}`)).toMatchObject({ body: { price: 11 } })
})

test('a collection that the store does not have is refused', async () => {
  const { owner, send } = await openEidShop()
  const { eidId: foreign } = await openEidShop()
  for (const collection of ['ramadan', foreign]) {
    const answer = await owner.post('/api/products/prices', { collection, amount: 1 })
    expect(expectProblem(answer, 422, 'unknown_collection').detail).toContain('No such collection in this store')
    expect(refusalOf(await send({ collection })).code).toBe('unknown_collection')
    expect(refusalOf(await send({ collection })).detail).toContain('Send its id or slug')
  }
})

test('says how many archived products match, and leaves their prices', async () => {
  const { owner, addProduct, change } = await openEidShop()
  const old = await addProduct({ title: 'Old lantern', price: 8, tags: ['light'], status: 'archived' })
  await addProduct({ title: 'New lantern', price: 8, status: 'draft' })
  expect(await change({ tag: 'light' })).toMatchObject({ products: 2, archived: 1 })
  expect(await change({ search: 'lantern' })).toMatchObject({ products: 2, archived: 1 })
  expect(await change({ collection: 'cheap' })).toMatchObject({ products: 3, archived: 1 })
  expect(await change({ collection: 'eid' })).toMatchObject({ products: 2, archived: 0 })
  const named = { products: ['Old lantern', 'Lantern'], dry_run: false, expected_changes: 1 }
  expect(await change(named)).toMatchObject({ products: 1, archived: 1, rows: [{ title: 'Lantern' }] })
  expect(await owner.get(`/api/products/${old.id}`)).toMatchObject({ body: { price: 8, version: 1 } })
})

test('says how many variants a price is for', async () => {
  const { addProduct, change } = await openEidShop()
  await addProduct({
    title: 'Shirt',
    price: 20,
    variants: [
      { options: { size: 'S' } },
      { options: { size: 'M' } },
      { options: { size: 'XL' }, sku: 'SHIRT-XL', price: 25 },
    ],
  })
  expect((await change({ products: ['Shirt'] })).rows).toEqual([
    { title: 'Shirt', sku: null, price: 20, new_price: 21, variants: 2 },
    { title: 'Shirt – XL', sku: 'SHIRT-XL', price: 25, new_price: 26 },
  ])
})

test('a search for more products than one change may have is refused, not cut short', async () => {
  const { sql, lantern, send, titles, change } = await openEidShop()
  await sql`insert into products (store_id, id, title, slug, status, price_minor, currency, currency_exponent, tags)
    select store_id, gen_random_uuid(), 'Mug ' || n, 'mug-' || n, status, 100, currency, currency_exponent,
           case n when 1 then '{light}'::text[] else '{}' end
      from products, generate_series(1, 1001) as n where id = ${lantern.id}`
  const { errors } = refusalOf(await send({ search: 'mug', tag: 'light' }))
  expect(errors).toMatchObject([{ code: 'too_many_products' }])
  expect(await titles({ tag: 'light' })).toEqual(['Candle', 'Lantern', 'Mug 1'])
  await sql`update products set status = 'archived' where title like 'Mug %'`
  expect(await change({ search: 'mug' })).toMatchObject({ products: 0, archived: 1001 })
  expect(await change({ search: 'mug', tag: 'light' })).toMatchObject({ products: 0, archived: null })
})

test('a change has at most 1,000 prices, of products and of variants together', async () => {
  const { sql, addProduct, send, change, owner } = await openEidShop()
  const added = await Promise.all(
    ['A', 'B', 'C', 'D'].map((name) => addProduct({ title: `Abaya ${name}`, price: 20, tags: ['abaya'] })),
  )
  const addVariants = (product: string | undefined, count: number, price: number | null) => sql`
    insert into product_variants (store_id, id, product_id, title, options, position, price_minor)
    select v.store_id, gen_random_uuid(), v.product_id, 'Size ' || n, jsonb_build_object('Size', n::text), n, ${price}::bigint
      from product_variants as v, generate_series(1, ${count}::int) as n where v.product_id = ${product}`
  for (const [n, { id }] of added.entries()) await addVariants(id, n === 3 ? 246 : 249, n === 3 ? null : 2000)
  expect(await change({ tag: 'abaya' })).toMatchObject({ products: 4, changes: 4 + 3 * 249 })
  await sql`update product_variants set price_minor = 2000 where product_id = ${added[3]?.id} and title like 'Size %'`
  expect(await change({ tag: 'abaya' })).toMatchObject({ changes: 997 })
  await sql`update product_variants set price_minor = 2000 where product_id = any (${added.map(({ id }) => id)})`
  const { errors } = refusalOf(await send({ tag: 'abaya' }))
  expect(errors).toMatchObject([{ code: 'too_many_prices' }])
  const body = { tag: 'abaya', amount: 1, dry_run: false, expected_changes: 1001 }
  expectProblem(await owner.post('/api/products/prices', body), 422, 'invalid_input')
  expect(await owner.get(`/api/products/${added[0]?.id}`)).toMatchObject({ body: { price: 20, version: 1 } })
})

test('counts the former prices that it clears among the prices of one change', async () => {
  const shop = await openShop()
  const product = await shop.addProduct({ title: 'Wool', price: 10 })
  await shop.sql`insert into product_variants (store_id, id, product_id, title, options, compare_at_price_minor, position)
    select store_id, uuidv7(), id, '', jsonb_build_object('n', n), 1200, n from products, generate_series(1, 1000) as n where id = ${product.id}`
  const send = (body: object) =>
    shop.owner.post('/api/products/prices', { products: ['Wool'], percentage: -10, ...body })
  expect(await send({})).toMatchObject({ status: 200, body: { changes: 1 } })
  expect(expectProblem(await send({ set_compare_at: true }), 422, 'invalid_input').errors).toMatchObject([
    { code: 'too_many_prices' },
  ])
})
