import { describe, expect, test } from 'vitest'
import { Order } from '../../../src/areas/orders/order.ts'
import { listProducts } from '../../../src/areas/products/list-products.ts'
import { eventTypesOf } from '../../support/events.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'
import { scarf } from './scarf.ts'

describe('removing a variant', () => {
  test('hides it, keeps it in existing orders, and increases the version of the product', async () => {
    const { owner, id, at, small, large, read, addOrder, addCustomer } = await scarf()
    const items = [{ product_id: id, variant_id: small.id, quantity: 1, unit_price: 10 }]
    const order = await addOrder({ items })
    expect(await owner.delete(`${at}/variants/${small.id}`)).toMatchObject({ status: 204, body: '' })
    const product = await read()
    expect(product).toMatchObject({
      version: 2,
      variants: [{ id: large.id }],
      options: [{ name: 'Size', values: ['L'] }],
    })
    const kept = expectBody(await owner.get(`/api/orders/${order.id}`), 200, Order)
    expect(kept.items).toMatchObject([{ variant_id: small.id, variant_name: 'S' }])

    const again = { customer_id: (await addCustomer()).id, total_amount: 10, items }
    expectProblem(await owner.post('/api/orders', again), 422, 'variant_required')
    expectProblem(
      await owner.post('/api/inventory/adjust', { variant_id: small.id, delta: 1, reason: 'found' }),
      404,
      'not_found',
    )
    expect(await owner.delete(`${at}/variants/${small.id}`)).toMatchObject({ status: 204 })
    expect((await read()).version).toBe(2)
    expect(await eventTypesOf(id)).toEqual(['product.created', 'variant.archived'])
  })

  test('removes its price and its stock from the product in lists', async () => {
    const { owner, addProduct } = await openShop()
    const { id } = await addProduct({
      title: 'Rug',
      price: 10,
      options: [{ name: 'Size', values: ['S', 'L'] }],
      variants: [
        { options: { Size: 'S' }, on_hand: 0 },
        { options: { Size: 'L' }, sku: 'RUG-L', price: 50, on_hand: 3 },
      ],
    })
    const total = async (query: string) =>
      expectBody(await owner.get(`/api/products?${query}`), 200, listProducts.output).meta.total
    const totals = async () => [
      await total('price_from=40'),
      await total('in_stock=true'),
      await total('in_stock=false'),
    ]
    expect(await totals()).toEqual([1, 1, 0])
    expect((await owner.delete(`/api/products/${id}/variants/RUG-L`)).status).toBe(204)
    expect(await totals()).toEqual([0, 0, 1])
  })

  test('is not possible for the last one', async () => {
    const { owner, at, small, large, read } = await scarf()
    await owner.delete(`${at}/variants/${small.id}`)
    const problem = expectProblem(await owner.delete(`${at}/variants/${large.id}`), 409, 'invalid_transition')
    expect(problem['allowed_actions']).toEqual([])
    expect((await read()).variants).toMatchObject([{ id: large.id }])
  })

  test('leaves one of the last two, even if both are removed at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, at, small, large, read } = await scarf()
      const answers = await Promise.all([small, large].map(({ id }) => owner.delete(`${at}/variants/${id}`)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 409]))
      expect((await read()).variants).toHaveLength(1)
    }
  })
})
