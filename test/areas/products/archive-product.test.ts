import { describe, expect, test } from 'vitest'
import { Order } from '../../../src/areas/orders/order.ts'
import { eventTypesOf } from '../../support/events.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'

const shop = service()

describe('archiving a product', () => {
  test('removes it from lists but keeps it; archiving it again changes nothing', async () => {
    const { owner, addProduct } = await openShop({ through: shop })
    const { id } = await addProduct()
    expect(await owner.delete(`/api/products/${id}`)).toMatchObject({ status: 204, body: '' })
    const after = await owner.get(`/api/products/${id}`)
    expect(after).toMatchObject({ status: 200, body: { status: 'archived', version: 2, variants: [{ on_hand: 100 }] } })
    expect(await owner.get('/api/products')).toMatchObject({ body: { meta: { total: 0 } } })

    expect(await owner.delete(`/api/products/${id}`)).toMatchObject({ status: 204 })
    expect(await owner.get(`/api/products/${id}`)).toMatchObject({ body: after.body })
    expect(await eventTypesOf(id)).toEqual(['product.created', 'product.archived'])
  })

  test('does not change its orders and allows no new ones', async () => {
    const { owner, addProduct, addOrder } = await openShop({ through: shop })
    const { id } = await addProduct({ title: 'Scarf' })
    const items = [{ product_id: id, quantity: 2, unit_price: 10 }]
    const order = await addOrder({ items, total_amount: 20 })
    await owner.delete(`/api/products/${id}`)

    const kept = expectBody(await owner.get(`/api/orders/${order.id}`), 200, Order)
    expect(kept.items).toMatchObject([{ product_id: id, product_name: 'Scarf', quantity: 2 }])
    const again = await owner.post('/api/orders', { customer_id: order.customer_id, total_amount: 20, items })
    expect(expectProblem(again, 422, 'product_not_found').errors).toMatchObject([{ pointer: '/items/0/product_id' }])
    expect(await owner.get('/api/orders')).toMatchObject({ body: { meta: { total: 1 } } })

    await owner.patch(`/api/products/${id}`, { status: 'active' })
    expect(await owner.post('/api/orders', { customer_id: order.customer_id, total_amount: 20, items })).toMatchObject({
      status: 201,
    })
  })
})
