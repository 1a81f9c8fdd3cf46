import { describe, expect, test } from 'vitest'
import { Product } from '../../../src/areas/products/product.ts'
import { openScratch } from '../../support/scratch.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop, pointersOf } from '../../support/shop.ts'

const shop = service()

describe("a product's slug", () => {
  test('is derived from its title, in the same script', async () => {
    const { addProduct } = await openShop({ through: shop })
    for (const [title, slug] of [
      ['Silk Scarf – 90 × 90', 'silk-scarf-90-90'],
      ['Crème brûlée', 'creme-brulee'],
      ['عباءة سوداء', 'عباءة-سوداء'],
      ['  (Sale!)  Tea  ', 'sale-tea'],
    ])
      expect(await addProduct({ title }), title).toMatchObject({ slug })
    expect(await addProduct({ title: '★★★' })).toMatchObject({ slug: 'product' })
  })

  test('gets a suffix if another product has it', async () => {
    const { addProduct } = await openShop({ through: shop })
    await addProduct({ title: 'Silk scarf' })
    expect((await addProduct({ title: 'Silk Scarf!' })).slug).toMatch(/^silk-scarf-[0-9a-f]{8}$/)
  })

  test('is unique for products with the same title that are created at the same time', async () => {
    const scratch = await openScratch()
    const { addProduct } = await openShop({ through: scratch.service() })
    // No product can be finished before all have begun: adding variants is locked.
    const held = scratch.sql.transaction([
      scratch.sql`lock table product_variants in share mode`,
      scratch.sql`select pg_sleep(0.5)`,
    ])
    await scheduler.wait(100)
    const products = await Promise.all(Array.from({ length: 5 }, () => addProduct({ title: 'Silk scarf' })))
    await held
    expect(new Set(products.map(({ slug }) => slug)).size).toBe(5)
  })

  test('can be used again in another store', async () => {
    for (const _ of [1, 2])
      expect(await (await openShop({ through: shop })).addProduct({ slug: 'silk' })).toMatchObject({ slug: 'silk' })
  })

  test('that another product already has is rejected', async () => {
    const { owner, addProduct } = await openShop({ through: shop })
    await addProduct({ slug: 'silk' })
    const other = await addProduct({ title: 'Cotton' })
    const again = await owner.post('/api/products', { title: 'Other', price: 1, slug: 'silk' })
    const moved = await owner.patch(`/api/products/${other.id}`, { slug: 'silk' })
    for (const answer of [again, moved]) expect(pointersOf(expectProblem(answer, 409, 'duplicate'))).toEqual(['/slug'])
    expect(await owner.get('/api/products')).toMatchObject({ body: { meta: { total: 2 } } })
  })

  test('is stored in lower case and stays when the title changes', async () => {
    const { owner, addProduct } = await openShop({ through: shop })
    const { id } = await addProduct({ slug: 'Silk-Scarf' })
    const product = expectBody(await owner.patch(`/api/products/${id}`, { title: 'Cotton' }), 200, Product)
    expect(product.slug).toBe('silk-scarf')
  })
})
