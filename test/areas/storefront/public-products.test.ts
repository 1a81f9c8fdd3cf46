import { describe, expect, test } from 'vitest'
import { PublicProducts } from '../../../src/areas/storefront/public/list-public-products.ts'
import { PublicProduct } from '../../../src/areas/storefront/public/public-product.ts'
import { expectBody, expectProblem, pointersOf } from '../../support/shop.ts'
import { openWindow, type Window } from './shop-window.ts'

// GET /api/storefront/:slug/products and /products/:product_slug, without a session.

const list = async ({ visit }: Window, query = '') => expectBody(await visit(`/products${query}`), 200, PublicProducts)
const titles = async (window: Window, query = '') => (await list(window, query)).data.map(({ title }) => title)

/** A shop with a product of every kind. */
async function stocked() {
  const window = await openWindow({ currency: 'KWD' })
  const { addProduct, owner } = window
  const scarf = await addProduct({
    title: 'Wool scarf',
    description: 'Warm',
    tags: ['winter', 'صوف'],
    price: 9.125,
    compare_at_price: 12.5,
    images: [{ url: 'https://cdn.example/s.png', alt: 'A scarf' }],
    options: [{ name: 'colour', values: ['red', 'blue'] }],
    variants: [
      { sku: 'SECRET-SKU-1', barcode: '4006381333931', options: { colour: 'red' }, on_hand: 4321, price: 10.25 },
      { sku: 'SECRET-SKU-2', options: { colour: 'blue' }, on_hand: 0 },
      { options: { colour: 'green' }, on_hand: 0, allow_backorder: true },
      { options: { colour: 'grey' }, on_hand: 0, tracked: false },
    ],
  })
  const soldOut = await addProduct({ title: 'Cap', tags: ['winter'], variants: [{ on_hand: 0 }] })
  await addProduct({ title: 'Hidden draft', status: 'draft' })
  const gone = await addProduct({ title: 'Old gloves' })
  await owner.delete(`/api/products/${gone.id}`)
  return { ...window, scarf, soldOut }
}

