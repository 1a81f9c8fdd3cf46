import { describe, expect, test } from 'vitest'
import { Collection } from '../../../src/areas/collections/collection.ts'
import { listCollections } from '../../../src/areas/collections/list-collections.ts'
import { age, filesOf, sweep, upload } from '../media/gallery.ts'
import { sample } from '../media/samples.ts'
import { eventsOf } from '../../support/events.ts'
import { openScratch } from '../../support/scratch.ts'
import { expectBody, expectProblem, pointersOf } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { openCollections, path } from './open-collections.ts'

const winter = {
  title: 'Winter wool',
  slug: 'winter',
  description: 'Everything that keeps you warm',
  image: { url: 'https://cdn.example/wool.jpg', alt: 'A scarf', media_id: null, width: 800, height: 600 },
  seo: { title: 'Wool', description: 'Warm', image_url: 'https://cdn.example/wool.png', noindex: true },
  published: false,
}

describe('a collection', () => {
  test('is stored with every field', async () => {
    const { owner, add, store } = await openCollections({ currency: 'KWD' })
    const rules = [{ tag: 'wool' }, { in_stock: true }, { created_within_days: 30 }, { price_from: 1.125, price_to: 9 }]
    const created = await add({ ...winter, rules })
    expect(created).toEqual({
      ...winter,
      rules,
      match: 'all',
      products_count: null,
      id: created.id,
      store_id: store.id,
      version: 1,
      created_at: created.created_at,
      updated_at: created.created_at,
    })
    expect(await owner.get(`${path}/${created.id}`)).toMatchObject({ status: 200, body: created })
  })

  test('needs only a title, and gets a slug that is free', async () => {
    const { add, owner } = await openCollections()
    const first = await add({ title: 'أوشحة الصوف' })
    expect(first).toMatchObject({
      slug: 'اوشحة-الصوف',
      description: null,
      image: null,
      seo: { title: null, description: null, image_url: null, noindex: false },
      published: true,
      rules: null,
      match: null,
      products_count: 0,
    })
    const second = await add({ title: 'أوشحة الصوف' })
    expect(second.slug).toBe(`اوشحة-الصوف-${second.id.slice(-8)}`)
    const list = expectBody(await owner.get(path), 200, listCollections.output)
    expect(list.data).toEqual([second, first])
  })

  test('changes only what is sent, and null clears a field', async () => {
    const { owner, add } = await openCollections()
    const { id, ...before } = await add({ ...winter, rules: [{ tag: 'wool' }, { price_to: 5 }], match: 'any' })
    const change = { description: null, image: null, seo: { title: null, noindex: false }, match: 'all', slug: 'warm' }
    const changed = await owner.patch(`${path}/${id}`, change, { 'If-Match': '"v1"' })
    const after = {
      ...before,
      description: null,
      image: null,
      seo: { ...winter.seo, title: null, noindex: false },
      match: 'all',
      slug: 'warm',
      version: 2,
    }
    expect(expectBody(changed, 200, Collection)).toEqual({ id, ...after, updated_at: Object(changed.body).updated_at })
    expect(changed.headers.get('ETag')).toBe('"v2"')
    expectProblem(await owner.patch(`${path}/${id}`, { title: 'x' }, { 'If-Match': '"v1"' }), 409, 'version_conflict')
    expect(await owner.patch(`${path}/${id}`, {})).toMatchObject({ status: 200, body: { version: 2 } })
    expect((await eventsOf(id)).map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'collection.created', data: {} },
      { type: 'collection.updated', data: { changed: ['slug', 'description', 'image', 'seo', 'match'] } },
    ])
  })

  test('is deleted, and its products stay', async () => {
    const { owner, add, put, addProducts } = await openCollections()
    const { id } = await add(winter)
    const [scarf = ''] = await addProducts('Scarf')
    expect((await put(id, [scarf])).status).toBe(200)
    expectProblem(await owner.delete(`${path}/${id}`, { 'If-Match': '"v1"' }), 409, 'version_conflict')
    expect((await owner.delete(`${path}/${id}`)).status).toBe(204)
    expectProblem(await owner.get(`${path}/${id}`), 404, 'not_found')
    expectProblem(await owner.get(`${path}/${id}/products`), 404, 'not_found')
    expect(await owner.get(`/api/products/${scarf}`)).toMatchObject({ body: { status: 'active' } })
    expect((await eventsOf(id)).map(({ type }) => type).at(-1)).toBe('collection.deleted')
    expect((await add(winter)).slug).toBe('winter')
  })
})

