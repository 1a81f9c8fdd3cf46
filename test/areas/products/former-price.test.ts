import { describe, expect, test } from 'vitest'
import { callOf, post, refusalOf, tokenFor } from '../../support/callers/assistant.ts'
import { expectProblem, openShop } from '../../support/shop.ts'
import { failuresOf, sentCsv } from '../../platform/transfer/files.ts'
import { openWindow } from '../storefront/shop-window.ts'

const notAbove = { pointer: '/compare_at_price', code: 'compare_at_price_not_above_price' }

describe('a former price that is not above the price', () => {
  test('is refused for a new product, and nothing is created', async () => {
    const { owner } = await openShop()
    for (const compare_at_price of [0, 9.99, 10]) {
      const answer = await owner.post('/api/products', { title: 'Scarf', price: 10, compare_at_price })
      expect(expectProblem(answer, 422, 'invalid_input').errors).toMatchObject([notAbove])
    }
    expect(await owner.get('/api/products')).toMatchObject({ body: { meta: { total: 0 } } })
    const barely = { title: 'Scarf', price: 10, compare_at_price: 10.01 }
    expect(await owner.post('/api/products', barely)).toMatchObject({ status: 201, body: barely })
  })

  test('is refused whichever of the two changes, and nothing changes', async () => {
    const { owner, addProduct } = await openShop()
    const { id } = await addProduct({ price: 10, compare_at_price: 12 })
    const at = `/api/products/${id}`
    for (const change of [{ price: 12 }, { compare_at_price: 10 }, { price: 20, compare_at_price: 15 }]) {
      const { detail, errors } = expectProblem(
        await owner.patch(at, { title: 'Shawl', ...change }),
        422,
        'invalid_input',
      )
      expect(errors).toMatchObject([notAbove])
      expect(detail).toContain('Raise it, or send null')
    }
    expect(await owner.get(at)).toMatchObject({ body: { title: 'Scarf', price: 10, compare_at_price: 12, version: 1 } })
    for (const change of [
      { price: 20, compare_at_price: 25 },
      { price: 30, compare_at_price: null },
    ])
      expect(await owner.patch(at, change)).toMatchObject({ status: 200, body: change })
  })

  test('is refused to an assistant', async () => {
    const shop = await openShop()
    await shop.addProduct({ title: 'Mug', price: 10, compare_at_price: 12 })
    const { token } = await tokenFor(shop, { scopes: ['catalog:write'] })
    const change = callOf('update_product', { product_id: 'Mug', price: 12.5 })
    expect(refusalOf(await post(change, { token })).errors).toMatchObject([notAbove])
  })

  test('leaves only its own row out of an import', async () => {
    const { owner, addProduct } = await openShop()
    await addProduct({ title: 'Mug', external_id: 'P-1', price: 10, compare_at_price: 12 })
    const report = await sentCsv(
      owner,
      'products',
      'external_id,title,price,compare_at_price',
      ['P-2', 'Same', '5', '5'],
      ['P-3', 'Reduced', '5', '6'],
      ['P-4', 'Not reduced', '5', ''],
    )
    expect(report).toMatchObject({ created: 2, failed: 1 })
    expect(failuresOf(report)).toEqual([[2, 'compare_at_price', notAbove.code]])
    const dearer = await sentCsv(owner, 'products', 'external_id,price', ['P-1', '12'])
    expect(failuresOf(dearer)).toEqual([[2, 'compare_at_price', notAbove.code]])
  })
})

