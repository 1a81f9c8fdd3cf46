import { describe, expect, test } from 'vitest'
import { Product } from '../../../src/areas/products/product.ts'
import { eventsOf } from '../../support/events.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop, pointersOf } from '../../support/shop.ts'

const shop = service()

describe('a new product', () => {
  test('with only a title and a price is on sale, with one variant that is out of stock', async () => {
    const { owner, store } = await openShop({ through: shop })
    const answer = await owner.post('/api/products', { title: 'Silk scarf', price: 19.99 })
    const product = expectBody(answer, 201, Product)
    expect(product).toMatchObject({
      store_id: store.id,
      title: 'Silk scarf',
      slug: 'silk-scarf',
      description: null,
      status: 'active',
      tags: [],
      images: [],
      options: [],
      price: 19.99,
      compare_at_price: null,
      currency: 'USD',
      version: 1,
      variants: [{ title: 'Default', sku: null, barcode: null, options: {}, price: 19.99, position: 1 }],
    })
    expect(product.variants).toMatchObject([
      { on_hand: 0, reserved: 0, available: 0, tracked: true, allow_backorder: false },
    ])
    expect(answer.headers.get('Location')).toBe(`/api/products/${product.id}`)
    expect(answer.headers.get('ETag')).toBe('"v1"')
    expect(await owner.get(`/api/products/${product.id}`)).toMatchObject({ status: 200, body: product })
    expect(await eventsOf(product.id)).toMatchObject([{ type: 'product.created', actor_kind: 'user' }])
  })

  test('has its own options first, followed by those of its variants', async () => {
    const { addProduct } = await openShop({ through: shop })
    const product = await addProduct({
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: [
        { options: { Size: 'M', Colour: 'Red' } },
        { options: { Size: 'XL', Colour: 'Red' } },
        { options: { Size: 'S', Colour: 'Blue' } },
      ],
    })
    expect(product.options).toEqual([
      { name: 'Size', values: ['S', 'M', 'XL'] },
      { name: 'Colour', values: ['Red', 'Blue'] },
    ])
    expect(product.variants.map(({ title, position }) => [title, position])).toEqual([
      ['M / Red', 1],
      ['XL / Red', 2],
      ['S / Blue', 3],
    ])
  })

  test('can have up to 100 variants', async () => {
    const { owner, addProduct } = await openShop({ through: shop })
    const variants = Array.from({ length: 100 }, (_, index) => ({ options: { No: `${index + 1}` }, on_hand: index }))
    const { id } = await addProduct({ variants })
    const product = expectBody(await owner.get(`/api/products/${id}`), 200, Product)
    expect(product.variants.map(({ on_hand }) => on_hand)).toEqual(variants.map(({ on_hand }) => on_hand))
    expectProblem(
      await owner.post('/api/products', { title: 'Ring', price: 1, variants: [...variants, {}] }),
      422,
      'invalid_input',
    )
  })

  test('with several problems is rejected with all of them', async () => {
    const { owner } = await openShop({ through: shop })
    const wrong = {
      title: '',
      slug: 'two words',
      price: -1,
      compare_at_price: '5',
      tags: [''],
      variants: [{ price: -1, on_hand: 1.5 }, { options: { Size: 1 } }],
    }
    const problem = expectProblem(await owner.post('/api/products', wrong), 422, 'invalid_input')
    expect(pointersOf(problem).toSorted()).toEqual([
      '/compare_at_price',
      '/price',
      '/slug',
      '/tags/0',
      '/title',
      '/variants/0/on_hand',
      '/variants/0/price',
      '/variants/1/options/Size',
    ])
    expectProblem(await owner.post('/api/products', { title: 'Scarf', price: 1, variants: [] }), 422, 'invalid_input')
    expect(await owner.get('/api/products')).toMatchObject({ body: { meta: { total: 0 } } })
  })
})
