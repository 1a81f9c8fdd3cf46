import { describe, expect, test } from 'vitest'
import { Collection } from '../../../src/areas/collections/collection.ts'
import { listProducts } from '../../../src/areas/products/list-products.ts'
import { PublicProducts } from '../../../src/areas/storefront/public/list-public-products.ts'
import { eventTypesOf } from '../../support/events.ts'
import { expectBody, expectProblem, openShop, pointersOf } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { openCollections, path, titlesOf } from './open-collections.ts'

describe('a manual collection', () => {
  test('has the products in the order of the merchant, page by page', async () => {
    const { add, put, listed, shown, addProducts } = await openCollections()
    const [a = '', b = '', c = '', d = '', e = ''] = await addProducts('A', 'B', 'C', 'D', 'E')
    const { id, slug } = await add({ title: 'Chosen' })
    const saved = await put(id, [c, a, e, b, a, d])
    expect(expectBody(saved, 200, Collection)).toMatchObject({ products_count: 5, version: 2 })
    expect(saved.headers.get('ETag')).toBe('"v2"')
    const first = await listed(id, '?limit=2')
    expect(first.meta).toMatchObject({ page: 1, total: 5, total_is_capped: false, total_pages: 3, has_more: true })
    const second = await listed(id, `?limit=2&cursor=${first.meta.next_cursor}`)
    expect([first, second, await listed(id, '?limit=2&page=3')].flatMap(titlesOf)).toEqual(['C', 'A', 'E', 'B', 'D'])

    const seen = await shown(slug, '?limit=3')
    const rest = await shown(slug, `?limit=3&cursor=${seen.meta.next_cursor}`)
    expect([seen, rest].map(titlesOf)).toEqual([
      ['C', 'A', 'E'],
      ['B', 'D'],
    ])
    expect(rest.meta).toEqual({ limit: 3, has_more: false, next_cursor: null })

    expect((await put(id, [d, c])).status).toBe(200)
    expect(titlesOf(await listed(id))).toEqual(['D', 'C'])
    expect((await put(id, [])).body).toMatchObject({ products_count: 0, version: 4 })
    expect(titlesOf(await shown(slug))).toEqual([])
  })

  test('gives its order to lists with filters, page by page', async () => {
    const { add, put, owner, visit, addProduct, addProducts } = await openCollections()
    const [a = '', b = '', c = ''] = await addProducts('A', 'B', 'C')
    const [d, e] = await Promise.all(['D', 'E'].map((title) => addProduct({ title, tags: ['Wool'] })))
    const draft = await addProduct({ title: 'Draft', status: 'draft' })
    const { id } = await add({ title: 'Chosen' })
    // Another collection with other places.
    await put((await add({ title: 'Other' })).id, [a, b, c])
    await put(id, [c, e?.id ?? '', draft.id, a, d?.id ?? '', b])
    const merchants = async (query: string) =>
      expectBody(await owner.get(`/api/products?sort=position&${query}`), 200, listProducts.output)
    const shoppers = async (query: string) =>
      expectBody(await visit(`/products?sort=position&${query}`), 200, PublicProducts)

    expect(titlesOf(await merchants('collection=chosen'))).toEqual(['C', 'E', 'Draft', 'A', 'D', 'B'])
    expect(titlesOf(await merchants(`collection=${id}&tag=Wool`))).toEqual(['E', 'D'])
    expect(titlesOf(await shoppers('collection=chosen'))).toEqual(['C', 'E', 'A', 'D', 'B'])
    expect(titlesOf(await shoppers('collection=chosen&tag=Wool'))).toEqual(['E', 'D'])
    expect(titlesOf(await shoppers('collection=other'))).toEqual(['A', 'B', 'C'])
    for (const list of [merchants, shoppers]) {
      const all = titlesOf(await list('collection=chosen'))
      const first = await list('collection=chosen&limit=2')
      const second = await list(`collection=chosen&limit=2&cursor=${first.meta.next_cursor}`)
      expect([first, second, await list('collection=chosen&limit=2&page=3')].flatMap(titlesOf)).toEqual(all)
    }
    for (const list of [await owner.get('/api/products?sort=position'), await visit('/products?sort=position')])
      expect(pointersOf(expectProblem(list, 422, 'invalid_input'))).toEqual(['/sort'])
  })

  test('a rule-based one has no order of its own: its newest products come first, page by page', async () => {
    const { add, owner, visit, addProducts } = await openCollections()
    await addProducts('A', 'B', 'C')
    await add({ title: 'All', rules: [{ price_from: 0 }] })
    for (const list of [
      async (query: string) => expectBody(await owner.get(`/api/products?${query}`), 200, listProducts.output),
      async (query: string) => expectBody(await visit(`/products?${query}`), 200, PublicProducts),
    ]) {
      const first = await list('collection=all&sort=position&limit=2')
      const rest = await list(`collection=all&sort=position&limit=2&cursor=${first.meta.next_cursor}`)
      expect([first, rest].map(titlesOf)).toEqual([['C', 'B'], ['A']])
    }
  })

  test('has a new version with every other list, and only then', async () => {
    const { add, put, addProducts } = await openCollections()
    const [a = '', b = ''] = await addProducts('A', 'B')
    const { id } = await add({ title: 'Chosen' })
    expect((await put(id, [a, b], { 'If-Match': '"v1"' })).body).toMatchObject({ version: 2 })
    expect((await put(id, [a, b])).body).toMatchObject({ version: 2 })
    expectProblem(await put(id, [b, a], { 'If-Match': '"v1"' }), 409, 'version_conflict')
    expect((await put(id, [b, a], { 'If-Match': '"v2"' })).body).toMatchObject({ version: 3 })
    expect(await eventTypesOf(id)).toEqual(['collection.created', 'collection.updated', 'collection.updated'])
  })

  test('accepts only products of its store, at most 1,000', async () => {
    const { add, put, addProducts, owner } = await openCollections()
    const [a = ''] = await addProducts('A')
    const { id: foreign } = await (await openShop()).addProduct()
    const { id } = await add({ title: 'Chosen' })
    const refused = expectProblem(await put(id, [a, foreign, crypto.randomUUID()]), 422, 'product_not_found')
    expect(pointersOf(refused)).toEqual(['/product_ids/1', '/product_ids/2'])
    const many = Array.from({ length: 1001 }, () => crypto.randomUUID())
    expect(expectProblem(await put(id, many), 400, 'invalid_json').detail).toContain('at most 1000 items')
    expect(await owner.get(`${path}/${id}`)).toMatchObject({ body: { products_count: 0, version: 1 } })
  })

  test('shows only what is on sale, and keeps the place of the rest', async () => {
    const { add, put, listed, shown, addProducts, owner } = await openCollections()
    const [a = '', b = '', c = ''] = await addProducts('A', 'B', 'C')
    const { id, slug } = await add({ title: 'Chosen' })
    await put(id, [a, b, c])
    expect((await owner.delete(`/api/products/${b}`)).status).toBe(204)
    await owner.patch(`/api/products/${a}`, { status: 'draft' })
    expect(titlesOf(await shown(slug))).toEqual(['C'])
    expect(titlesOf(await listed(id))).toEqual(['A', 'C'])
    expect(titlesOf(await listed(id, '?status=archived'))).toEqual(['B'])
    await owner.patch(`/api/products/${b}`, { status: 'active' })
    expect(titlesOf(await shown(slug))).toEqual(['B', 'C'])
  })
})

