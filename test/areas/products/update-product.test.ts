import { describe, expect, test } from 'vitest'
import { Product } from '../../../src/areas/products/product.ts'
import { eventsOf } from '../../support/events.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'

const shop = service()

const full = {
  title: 'Scarf',
  description: 'Silk',
  tags: ['winter'],
  images: [{ url: 'https://cdn.test/a.jpg' }],
  price: 10,
  compare_at_price: 12,
}

describe('changing a product', () => {
  test('changes only the fields that are sent', async () => {
    const { owner, addProduct } = await openShop({ through: shop })
    const before = await addProduct(full)
    const answer = await owner.patch(`/api/products/${before.id}`, { title: 'Shawl', tags: [] })
    const after = expectBody(answer, 200, Product)
    expect(after).toEqual({ ...before, title: 'Shawl', tags: [], version: 2, updated_at: after.updated_at })
    expect(after.updated_at > before.updated_at).toBe(true)
    expect(answer.headers.get('ETag')).toBe('"v2"')
    expect(await owner.get(`/api/products/${before.id}`)).toMatchObject({ body: after })
    expect(await eventsOf(before.id)).toMatchObject([
      { type: 'product.created' },
      { type: 'product.updated', data: { changed: ['title', 'tags'] } },
    ])
  })

  test('with null clears optional fields and is rejected for others', async () => {
    const { owner, addProduct } = await openShop({ through: shop })
    const { id } = await addProduct(full)
    const cleared = { description: null, compare_at_price: null }
    expect(await owner.patch(`/api/products/${id}`, cleared)).toMatchObject({ status: 200, body: cleared })
    for (const field of ['title', 'slug', 'price', 'status', 'tags', 'images', 'options'])
      expectProblem(await owner.patch(`/api/products/${id}`, { [field]: null }), 422, 'invalid_input')
  })

  test('can take it off sale and put it back', async () => {
    const { owner, addProduct } = await openShop({ through: shop })
    const { id } = await addProduct(full)
    for (const status of ['draft', 'archived', 'active'])
      expect(await owner.patch(`/api/products/${id}`, { status })).toMatchObject({ status: 200, body: { status } })
  })
})

describe('changing a product with If-Match', () => {
  test('is rejected if the product has changed since it was read', async () => {
    const { owner, addProduct } = await openShop({ through: shop })
    const { id } = await addProduct(full)
    const change = (title: string, tag: string) => owner.patch(`/api/products/${id}`, { title }, { 'If-Match': tag })
    const read = (await owner.get(`/api/products/${id}`)).headers.get('ETag') ?? ''
    expect(await change('First', read)).toMatchObject({ status: 200 })
    expect(expectProblem(await change('Second', read), 409, 'version_conflict').detail).toContain('version 2')
    expectProblem(await change('Future', '"v9"'), 409, 'version_conflict')
    expectProblem(await owner.delete(`/api/products/${id}`, { 'If-Match': read }), 409, 'version_conflict')
    expect(await owner.get(`/api/products/${id}`)).toMatchObject({
      body: { title: 'First', status: 'active', version: 2 },
    })
  })

  test('succeeds for one of ten concurrent changes of the same version', async () => {
    const { owner, addProduct } = await openShop({ through: shop })
    const { id } = await addProduct(full)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        owner.patch(`/api/products/${id}`, { title: `${index}` }, { 'If-Match': '"v1"' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expectProblem(answer, 409, 'version_conflict')
    expect(await owner.get(`/api/products/${id}`)).toMatchObject({ body: { version: 2 } })
  })
})