describe('a collection is refused', () => {
  test('with the slug of another one', async () => {
    const { owner, add } = await openCollections()
    const { id } = await add(winter)
    const other = await add({ title: 'Summer' })
    for (const answer of [
      await owner.post(path, { title: 'Snow', slug: 'winter' }),
      await owner.patch(`${path}/${other.id}`, { slug: 'winter' }),
    ])
      expect(expectProblem(answer, 409, 'duplicate')).toMatchObject({
        detail: 'The collection "Winter wool" of this store has this slug. Choose a different one.',
        errors: [{ pointer: '/slug', collection_id: id, name: 'Winter wool' }],
      })
    expect((await owner.patch(`${path}/${id}`, { slug: 'winter' })).status).toBe(200)
  })

  test('with rules that make no sense, each named', async () => {
    const { owner } = await openCollections()
    const rules = [
      {},
      { tag: '' },
      { price_from: 5, price_to: 4 },
      { in_stock: 'yes' },
      { created_within_days: 0 },
      { tag: 'a', in_stock: true },
      { sold: 3 },
    ]
    const answer = await owner.post(path, { title: 'Odd', rules })
    const pointers = pointersOf(expectProblem(answer, 422, 'invalid_input'))
    expect(new Set(pointers.map((pointer) => pointer.split('/').slice(0, 3).join('/')))).toEqual(
      new Set(rules.map((_, at) => `/rules/${at}`)),
    )
    for (const list of [[], Array.from({ length: 21 }, () => ({ tag: 'a' }))])
      expect(
        pointersOf(expectProblem(await owner.post(path, { title: 'Odd', rules: list }), 422, 'invalid_input')),
      ).toEqual(['/rules'])
    const exact = await owner.post(path, { title: 'Odd', rules: [{ tag: 'a' }, { price_from: 1, price_to: 1.005 }] })
    expect(pointersOf(expectProblem(exact, 422, 'invalid_amount'))).toEqual(['/rules/1/price_to'])
  })

  test('with rules for a manual collection, or a list for a rule-based one', async () => {
    const { owner, add, put } = await openCollections()
    const manual = await add({ title: 'By hand' })
    const refused = await owner.patch(`${path}/${manual.id}`, { rules: [{ tag: 'a' }], match: 'any' })
    expect(expectProblem(refused, 422, 'invalid_input').errors).toMatchObject([
      { pointer: '/rules', code: 'collection_is_manual' },
    ])
    expect(
      expectProblem(await owner.patch(`${path}/${manual.id}`, { match: 'any' }), 422, 'invalid_input').errors,
    ).toMatchObject([{ pointer: '/match', code: 'match_unused' }])
    const ruled = await add({ title: 'By rules', rules: [{ tag: 'a' }] })
    expect(expectProblem(await put(ruled.id, []), 422, 'invalid_input').errors).toMatchObject([
      { pointer: '/product_ids', code: 'collection_has_rules' },
    ])
  })

  test('when the store has 500', async () => {
    const { owner, add, store } = await openCollections()
    const { id } = await add(winter)
    await asOwner`insert into collections (store_id, id, slug, title, seo)
      select ${store.id}, uuidv7(), 'c' || n, 'C', '{}' from generate_series(1, 499) as n`
    expect(expectProblem(await owner.post(path, { title: 'One more' }), 409, 'limit_reached')).toMatchObject({
      detail: 'A store can have at most 500 collections. Delete one first.',
    })
    expect((await owner.delete(`${path}/${id}`)).status).toBe(204)
    await add(winter)
  })

  test('while a discount applies to it', async () => {
    const { owner, add } = await openCollections()
    const { id } = await add(winter)
    const discount = { name: 'Warm days', code: 'WARM', kind: 'percentage', value: 10 }
    const saved = await owner.post('/api/discounts', { ...discount, applies_to: { collection_ids: [id] } })
    expect(saved).toMatchObject({ status: 201, body: { applies_to: { collection_ids: [id] } } })
    const discountId = String(Object(saved.body).id)
    expect(expectProblem(await owner.delete(`${path}/${id}`), 409, 'collection_in_use')).toMatchObject({
      detail: 'Discounts name this collection: "Warm days". Change or delete them first.',
      discounts: [{ id: discountId, name: 'Warm days' }],
    })
    await owner.patch(`/api/discounts/${discountId}`, { applies_to: { tags: ['wool'] } })
    expect((await owner.delete(`${path}/${id}`)).status).toBe(204)
  })
})

describe('the picture of a collection', () => {
  test('is an uploaded file, which stays as long as the collection shows it', async () => {
    const scratch = await openScratch()
    const shop = await openCollections({ through: scratch.service(), sql: scratch.sql })
    const { owner, add } = shop
    const [picture, preview] = [await upload(shop, sample('png')), await upload(shop)]
    const { id, image } = await add({
      title: 'Wool',
      image: { media_id: picture.id, alt: 'Wool' },
      seo: { image_url: preview.url },
    })
    expect(image).toEqual({ url: picture.url, alt: 'Wool', media_id: picture.id, width: 4, height: 6 })
    await age(shop, 25)
    await sweep(scratch)
    expect(await filesOf(shop)).toHaveLength(2)
    expect(expectProblem(await owner.delete(`/api/media/${picture.id}`), 409, 'media_in_use')).toMatchObject({
      detail: 'The file is shown by one collection. Remove it there first.',
      collections: 1,
    })
    // What was read can be sent again.
    expect(await owner.patch(`${path}/${id}`, { image })).toMatchObject({ status: 200, body: { image } })
    expect((await owner.patch(`${path}/${id}`, { image: null })).status).toBe(200)
    expect((await owner.delete(`/api/media/${picture.id}`)).status).toBe(204)
    expect((await owner.delete(`${path}/${id}`)).status).toBe(204)
    await age(shop, 25)
    await sweep(scratch)
    expect(await filesOf(shop)).toEqual([])
  })

  test('cannot be a file that is unknown', async () => {
    const { owner } = await openCollections()
    const answer = await owner.post(path, { title: 'Wool', image: { media_id: crypto.randomUUID() } })
    expect(pointersOf(expectProblem(answer, 422, 'media_not_found'))).toEqual(['/image/media_id'])
    const neither = await owner.post(path, { title: 'Wool', image: { alt: 'Wool' } })
    expect(pointersOf(expectProblem(neither, 422, 'invalid_input'))).toEqual(['/image/url'])
  })
})
