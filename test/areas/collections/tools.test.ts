import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Collection } from '../../../src/areas/collections/collection.ts'
import { listProducts } from '../../../src/areas/products/list-products.ts'
import { answerOf, callOf, post, refusalOf, tokenFor } from '../../support/callers/assistant.ts'
import { eventsOf } from '../../support/events.ts'
import { expectBody, expectProblem, openShop, pointersOf } from '../../support/shop.ts'
import { openCollections, path, titlesOf } from './open-collections.ts'

const Saved = z.looseObject({ id: z.string(), version: z.int() })
const Products = z.object({ data: z.array(z.object({ title: z.string() })) })

const titles = ['Dates', 'Lantern', 'Prayer rug', 'Coffee', 'Tea']

/** A store with five products, the first one oldest, and an assistant. */
async function openAssistant() {
  const shop = await openCollections()
  const ids = await shop.addProducts(...titles)
  const { token } = await tokenFor(shop, { scopes: ['catalog:write'] })
  const call = (name: string, args: Record<string, unknown> = {}) => post(callOf(name, args), { token })
  const save = (args: Record<string, unknown>) => call('save_collection', args)
  return { ...shop, ids, call, save }
}

describe('an assistant', () => {
  test('makes a collection Ramadan of five products in this order, and sees the order', async () => {
    const { call, save, listed } = await openAssistant()
    const order = ['Lantern', 'Dates', 'Tea', 'Prayer rug', 'Coffee']
    const created = Saved.parse(answerOf(await save({ title: 'Ramadan', product_ids: order })))
    expect(created).toMatchObject({ slug: 'ramadan', published: true, products_count: 5, version: 1, rules: null })
    expect(titlesOf(await listed(created.id))).toEqual(order)
    const list = answerOf(await call('list_products', { collection: 'ramadan', sort: 'position' }))
    expect(titlesOf(Products.parse(list))).toEqual(order)
    expect((await eventsOf(created.id)).map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'collection.created', data: {} },
    ])
    const { data } = answerOf(await call('list_collections'))
    expect(data).toEqual([
      {
        id: created.id,
        title: 'Ramadan',
        slug: 'ramadan',
        published: true,
        rules: null,
        match: null,
        products_count: 5,
        version: 1,
      },
    ])
  })

  test('changes the text and the list of a collection in one step, with one event', async () => {
    const { save, ids, listed } = await openAssistant()
    const { id } = Saved.parse(answerOf(await save({ title: 'Ramadan', product_ids: titles })))
    const change = { collection_id: id, description: 'For the evenings', product_ids: ['Tea', ids[0]] }
    expect(answerOf(await save(change))).toMatchObject({ version: 2, products_count: 2 })
    expect(titlesOf(await listed(id))).toEqual(['Tea', 'Dates'])
    expect(answerOf(await save({ collection_id: id, product_ids: [] }))).toMatchObject({
      version: 3,
      products_count: 0,
    })
    expect((await eventsOf(id)).map(({ data }) => data)).toEqual([
      {},
      { changed: ['description', 'products'] },
      { changed: ['products'] },
    ])
  })

  test('hears which products of its list shoppers do not see', async () => {
    const { save, addProduct } = await openAssistant()
    await addProduct({ title: 'Old lamp', status: 'archived' })
    await addProduct({ title: 'New lamp', status: 'draft' })
    const made = Saved.parse(answerOf(await save({ title: 'Ramadan', product_ids: ['New lamp', 'Tea', 'Old lamp'] })))
    expect(made).toMatchObject({ products_count: 3, hidden: ['New lamp', 'Old lamp'] })
    const change = { collection_id: made.id, product_ids: ['Tea', 'Dates'] }
    expect(answerOf(await save(change))).not.toHaveProperty('hidden')
  })

  test('makes a collection of everything under 20', async () => {
    const { save, addProduct, listed } = await openAssistant()
    await addProduct({ title: 'Silver tray', price: 90 })
    const { id } = Saved.parse(answerOf(await save({ title: 'Under 20', rules: [{ price_to: 20 }] })))
    expect(titlesOf(await listed(id))).toEqual(titles.toReversed())
  })

  test('that retries with the same key makes one collection', async () => {
    const { call, save } = await openAssistant()
    const ramadan = { title: 'Ramadan', product_ids: ['Tea'], idempotency_key: 'once' }
    const [one, two] = [answerOf(await save(ramadan)), answerOf(await save(ramadan))]
    expect(two).toEqual(one)
    expect(answerOf(await call('list_collections'))).toMatchObject({ total: 1 })
  })

  test('learns what is wrong, and nothing is left behind', async () => {
    const { call, save, addProduct } = await openAssistant()
    await addProduct({ title: 'Tea' })
    const problems = async (args: Record<string, unknown>) =>
      refusalOf(await save(args)).errors.map(({ pointer, code }) => [pointer, code])
    expect(await problems({ product_ids: ['Dates'] })).toEqual([['/title', 'required']])
    expect(await problems({ title: 'Ramadan', product_ids: ['Datse', 'Dates', 'Lanterns'] })).toEqual([
      ['/product_ids/0', 'not_found'],
      ['/product_ids/2', 'not_found'],
    ])
    expect(await problems({ title: 'Ramadan', product_ids: ['Dates'], rules: [{ tag: 'tea' }] })).toEqual([
      ['/product_ids', 'collection_has_rules'],
    ])
    expect(refusalOf(await save({ title: 'Ramadan', product_ids: ['Tea'] }))).toMatchObject({
      code: 'ambiguous',
      candidates: [{ title: 'Tea' }, { title: 'Tea' }],
    })
    expect(answerOf(await call('list_collections'))).toMatchObject({ total: 0 })
  })

  test('finds no product of another store', async () => {
    const { save, call } = await openAssistant()
    const [carpet] = await (await openCollections()).addProducts('Carpet')
    expect(refusalOf(await save({ title: 'Mine', product_ids: ['Carpet'] })).code).toBe('not_found')
    const { errors } = refusalOf(await save({ title: 'Mine', product_ids: [carpet] }))
    expect(errors).toMatchObject([{ pointer: '/product_ids/0', code: 'product_not_found' }])
    expect(answerOf(await call('list_collections'))).toMatchObject({ total: 0 })
  })
})

