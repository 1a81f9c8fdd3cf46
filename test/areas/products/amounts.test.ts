import { describe, expect, test } from 'vitest'
import { Product } from '../../../src/areas/products/product.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop, pointersOf } from '../../support/shop.ts'

const shop = service()

describe('a price', () => {
  test('is returned exactly as it was sent, in every currency', async () => {
    for (const [currency, prices] of [
      ['JPY', [0, 1, 1_000_000]],
      ['USD', [0, 0.01, 0.1, 0.29, 1.1, 4.35, 1e13, 19_999_999.99]],
      ['KWD', [0.001, 0.005, 1.005, 8.615, 1234.567, 999_999_999.999]],
    ] as const) {
      const { addProduct } = await openShop({ through: shop, currency })
      for (const price of prices) {
        const product = await addProduct({ price, variants: [{ price }] })
        expect(product).toMatchObject({ price, currency, variants: [{ price }] })
        const former = { price: 0, compare_at_price: price === 0 ? null : price }
        expect(await addProduct(former)).toMatchObject(former)
      }
    }
  })

  test('of a variant is its own or the price of the product', async () => {
    const { owner, addProduct } = await openShop({ through: shop, currency: 'KWD' })
    const product = await addProduct({
      price: 5.25,
      variants: [
        { options: { Size: 'S' } },
        { options: { Size: 'L' }, price: 6.125 },
        { options: { Size: 'XS' }, price: 0 },
      ],
    })
    expect(product.variants.map(({ price }) => price)).toEqual([5.25, 6.125, 0])
    const dearer = expectBody(await owner.patch(`/api/products/${product.id}`, { price: 5.5 }), 200, Product)
    expect(dearer.variants.map(({ price }) => price)).toEqual([5.5, 6.125, 0])
  })
})

describe('an amount with more decimals than the currency', () => {
  test('is rejected, not rounded: all of them are listed and nothing is created', async () => {
    const { owner } = await openShop({ through: shop })
    const problem = expectProblem(
      await owner.post('/api/products', {
        title: 'Scarf',
        price: 1.005,
        compare_at_price: 0.1 + 0.2,
        cost: 0.001,
        variants: [
          { options: { a: '1' }, price: 9.999 },
          { options: { a: '2' }, price: 9.99 },
          { options: { a: '3' }, price: 1e-9, cost: 4.999 },
        ],
      }),
      422,
      'invalid_amount',
    )
    expect(pointersOf(problem).toSorted()).toEqual([
      '/compare_at_price',
      '/cost',
      '/price',
      '/variants/0/price',
      '/variants/2/cost',
      '/variants/2/price',
    ])
    expect(problem.detail).toContain('2 decimals')
    expect(await owner.get('/api/products')).toMatchObject({ body: { meta: { total: 0 } } })
  })

  test('is rejected by the decimals of each currency: none for yen, three for dinars', async () => {
    for (const [currency, inexact] of [
      ['JPY', 0.5],
      ['KWD', 1.0005],
    ] as const) {
      const { owner } = await openShop({ through: shop, currency })
      expectProblem(await owner.post('/api/products', { title: 'Scarf', price: inexact }), 422, 'invalid_amount')
    }
  })

  test('is rejected in every kind of change, and nothing is changed', async () => {
    const { owner, addProduct } = await openShop({ through: shop })
    const { id, variants } = await addProduct()
    const at = `/api/products/${id}`
    const both = await owner.patch(at, { title: 'Shawl', price: 1.001, compare_at_price: 2.002, cost: 3.003 })
    expect(pointersOf(expectProblem(both, 422, 'invalid_amount'))).toEqual(['/cost', '/price', '/compare_at_price'])
    for (const answer of [
      await owner.post(`${at}/variants`, { options: { Size: 'L' }, price: 1.001, cost: 0.005 }),
      await owner.patch(`${at}/variants/${variants[0]?.id}`, { price: 1.001, cost: 0.005 }),
    ])
      expect(pointersOf(expectProblem(answer, 422, 'invalid_amount'))).toEqual(['/cost', '/price'])
    expect(await owner.get(at)).toMatchObject({ body: { title: 'Scarf', version: 1, price: 10 } })
  })

  test('is rejected if it is too large to be exact', async () => {
    const { owner } = await openShop({ through: shop })
    const problem = expectProblem(
      await owner.post('/api/products', { title: 'Moon', price: 1e14 }),
      422,
      'invalid_amount',
    )
    expect(pointersOf(problem)).toEqual(['/price'])
    expect(problem.detail).toContain('10000000000000')
    expectProblem(await owner.post('/api/products', { title: 'Moon', price: 1e300 }), 422, 'invalid_input')
  })
})