describe('a visitor', () => {
  test('sees products on sale with prices and in_stock, never quantities', async () => {
    const window = await stocked()
    const { data, meta } = await list(window)
    expect(data.map(({ title, in_stock }) => [title, in_stock])).toEqual([
      ['Cap', false],
      ['Wool scarf', true],
    ])
    expect(meta).toMatchObject({ total: 2, page: 1, limit: 20, has_more: false })
    expect(data[1]).toEqual({
      id: window.scarf.id,
      slug: 'wool-scarf',
      title: 'Wool scarf',
      description: 'Warm',
      tags: ['winter', 'صوف'],
      images: [{ url: 'https://cdn.example/s.png', alt: 'A scarf', width: null, height: null }],
      price: 9.125,
      compare_at_price: 12.5,
      discounted_price: null,
      currency: 'KWD',
      options: [{ name: 'colour', values: ['red', 'blue', 'green', 'grey'] }],
      variants: [
        ['red', 10.25, true],
        ['blue', 9.125, false],
        ['green', 9.125, true],
        ['grey', 9.125, true],
      ].map(([colour, price, in_stock], at) => ({
        id: window.scarf.variants[at]?.id,
        title: colour,
        options: { colour },
        price,
        compare_at_price: 12.5,
        discounted_price: null,
        image_url: null,
        in_stock,
      })),
      in_stock: true,
    })
    expect(JSON.stringify(data)).not.toMatch(/:4321|SECRET|4006381333931|store_id|on_hand|reserved|created_at|version/)
    expect(expectBody(await window.visit('/products/wool-scarf'), 200, PublicProduct)).toEqual(data[1])
  })

  test('sees a variant out of stock once it is reserved, before it is shipped', async () => {
    const window = await openWindow()
    const product = await window.addProduct({ title: 'Last one', variants: [{ on_hand: 1 }] })
    await window.addOrder({ items: [{ product_id: product.id, quantity: 1, unit_price: 10 }] })
    expect(await window.visit('/products/last-one')).toMatchObject({
      body: { in_stock: false, variants: [{ in_stock: false }] },
    })
  })

  test('does not find drafts or archived products by slug or search', async () => {
    const window = await stocked()
    for (const slug of ['hidden-draft', 'old-gloves', 'nothing', '%00', '..%2f', 'x'.repeat(3000)])
      expectProblem(await window.visit(`/products/${slug}`), 404, 'not_found')
    expect(await titles(window, '?search=hidden')).toEqual([])
    expect(await titles(window, '?search=gloves')).toEqual([])
  })

  test('searches and filters by tag, alone and together', async () => {
    const window = await stocked()
    await window.addProduct({ title: 'Winterish', tags: ['winter sale', '2024', '12-34', 'a%b'] })
    expect(await titles(window, '?search=SCARF')).toEqual(['Wool scarf'])
    for (const tag of ['winter', 'WINTER']) expect(await titles(window, `?tag=${tag}`)).toEqual(['Cap', 'Wool scarf'])
    expect(await titles(window, `?tag=${encodeURIComponent('صوف')}`)).toEqual(['Wool scarf'])
    expect(await titles(window, '?tag=winter&search=cap')).toEqual(['Cap'])
    expect(await titles(window, '?tag=2024&search=12')).toEqual(['Winterish'])
    for (const tag of ['winter sale', '2024', '12-34', 'a%b'])
      expect(await titles(window, `?tag=${encodeURIComponent(tag)}`), tag).toEqual(['Winterish'])
    for (const tag of ['wint', 'sale', "x' or true --", '%', 'a_b'])
      expect(await titles(window, `?tag=${encodeURIComponent(tag)}`), tag).toEqual([])
  })

  test('searches only public texts', async () => {
    const window = await stocked()
    // Public texts: titles, tags and variant names.
    for (const search of ['scarf', 'صوف', 'grey', 'winter wool', 'RED scarf'])
      expect(await titles(window, `?search=${encodeURIComponent(search)}`), search).toEqual(['Wool scarf'])
    for (const search of ['SECRET-SKU-1', 'secret', 'sku', '4006381333931', '40063', 'scarf secret', 'wool-scarf'])
      expect(await list(window, `?search=${search}`), search).toMatchObject({ data: [], meta: { total: 0 } })
    expect(await list(window, '?search=secret&tag=winter')).toMatchObject({ data: [], meta: { total: 0 } })
  })

  test('gets complete pages of results, even if hidden texts match as well', async () => {
    const window = await openWindow()
    for (const [title, sku] of [
      ['Cap 1', ''],
      ['Hidden 1', 'CAP-1'],
      ['Cap 2', 'CAP-2'],
      ['Hidden 2', 'CAP-3'],
      ['Cap 3', ''],
    ])
      await window.addProduct({ title, variants: [sku ? { sku } : {}] })
    expect(await list(window, '?search=cap')).toMatchObject({ meta: { total: 3, has_more: false } })
    expect(await titles(window, '?search=cap')).toEqual(['Cap 3', 'Cap 2', 'Cap 1'])
    expect(await titles(window, '?search=cap&limit=2&page=2')).toEqual(['Cap 1'])
    const first = await list(window, '?search=cap&limit=1')
    expect(first).toMatchObject({ data: [{ title: 'Cap 3' }], meta: { total: 3, has_more: true } })
    const second = await list(window, `?search=cap&limit=1&cursor=${first.meta.next_cursor}`)
    expect(second).toMatchObject({ data: [{ title: 'Cap 2' }], meta: { total: 3, has_more: true } })
    expect(await list(window, `?search=cap&limit=1&cursor=${second.meta.next_cursor}`)).toMatchObject({
      data: [{ title: 'Cap 1' }],
      meta: { total: 3, has_more: false },
    })
  })

  test('continues page by page, and only from a cursor of the same list', async () => {
    const window = await openWindow()
    for (const title of ['One', 'Two', 'Three']) await window.addProduct({ title, tags: ['all'] })
    expect(await titles(window, '?limit=1&page=2')).toEqual(['Two'])
    const { meta } = await list(window, '?limit=2&tag=all')
    expect(await titles(window, `?limit=2&tag=all&cursor=${meta.next_cursor}`)).toEqual(['One'])
    expectProblem(await window.visit(`/products?limit=2&cursor=${meta.next_cursor}`), 422, 'invalid_input')
    expectProblem(await window.visit('/products?limit=100&page=101'), 422, 'page_too_deep')
  })

  test('gets every problem of an invalid query', async () => {
    const { visit } = await openWindow()
    const problem = expectProblem(await visit('/products?page=0&limit=101&status=draft&sort=x'), 422, 'invalid_input')
    expect(pointersOf(problem).toSorted()).toEqual(['/limit', '/page', '/sort', '/status'])
    for (const name of ['tag', 'search']) expectProblem(await visit(`/products?${name}=a%00b`), 422, 'invalid_input')
  })

  test('sees only products of the store, even if another has the same', async () => {
    const [mine, theirs] = [await openWindow(), await openWindow()]
    await mine.addProduct({ title: 'Scarf', tags: ['wool'] })
    await theirs.addProduct({ title: 'Scarf', tags: ['wool'], price: 99 })
    await theirs.addProduct({ title: 'Their cap', tags: ['wool'] })
    for (const query of ['', '?search=scarf', '?tag=wool'])
      expect((await list(mine, query)).data.map(({ price }) => price)).toEqual([10])
    expect(await mine.visit('/products/scarf')).toMatchObject({ body: { price: 10 } })
    expectProblem(await mine.visit('/products/their-cap'), 404, 'not_found')
    const { meta } = await list(theirs, '?limit=1')
    expect(await titles(mine, `?limit=1&cursor=${meta.next_cursor}`)).toEqual(['Scarf'])
  })
})