describe('a collection with rules', () => {
  async function openRules() {
    const opened = await openCollections()
    const { addProduct, sql } = opened
    await addProduct({ title: 'Old hat', price: 20, tags: ['wool'] })
    await sql`update products set created_at = created_at - interval '10 days' where store_id = ${opened.store.id}`
    await addProduct({ title: 'Scarf', price: 9.99, tags: ['wool', 'sale'] })
    await addProduct({ title: 'Gloves', price: 10, tags: ['sale'], variants: [{ on_hand: 0 }] })
    await addProduct({ title: 'Coat', price: 120, variants: [{ on_hand: 0, allow_backorder: true }] })
    await addProduct({ title: 'Secret', price: 10, status: 'draft', tags: ['wool'] })
    return opened
  }

  test('has the products that meet them now, newest first', async () => {
    const { add, shown } = await openRules()
    const cases: readonly (readonly [object, readonly string[]])[] = [
      [{ rules: [{ tag: 'wool' }] }, ['Scarf', 'Old hat']],
      [{ rules: [{ tag: 'wool' }, { tag: 'sale' }] }, ['Scarf']],
      [{ rules: [{ tag: 'wool' }, { tag: 'sale' }], match: 'any' }, ['Gloves', 'Scarf', 'Old hat']],
      [{ rules: [{ price_from: 10, price_to: 20 }] }, ['Gloves', 'Old hat']],
      [{ rules: [{ price_from: 10 }, { price_from: 100 }] }, ['Coat']],
      [{ rules: [{ price_to: 9.99 }, { price_from: 100 }], match: 'any' }, ['Coat', 'Scarf']],
      [{ rules: [{ in_stock: true }] }, ['Coat', 'Scarf', 'Old hat']],
      [{ rules: [{ in_stock: false }] }, ['Gloves']],
      [{ rules: [{ in_stock: false }, { in_stock: true }] }, []],
      [{ rules: [{ in_stock: false }, { in_stock: true }], match: 'any' }, ['Coat', 'Gloves', 'Scarf', 'Old hat']],
      [{ rules: [{ created_within_days: 9 }] }, ['Coat', 'Gloves', 'Scarf']],
      [{ rules: [{ created_within_days: 9 }, { tag: 'wool' }] }, ['Scarf']],
      [{ rules: [{ created_within_days: 9 }, { tag: 'silk' }], match: 'any' }, ['Coat', 'Gloves', 'Scarf']],
      [{ rules: [{ created_within_days: 9 }, { tag: 'wool' }], match: 'any' }, ['Coat', 'Gloves', 'Scarf', 'Old hat']],
      [{ rules: [{ tag: 'silk' }] }, []],
    ]
    const found = await Promise.all(
      cases.map(async ([rules], at) => titlesOf(await shown((await add({ title: `Case ${at}`, ...rules })).slug))),
    )
    expect(found).toEqual(cases.map(([, titles]) => titles))
  })

  test('follows its products and its rules', async () => {
    const { add, shown, listed, owner } = await openRules()
    const { id, slug } = await add({ title: 'On sale', rules: [{ tag: 'sale' }, { in_stock: true }] })
    expect(titlesOf(await shown(slug))).toEqual(['Scarf'])
    const gloves = (await listed(id, '?status=active')).data.length
    expect(gloves).toBe(1)
    const [row] =
      await asOwner`select v.id from product_variants v join products p on p.store_id = v.store_id and p.id = v.product_id
      where p.title = 'Gloves' and p.store_id = (select store_id from collections where id = ${id})`
    await owner.post('/api/inventory/adjust', { variant_id: row?.['id'], set: 3, reason: 'Delivery' })
    expect(titlesOf(await shown(slug))).toEqual(['Gloves', 'Scarf'])
    await owner.patch(`${path}/${id}`, { rules: [{ tag: 'wool' }] })
    expect(titlesOf(await listed(id))).toEqual(['Secret', 'Scarf', 'Old hat'])
    expect(titlesOf(await listed(id, '?status=draft'))).toEqual(['Secret'])
  })

  test('has products up to the greatest of several ages', async () => {
    const { add, shown } = await openRules()
    const ages = [{ created_within_days: 20 }, { created_within_days: 1 }]
    expect(titlesOf(await shown((await add({ title: 'Any', rules: ages, match: 'any' })).slug))).toEqual([
      'Coat',
      'Gloves',
      'Scarf',
      'Old hat',
    ])
    expect(titlesOf(await shown((await add({ title: 'All', rules: ages })).slug))).toEqual(['Coat', 'Gloves', 'Scarf'])
  })

  test('does not count a variant that was removed as in stock', async () => {
    const { add, addProduct, owner, shown } = await openCollections()
    const size = (name: string, on_hand: number) => ({ options: { size: name }, sku: name, on_hand })
    const { id } = await addProduct({ title: 'Shirt', variants: [size('S', 0), size('L', 4)] })
    const { slug } = await add({ title: 'Available', rules: [{ in_stock: true }] })
    expect(titlesOf(await shown(slug))).toEqual(['Shirt'])
    expect((await owner.delete(`/api/products/${id}/variants/L`)).status).toBe(204)
    expect(titlesOf(await shown(slug))).toEqual([])
  })

  test('does not show that it is a blocked shopper who took the last units', async () => {
    const { add, addCustomer, addProduct, owner, send, shown, visit } = await openCollections()
    const { id } = await addCustomer({ phone: '+96550000001' })
    await owner.patch(`/api/customers/${id}`, { blocked: true })
    await addProduct({ title: 'Scarf', variants: [{ on_hand: 2 }] })
    const { slug } = await add({ title: 'Available', rules: [{ in_stock: true }] })
    expect(titlesOf(await shown(slug))).toEqual(['Scarf'])
    const customer = { name: 'Amal', phone: '+96550000001' }
    expect(await send('/orders', { customer, items: [{ product_slug: 'scarf', quantity: 2 }] })).toMatchObject({
      status: 201,
    })
    expect((await visit('/products/scarf')).body).toMatchObject({ in_stock: false })
    expect(titlesOf(await shown(slug))).toEqual([])
    for (const filter of ['in_stock=true', 'in_stock=true&price_to=20', 'collection=available&in_stock=true'])
      expect(expectBody(await visit(`/products?${filter}`), 200, PublicProducts).data, filter).toEqual([])
    // The merchant still has them.
    for (const filter of ['in_stock=true', 'in_stock=true&price_to=20'])
      expect(titlesOf(expectBody(await owner.get(`/api/products?${filter}`), 200, listProducts.output))).toEqual([
        'Scarf',
      ])
  })

  test('is read page by page, also with two statuses', async () => {
    const { add, listed, shown } = await openRules()
    const { id, slug } = await add({ title: 'All', rules: [{ price_from: 0 }] })
    const titles: string[] = []
    for (let cursor = ''; ;) {
      const page = await listed(id, `?limit=2${cursor}`)
      titles.push(...titlesOf(page))
      expect(page.meta.total).toBe(5)
      if (page.meta.next_cursor === null) break
      cursor = `&cursor=${page.meta.next_cursor}`
    }
    expect(titles).toEqual(['Secret', 'Coat', 'Gloves', 'Scarf', 'Old hat'])
    const first = await shown(slug, '?limit=3')
    expect(titlesOf(await shown(slug, `?limit=3&cursor=${first.meta.next_cursor}`))).toEqual(['Old hat'])
  })

  test('accepts only its own cursors, whatever is in them', async () => {
    const { add, listed, owner, visit } = await openRules()
    const { id, slug } = await add({ title: 'All', rules: [{ price_from: 0 }] })
    const other = await add({ title: 'Other', rules: [{ price_from: 0 }] })
    const { meta } = await listed(id, '?limit=1')
    const borrowed = await owner.get(`${path}/${other.id}/products?limit=1&cursor=${meta.next_cursor}`)
    expect(pointersOf(expectProblem(borrowed, 422, 'invalid_input'))).toEqual(['/cursor'])
    const [, product = '', fingerprint = ''] = atob(String(meta.next_cursor)).split('.')
    for (const place of ['-1', '1e3', '9'.repeat(30), '-' + '9'.repeat(30), '1.5']) {
      const cursor = btoa(`${btoa(place)}.${product}.${fingerprint}`).replaceAll('=', '')
      expect([200, 422]).toContain((await owner.get(`${path}/${id}/products?cursor=${cursor}`)).status)
    }
    expectProblem(await visit(`/collections/${slug}?cursor=x`), 422, 'invalid_input')
  })
})
