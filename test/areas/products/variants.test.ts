import { describe, expect, test } from 'vitest'
import { Variant } from '../../../src/areas/products/variant.ts'
import { eventsOf, eventTypesOf } from '../../support/events.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { scarf } from './scarf.ts'

const shop = service()

describe('adding a variant', () => {
  test('adds it after the others and increases the version of the product', async () => {
    const { owner, id, at, read } = await scarf()
    const answer = await owner.post(`${at}/variants`, { options: { Size: 'XL' }, price: 12.5, sku: 'XL-1', on_hand: 4 })
    const variant = expectBody(answer, 201, Variant)
    expect(variant).toMatchObject({
      title: 'XL',
      price: 12.5,
      sku: 'XL-1',
      on_hand: 4,
      reserved: 0,
      available: 4,
      position: 3,
    })
    expect(answer.headers.get('Location')).toBe(`${at}/variants/${variant.id}`)
    const product = await read()
    expect(product.version).toBe(2)
    expect(product.variants[2]).toEqual(variant)
    expect(product.options).toEqual([{ name: 'Size', values: ['S', 'L', 'XL'] }])
    expect((await eventsOf(id)).at(-1)).toMatchObject({ type: 'variant.created', data: { variant_id: variant.id } })
  })
})

test('a product can have at most 250 variants', async () => {
  const { owner, id, at, read } = await scarf()
  await asOwner`insert into product_variants (store_id, id, product_id, title, options, position)
    select store_id, gen_random_uuid(), id, '', jsonb_build_object('Size', n::text), n
      from products, generate_series(3, 250) as n where id = ${id}`
  const problem = expectProblem(await owner.post(`${at}/variants`, { options: { Size: 'XL' } }), 422, 'invalid_input')
  expect(problem.detail).toContain('250')
  await asOwner`delete from product_variants where product_id = ${id} and position = 250`
  expect((await owner.post(`${at}/variants`, { options: { Size: 'XL' } })).status).toBe(201)
  expect((await read()).version).toBe(2)
})

describe('changing a variant', () => {
  test('changes only the fields that are sent and increases the version of the product', async () => {
    const { owner, id, at, small, read } = await scarf()
    const change = {
      title: 'Tiny',
      sku: 'T-1',
      barcode: '123',
      price: 8.75,
      tracked: false,
      allow_backorder: true,
      position: 9,
    }
    const answer = await owner.patch(`${at}/variants/${small.id}`, change)
    const variant = expectBody(answer, 200, Variant)
    expect(variant).toEqual({ ...small, ...change })
    const product = await read()
    expect(product.version).toBe(2)
    expect(product.variants.map(({ title }) => title)).toEqual(['L', 'Tiny'])
    expect(await owner.patch(`${at}/variants/${small.id}`, { sku: null, barcode: null, price: null })).toMatchObject({
      status: 200,
      body: { sku: null, barcode: null, price: 10, title: 'Tiny' },
    })
    expect(await eventTypesOf(id)).toEqual(['product.created', 'variant.updated', 'variant.updated'])
  })

  test('derives the title from new options, unless it has its own title', async () => {
    const { owner, at, small, large } = await scarf()
    const change = (id: string, body: unknown) => owner.patch(`${at}/variants/${id}`, body)
    expect(await change(small.id, { options: { Size: 'M' } })).toMatchObject({
      body: { title: 'M', options: { Size: 'M' } },
    })
    await change(large.id, { title: 'The big one' })
    expect(await change(large.id, { options: { Size: 'XXL' } })).toMatchObject({ body: { title: 'The big one' } })
  })

  test('cannot disable backorders while orders have reserved more than is on hand', async () => {
    const { owner, addOrder, addProduct } = await openShop({ through: shop })
    const { id, variants } = await addProduct({ variants: [{ on_hand: 1, allow_backorder: true }] })
    await addOrder({ items: [{ product_id: id, quantity: 3, unit_price: 10 }], total_amount: 30 })
    const at = `/api/products/${id}/variants/${variants[0]?.id}`
    expectProblem(await owner.patch(at, { allow_backorder: false }), 409, 'insufficient_stock')
    expect(await owner.patch(at, { title: 'Still open' })).toMatchObject({
      body: { allow_backorder: true, reserved: 3, available: -2 },
    })
  })

  test('is not possible for a removed variant or one of another product', async () => {
    const { owner, at, small, addProduct } = await scarf()
    const other = await addProduct({ title: 'Shawl' })
    for (const path of [
      `/api/products/${other.id}/variants/${small.id}`,
      `${at}/variants/${crypto.randomUUID()}`,
      `${at}/variants/x`,
    ]) {
      expectProblem(await owner.patch(path, { sku: 'S' }), 404, 'not_found')
      expectProblem(await owner.delete(path), 404, 'not_found')
    }
    await owner.delete(`${at}/variants/${small.id}`)
    expectProblem(await owner.patch(`${at}/variants/${small.id}`, { sku: 'S' }), 404, 'not_found')
  })
})