describe('a variant that is not cheaper than the former price', () => {
  const openShirtShop = async () => {
    const shop = await openWindow()
    const shirt = {
      title: 'Shirt',
      price: 80,
      compare_at_price: 100,
      variants: [{ options: { size: 'S' } }, { options: { size: 'L' }, sku: 'SHIRT-L', price: 90 }],
    }
    const product = await shop.addProduct(shirt)
    const large = product.variants[1]
    const at = `/api/products/${product.id}`
    const warning = (price: number, more = {}) => ({
      code: 'compare_at_price_not_above_price',
      detail: expect.stringContaining('compare_at_price is not above the price'),
      variants: [{ id: expect.any(String), title: 'L', sku: 'SHIRT-L', price, ...more }],
    })
    return { ...shop, shirt, at, large, warning, ofLarge: `${at}/variants/${large?.id}` }
  }

  test('is told when its price or the former price is set', async () => {
    const { owner, at, ofLarge, warning } = await openShirtShop()
    for (const price of [120, 100])
      expect(await owner.patch(ofLarge, { price })).toMatchObject({
        status: 200,
        body: { price, warnings: [warning(price)] },
      })
    expect(await owner.patch(at, { compare_at_price: 99 })).toMatchObject({ body: { warnings: [warning(100)] } })
    const added = await owner.post(`${at}/variants`, { options: { size: 'XL' }, price: 99 })
    expect(added).toMatchObject({ status: 201, body: { warnings: [warning(99, { title: 'XL', sku: null })] } })
  })

  test('is told for a new product', async () => {
    const { owner, shirt, warning } = await openShirtShop()
    const [small, large] = shirt.variants
    const dearer = { ...shirt, title: 'Blouse', variants: [small, { ...large, sku: 'BLOUSE-L', price: 120 }] }
    expect(await owner.post('/api/products', dearer)).toMatchObject({
      status: 201,
      body: { warnings: [warning(120, { sku: 'BLOUSE-L' })] },
    })
  })

  test('is not told when only the price of the product is set, which is not its own', async () => {
    const { owner, at, ofLarge } = await openShirtShop()
    await owner.patch(ofLarge, { price: 120 })
    const { body } = await owner.patch(at, { price: 81 })
    expect(Object(body).warnings.map(({ code }: { code: string }) => code)).toEqual(['variants_keep_price'])
  })

  test('is not told if there is nothing to tell', async () => {
    const { owner, at, ofLarge } = await openShirtShop()
    for (const price of [99.99, null])
      expect((await owner.patch(ofLarge, { price })).body).not.toHaveProperty('warnings')
    await owner.patch(ofLarge, { price: 120 })
    for (const [path, change] of [
      [ofLarge, { barcode: '1' }],
      [at, { title: 'Blouse' }],
      [at, { compare_at_price: null }],
    ] as const)
      expect((await owner.patch(path, change)).body).not.toHaveProperty('warnings')
  })

  test.for([
    [99.99, 100],
    [100, null],
    [120, null],
  ])('is shown to shoppers without the former price: %s', async ([price, former]) => {
    const { owner, ofLarge, visit } = await openShirtShop()
    await owner.patch(ofLarge, { price })
    const { body } = await visit('/products/shirt')
    const ofVariants = Object(body).variants.map(({ compare_at_price }: Catalogued) => compare_at_price)
    expect([Object(body).compare_at_price, ...ofVariants]).toEqual([100, 100, former])
  })
})

type Catalogued = { readonly compare_at_price: number | null }

describe('changing many prices', () => {
  const openSale = async () => {
    const shop = await openShop()
    const tags = ['winter']
    await shop.addProduct({ title: 'Cap', price: 10, tags })
    const gloves = await shop.addProduct({ title: 'Gloves', price: 20, compare_at_price: 21, tags })
    const hat = await shop.addProduct({
      title: 'Hat',
      price: 30,
      compare_at_price: 40,
      tags,
      variants: [{ options: { size: 'S' } }, { options: { size: 'L' }, price: 39 }],
    })
    const change = (body: object) => shop.owner.post('/api/products/prices', { tag: 'winter', ...body })
    return { ...shop, gloves, hat, change }
  }

  test('shows first what would no longer be reduced, and refuses with the names of the products', async () => {
    const { change, gloves, owner } = await openSale()
    const dry = await change({ percentage: 10 })
    expect(dry).toMatchObject({ status: 200, body: { changes: 4, problems: 1 } })
    expect(Object(dry.body).rows).toEqual([
      { title: 'Gloves', sku: null, price: 20, new_price: 22, variants: 1, problem: notAbove.code },
      { title: 'Hat – L', sku: null, price: 39, new_price: 42.9, warning: 'compare_at_price_not_above_price' },
      { title: 'Cap', sku: null, price: 10, new_price: 11, variants: 1 },
      { title: 'Hat', sku: null, price: 30, new_price: 33, variants: 1 },
    ])
    const applied = await change({ percentage: 10, dry_run: false, expected_changes: 4 })
    const { detail, errors } = expectProblem(applied, 422, 'invalid_input')
    expect(detail).toContain('"Gloves"')
    expect(errors).toMatchObject([
      { pointer: '', code: notAbove.code, count: 1, products: [{ id: gloves.id, title: 'Gloves' }] },
    ])
    expect(await owner.get('/api/products?search=cap')).toMatchObject({ body: { data: [{ price: 10 }] } })
  })

  test('warns of a variant only where the change causes it', async () => {
    const { change, hat, owner } = await openSale()
    await owner.patch(`/api/products/${hat.id}/variants/${hat.variants[1]?.id}`, { price: 45 })
    const { body } = await change({ percentage: -10 })
    expect(body).toMatchObject({ changes: 4, problems: 0 })
    expect(Object(body).rows).toContainEqual({ title: 'Hat – L', sku: null, price: 45, new_price: 40.5 })
  })

  test('is possible once the former prices are raised', async () => {
    const { change, gloves, owner } = await openSale()
    await owner.patch(`/api/products/${gloves.id}`, { compare_at_price: 25 })
    expect(await change({ percentage: 10 })).toMatchObject({ body: { changes: 4, problems: 0 } })
    expect(await change({ percentage: 10, dry_run: false, expected_changes: 4 })).toMatchObject({ status: 200 })
    expect(await owner.get(`/api/products/${gloves.id}`)).toMatchObject({ body: { price: 22, compare_at_price: 25 } })
  })
})