describe('over REST', () => {
  test('a collection is created and changed together with its products, by any of their names', async () => {
    const { owner, add, put, addProduct, listed } = await openCollections()
    const { id: tea } = await addProduct({ title: 'Tea' })
    await addProduct({ title: 'Dates', slug: 'sukkari' })
    await addProduct({ title: 'Lantern', variants: [{ sku: 'LAMP', on_hand: 1 }] })
    const { id, version } = await add({ title: 'Ramadan', product_ids: ['LAMP', tea, 'sukkari', 'lamp', 'Tea'] })
    expect(version).toBe(1)
    expect(titlesOf(await listed(id))).toEqual(['Lantern', 'Tea', 'Dates'])
    const changed = await owner.patch(`${path}/${id}`, { title: 'Eid', product_ids: ['Dates'] }, { 'If-Match': '"v1"' })
    expect(expectBody(changed, 200, Collection)).toMatchObject({ title: 'Eid', products_count: 1, version: 2 })
    expectProblem(
      await owner.patch(`${path}/${id}`, { product_ids: [] }, { 'If-Match': '"v1"' }),
      409,
      'version_conflict',
    )
    expect((await put(id, ['Tea', 'LAMP'])).body).toMatchObject({ products_count: 2, version: 3 })
    expect((await put(id, ['tea', 'LAMP'])).body).toMatchObject({ version: 3 })
    const list = await owner.get('/api/products?collection=ramadan&sort=position')
    expect(titlesOf(expectBody(list, 200, listProducts.output))).toEqual(['Tea', 'Lantern'])
  })

  test('a rule-based collection takes no products, and unknown ones are named', async () => {
    const { owner, add, addProducts } = await openCollections()
    await addProducts('Tea')
    const { id: foreign } = await (await openShop()).addProduct()
    const ruled = await add({ title: 'By rules', rules: [{ tag: 'a' }] })
    const refused = await owner.patch(`${path}/${ruled.id}`, { product_ids: ['Tea'] })
    expect(pointersOf(expectProblem(refused, 422, 'invalid_input'))).toEqual(['/product_ids'])
    const unknown = await owner.post(path, { title: 'Mine', product_ids: ['Tea', foreign] })
    expect(pointersOf(expectProblem(unknown, 422, 'product_not_found'))).toEqual(['/product_ids/1'])
    expect(
      expectProblem(await owner.post(path, { title: 'Mine', product_ids: ['Coffee'] }), 404, 'not_found').detail,
    ).toBe('No product "Coffee" in this store.')
  })
})
