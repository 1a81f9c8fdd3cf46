import { describe, expect, test } from 'vitest'
import { listProducts } from '../../../src/areas/products/list-products.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop, type Shop } from '../../support/shop.ts'

const shop = service()

async function titlesIn({ owner }: Shop, query = '') {
  const list = expectBody(await owner.get(`/api/products?${query}`), 200, listProducts.output)
  return list.data.map(({ title }) => title)
}

describe('the list of products', () => {
  test('has the newest first, with their variants and stock', async () => {
    const mine = await openShop({ through: shop })
    await mine.addProduct({ title: 'First' })
    const second = await mine.addProduct({ title: 'Second', variants: [{ on_hand: 3, sku: 'S' }] })
    expect(await titlesIn(mine)).toEqual(['Second', 'First'])
    expect(await mine.owner.get('/api/products?limit=1')).toMatchObject({
      body: { data: [second], meta: { page: 1, limit: 1, total: 2, total_pages: 2, has_more: true } },
    })
  })

  test('can be read by page, or by cursor while products are added', async () => {
    const mine = await openShop({ through: shop })
    for (const title of ['1', '2', '3', '4', '5']) await mine.addProduct({ title })
    expect(await titlesIn(mine, 'limit=2&page=2')).toEqual(['3', '2'])
    const first = expectBody(await mine.owner.get('/api/products?limit=2'), 200, listProducts.output)
    await mine.addProduct({ title: '6' })
    expect(await titlesIn(mine, `limit=2&cursor=${first.meta.next_cursor}`)).toEqual(['3', '2'])
  })

  test('has archived products only on request', async () => {
    const mine = await openShop({ through: shop })
    await mine.addProduct({ title: 'On sale' })
    await mine.addProduct({ title: 'Not yet', status: 'draft' })
    const { id } = await mine.addProduct({ title: 'Gone' })
    await mine.owner.delete(`/api/products/${id}`)
    expect(await titlesIn(mine)).toEqual(['Not yet', 'On sale'])
    for (const [status, titles] of [
      ['active', ['On sale']],
      ['draft', ['Not yet']],
      ['archived', ['Gone']],
    ] as const) {
      expect(await titlesIn(mine, `status=${status}`)).toEqual(titles)
      expect(await titlesIn(mine, `status=${status}&search=gone`)).toEqual(status === 'archived' ? titles : [])
    }
    expectProblem(await mine.owner.get('/api/products?status=sold'), 422, 'invalid_input')
  })

  test('accepts a cursor only with the filters that it was created with', async () => {
    const mine = await openShop({ through: shop })
    for (const title of ['1', '2']) await mine.addProduct({ title })
    const { meta } = expectBody(await mine.owner.get('/api/products?limit=1&status=active'), 200, listProducts.output)
    expect(await titlesIn(mine, `status=active&limit=1&cursor=${meta.next_cursor}`)).toEqual(['1'])
    for (const other of ['', 'status=draft&', 'status=active&search=x&']) {
      const problem = expectProblem(
        await mine.owner.get(`/api/products?${other}cursor=${meta.next_cursor}`),
        422,
        'invalid_input',
      )
      expect(problem.errors).toMatchObject([{ pointer: '/cursor', code: 'invalid_cursor' }])
    }
  })
})

describe('a search for products', () => {
  test('finds by title, SKU, barcode, option and tag, in any case and part', async () => {
    const mine = await openShop({ through: shop })
    await mine.addProduct({
      title: 'Crème Brûlée Set',
      tags: ['Kitchen', 'gift-2026'],
      variants: [{ sku: 'CB-0042', barcode: '6291041500213', options: { Size: 'Family' } }],
    })
    await mine.addProduct({ title: 'Scarf', tags: ['winter'] })
    const found = [
      'creme',
      'BRÛLÉE',
      'brulee set',
      'cb-0042',
      '0042',
      '6291041500213',
      '104150',
      'family',
      'KITCHEN',
      'gift-2026',
    ]
    for (const term of found)
      expect(await titlesIn(mine, `search=${encodeURIComponent(term)}`), term).toEqual(['Crème Brûlée Set'])
    for (const term of ['zzz', 'creme scarf', '%', '_', "'; drop table products; --"])
      expect(await titlesIn(mine, `search=${encodeURIComponent(term)}`), term).toEqual([])
    expect(await titlesIn(mine, 'search=')).toHaveLength(2)
    expect(await titlesIn(mine, 'search=%20%20')).toHaveLength(2)
  })

  test('ignores differences in Arabic spelling', async () => {
    const mine = await openShop({ through: shop })
    await mine.addProduct({ title: 'عباءة أنيقة ٢٠٢٦', tags: ['هدايا'] })
    for (const term of ['عباءه', 'انيقه', 'إنيقة', 'عَبَاءَة', 'عبـــاءة', '2026', '٢٠٢٦', 'هدايا'])
      expect(await titlesIn(mine, `search=${encodeURIComponent(term)}`), term).toEqual(['عباءة أنيقة ٢٠٢٦'])
  })

  test('finds a product by its current variants', async () => {
    const mine = await openShop({ through: shop })
    const { id, variants } = await mine.addProduct({ variants: [{ sku: 'OLD-1', options: { Size: 'S' } }] })
    const at = `/api/products/${id}/variants`
    const found = async (sku: string) => (await titlesIn(mine, `search=${sku}`)).length
    await mine.owner.post(at, { sku: 'NEW-1', options: { Size: 'L' } })
    expect([await found('OLD-1'), await found('NEW-1')]).toEqual([1, 1])
    await mine.owner.patch(`${at}/${variants[0]?.id}`, { sku: 'OLD-2' })
    expect([await found('OLD-1'), await found('OLD-2')]).toEqual([0, 1])
    await mine.owner.delete(`${at}/${variants[0]?.id}`)
    expect([await found('OLD-2'), await found('NEW-1')]).toEqual([0, 1])
  })
})
