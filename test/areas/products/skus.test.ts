import { describe, expect, test } from 'vitest'
import { service } from '../../support/service.ts'
import { expectProblem, openShop } from '../../support/shop.ts'

const shop = service()
const small = { options: { Size: 'S' } }
const large = { options: { Size: 'L' } }

describe('a SKU', () => {
  test('belongs to one variant of the store: a second one is rejected everywhere', async () => {
    const { owner, addProduct } = await openShop({ through: shop })
    const { id } = await addProduct({ variants: [{ ...small, sku: 'SC-1' }] })
    const other = await addProduct({ title: 'Shawl' })
    const scarves = {
      title: 'Scarf',
      price: 1,
      variants: [
        { ...small, sku: 'SC-2' },
        { ...large, sku: 'SC-2' },
      ],
    }
    for (const answer of [
      await owner.post('/api/products', scarves),
      await owner.post('/api/products', { ...scarves, variants: [{ sku: 'SC-1' }] }),
      await owner.post(`/api/products/${id}/variants`, { ...large, sku: 'SC-1' }),
      await owner.patch(`/api/products/${other.id}/variants/${other.variants[0]?.id}`, { sku: 'SC-1' }),
    ])
      expect(expectProblem(answer, 409, 'duplicate').errors).toMatchObject([{ code: 'duplicate', pointer: '/sku' }])
    expect(await owner.get('/api/products')).toMatchObject({ body: { meta: { total: 2 } } })
  })

  test('can be used again after its variant was removed', async () => {
    const { owner, addProduct } = await openShop({ through: shop })
    const { id, variants } = await addProduct({ variants: [{ ...small, sku: 'SC-1' }, large] })
    await owner.delete(`/api/products/${id}/variants/${variants[0]?.id}`)
    expect(await addProduct({ variants: [{ sku: 'SC-1' }] })).toMatchObject({ variants: [{ sku: 'SC-1' }] })
  })

  test('is optional, and can be used again in another store', async () => {
    const { addProduct } = await openShop({ through: shop })
    await addProduct({ variants: [{ ...small, sku: null }, large] })
    for (const _ of [1, 2])
      expect(await (await openShop({ through: shop })).addProduct({ variants: [{ sku: 'SC-1' }] })).toMatchObject({
        variants: [{ sku: 'SC-1' }],
      })
  })
})

describe('two variants with the same options', () => {
  test('are rejected, because an order could not tell them apart', async () => {
    const { owner, addProduct } = await openShop({ through: shop })
    const { id, variants } = await addProduct({ variants: [small, large] })
    for (const answer of [
      await owner.post('/api/products', { title: 'Scarf', price: 1, variants: [small, small] }),
      await owner.post('/api/products', { title: 'Scarf', price: 1, variants: [{}, {}] }),
      await owner.post(`/api/products/${id}/variants`, small),
      await owner.patch(`/api/products/${id}/variants/${variants[1]?.id}`, small),
    ])
      expect(expectProblem(answer, 409, 'duplicate').errors).toMatchObject([{ pointer: '/options' }])
    const twoNames = { Size: 'S', Colour: 'Red' }
    await addProduct({ variants: [{ options: twoNames }, { options: { ...twoNames, Colour: 'Blue' } }] })
    const reordered = [{ options: twoNames }, { options: { Colour: 'Red', Size: 'S' } }]
    expectProblem(
      await owner.post('/api/products', { title: 'Scarf', price: 1, variants: reordered }),
      409,
      'duplicate',
    )
  })
})
