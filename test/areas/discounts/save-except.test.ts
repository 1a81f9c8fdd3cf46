import { expect, test } from 'vitest'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { answerOf, callOf, post, refusalOf, tokenFor } from '../../support/callers/assistant.ts'
import { expectBody, expectProblem, inStore, openShop, pointersOf } from '../../support/shop.ts'

// How the goods that a discount is not for are written and read.

const path = '/api/discounts'

async function openWithCollection() {
  const shop = await openShop()
  const here = inStore(shop.store)
  const scarf = await shop.addProduct({ title: 'Wool Scarf', variants: [{ sku: 'SCARF-1' }] })
  const collection = await shop.owner.post('/api/collections', { title: 'New arrivals' }, here)
  expect(collection.status).toBe(201)
  const collectionId = String(Object(collection.body).id)
  const add = (applies_to: unknown) =>
    shop.owner.post(path, { code: `C${crypto.randomUUID()}`, kind: 'percentage', value: 10, applies_to }, here)
  const read = async (id: string) => expectBody(await shop.owner.get(`${path}/${id}`, here), 200, Discount)
  return { ...shop, here, scarf, collectionId, add, read }
}

test('exceptions are read as they were written, stay while others change, and go with applies_to', async () => {
  const { owner, here, scarf, collectionId, add, read } = await openWithCollection()
  const except = { product_ids: [scarf.id], collection_ids: [collectionId], tags: ['Gift', 'هدية'] }
  const { id } = expectBody(await add({ tags: ['wool'], except }), 201, Discount)
  expect((await read(id)).applies_to).toEqual({ tags: ['wool'], except })
  const change = async (fields: object) =>
    expectBody(await owner.patch(`${path}/${id}`, fields, here), 200, Discount).applies_to
  expect(await change({ value: 15 })).toEqual({ tags: ['wool'], except })
  const some = { all: true, except: { tags: ['gift'] } }
  expect(await change({ applies_to: some })).toEqual(some)
  expect(await change({ active: false })).toEqual(some)
  // An answer without exceptions has no field for them.
  expect(JSON.stringify(await change({ applies_to: { all: true } }))).toBe('{"all":true}')
  expect(JSON.stringify((await read(id)).applies_to)).toBe('{"all":true}')
})

test('an exception that is empty, unknown or alone is refused where it stands', async () => {
  const { add } = await openWithCollection()
  for (const [applies_to, pointer, says] of [
    [{ all: true, except: {} }, '/applies_to/except', 'except must have product_ids, collection_ids or tags'],
    [{ all: true, except: { tags: [] } }, '/applies_to/except/tags', 'tags must not be empty'],
    [{ tags: ['a'], except: { tags: ['b'], brand: 'c' } }, '/applies_to/except/brand', 'Unknown field "brand".'],
    [{ tags: ['a'], except: ['b'] }, '/applies_to/except', 'except must be an object'],
    [{ all: true, except: { product_ids: [5] } }, '/applies_to/except/product_ids/0', 'must be a string'],
    [
      { all: true, except: { collection_ids: Array.from({ length: 21 }, () => 'a') } },
      '/applies_to/except/collection_ids',
      'at most 20 items',
    ],
    [{ except: { tags: ['b'] } }, '/applies_to', 'must be { "all": true }, or an object with'],
  ] as const) {
    const refused = expectProblem(await add(applies_to), 422, 'invalid_input')
    expect(refused.errors, pointer).toContainEqual(
      expect.objectContaining({ pointer, detail: expect.stringContaining(says) }),
    )
  }
})

test('exceptions are products and collections of the same store', async () => {
  const { add, scarf, collectionId } = await openWithCollection()
  const other = await openWithCollection()
  const collections = { all: true, except: { collection_ids: [collectionId, other.collectionId] } }
  const unknown = expectProblem(await add(collections), 422, 'collection_not_found')
  expect(pointersOf(unknown)).toEqual(['/applies_to/except/collection_ids/1'])
  const products = { tags: ['a'], except: { product_ids: [scarf.id, other.scarf.id, crypto.randomUUID()] } }
  const missing = expectProblem(await add(products), 422, 'product_not_found')
  expect(pointersOf(missing)).toEqual(['/applies_to/except/product_ids/1', '/applies_to/except/product_ids/2'])
  // By name as well.
  const named = expectProblem(await add({ all: true, except: { product_ids: ['Their hat'] } }), 404, 'not_found')
  expect(pointersOf(named)).toEqual(['/applies_to/except/product_ids/0'])
})

test('a collection that a discount excepts stays, or the discount would be for more; a product can be archived', async () => {
  const { owner, here, scarf, collectionId, add, read } = await openWithCollection()
  const except = { product_ids: [scarf.id], collection_ids: [collectionId] }
  const { id } = expectBody(await add({ all: true, except }), 201, Discount)
  const at = `/api/collections/${collectionId}`
  expect(expectProblem(await owner.delete(at, here), 409, 'collection_in_use')).toMatchObject({ discounts: [{ id }] })
  expect((await owner.patch(`/api/products/${scarf.id}`, { status: 'archived' }, here)).status).toBe(200)
  expect((await read(id)).applies_to).toEqual({ all: true, except })
  await owner.patch(`${path}/${id}`, { applies_to: { all: true, except: { product_ids: [scarf.id] } } }, here)
  expect((await owner.delete(at, here)).status).toBe(204)
})

test('an assistant excepts goods by what people call them', async () => {
  const shop = await openWithCollection()
  const { token } = await tokenFor(shop)
  const save = async (fields: Record<string, unknown>) => post(callOf('save_discount', fields), { token })
  const except = { product_ids: ['scarf-1', 'Wool Scarf'], collection_ids: ['NEW arrivals'], tags: ['gift'] }
  const made = answerOf(
    await save({ code: 'BUT', kind: 'percentage', value: 10, applies_to: { product_ids: ['wool-scarf'], except } }),
  )
  const stored = { product_ids: [shop.scarf.id], collection_ids: [shop.collectionId], tags: ['gift'] }
  expect(made).toMatchObject({ applies_to: { product_ids: [shop.scarf.id], except: stored } })
  expect(answerOf(await save({ discount_id: 'but', value: 15 }))).toMatchObject({ applies_to: { except: stored } })
  const unknown = { applies_to: { all: true, except: { collection_ids: ['Old arrivals'] } } }
  expect(refusalOf(await save({ discount_id: 'but', ...unknown }))).toMatchObject({
    errors: [{ pointer: '/applies_to/except/collection_ids/0', detail: expect.stringContaining('"Old arrivals"') }],
  })
  // Objects as text, and null for what is left out.
  const asText = JSON.stringify({ all: true, except: { tags: ['gift'], product_ids: null } })
  expect(answerOf(await save({ discount_id: 'but', applies_to: asText }))).toMatchObject({
    applies_to: { all: true, except: { tags: ['gift'] } },
  })
})
